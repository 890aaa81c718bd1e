import { RULE_SETS, type RuleSetName } from "@club/domain";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { settle } from "../../../../../packages/domain/test/reference/settle.ts";
import { playVector } from "../../test/play-vector.ts";
import { sample } from "../../test/sample.ts";
import {
  type Numbers,
  type RaceVector,
  type VectorBet,
  type VectorClub,
  readJackpots,
  readVectors,
  startVectorClub,
  wireFields,
} from "../../test/vector-race.ts";

/* Quinella Place, Trio and Any 4 of the vectors, from the bet to the money, through the server. */

interface WiderRace {
  readonly id: string;
  readonly kind: "race" | "multi";
  readonly race: { runners: number; scratched: number[]; result_groups: number[][] };
  readonly jackpot_in_cents: number;
  readonly bets: VectorBet[];
  readonly expected: {
    readonly pools: Record<string, Numbers>;
    readonly bets: Record<
      string,
      Record<"combinations" | "cost_cents" | "refund_cents" | "payout_cents", number>
    >;
  };
}

const vectors = readVectors<WiderRace>("wider_card").filter(({ kind }) => kind === "race");
let rig: VectorClub;

beforeAll(async () => {
  rig = await startVectorClub();
});
afterAll(async () => await rig.club.close());

test("every vector is here", () => expect(vectors).toHaveLength(40));

function vectorOf({ id, race, ...wider }: WiderRace, ruleSet: RuleSetName): RaceVector {
  const { bets, pools } = wider.expected;
  return {
    id,
    description: ruleSet,
    rule_set: ruleSet,
    race: { ...race, runners: runnersOf(race.runners), status: "RUN" },
    jackpot_in_cents: { ANY4: wider.jackpot_in_cents },
    bets: wider.bets,
    expected: { pools, bets: Object.entries(bets).map(([bet, said]) => ({ id: bet, ...said })) },
  };
}

const runnersOf = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1);

/** The file is of AU_STD: what the other rule sets say is the slow reference's. */
function inRules(wider: WiderRace, rules: RuleSetName): WiderRace {
  const { runners, scratched, result_groups: placings } = wider.race;
  const { deadHeat } = RULE_SETS[rules];
  const jackpotIn = { ANY4: BigInt(wider.jackpot_in_cents) };
  const race = {
    rules,
    deadHeat,
    handicap: false,
    abandoned: false,
    scratched,
    placings,
    jackpotIn,
  };
  const bets = wider.bets.map(({ bet_type, sel, unit_cents }) => {
    const unit = BigInt(unit_cents);
    return { betType: bet_type, form: wireFields(sel), unit, unit2: unit };
  });
  const said = settle({ ...race, runners: runnersOf(runners) }, bets);
  const money = Object.entries(said.bets).map(([i, { cost, refund, payout }]) => {
    const { id, unit_cents } = wider.bets[Number(i)]!;
    const [cost_cents, refund_cents, payout_cents] = [cost, refund, payout].map(Number) as [
      number,
      number,
      number,
    ];
    return [id, { combinations: cost_cents / unit_cents, cost_cents, refund_cents, payout_cents }];
  });
  const pools = Object.entries(said.pools).map(([pool, { status, dividends, ...cents }]) => [
    pool,
    {
      status,
      gross_cents: Number(cents.gross),
      takeout_cents: Number(cents.takeout),
      net_cents: Number(cents.net),
      dividends_cents: Object.fromEntries(
        Object.entries(dividends).map(([key, each]) => [key, Number(each)]),
      ),
      paid_cents: Number(cents.paid),
      breakage_cents: Number(cents.breakage),
      house_topup_cents: Number(cents.topUp),
      jackpot_out_cents: Number(cents.jackpotOut),
    },
  ]);
  return {
    ...wider,
    expected: { pools: Object.fromEntries(pools), bets: Object.fromEntries(money) },
  };
}

async function play(wider: WiderRace, ruleSet: RuleSetName): Promise<void> {
  await playVector(rig, vectorOf(wider, ruleSet));
  const { jackpot_out_cents = wider.jackpot_in_cents } = wider.expected.pools["ANY4"] ?? {};
  expect((await readJackpots(rig.club))["ANY4"] ?? 0).toBe(jackpot_out_cents);
}

test.each(sample(vectors, { oneIn: 3 }).map((vector) => [vector.id, vector] as const))(
  "%s",
  async (_, vector) => await play(vector, "AU_STD"),
);

test("the reference says of AU_STD what the file says", () => {
  expect(vectors.map((vector) => inRules(vector, "AU_STD"))).toEqual(vectors);
});

describe.each<[RuleSetName, number]>([
  ["HK", 0],
  ["UK_TOTE", 1],
])("by %s", (rules, from) => {
  const some = sample(
    vectors.filter((_, i) => i % 4 === from),
    { oneIn: 3 },
  );
  test.each(some.map((vector) => [vector.id, vector] as const))(
    "%s",
    async (_, vector) => await play(inRules(vector, rules), rules),
  );
});
