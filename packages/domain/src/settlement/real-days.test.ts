import { describe, expect, test } from "vitest";
import { raceDays, readFixture } from "../../test/read-fixture.ts";
import { SINGLE_POOL_CODES } from "../bets/bet-types.ts";
import { readCombination, writeCombination } from "../bets/combinations.ts";
import type { BetOrder, BetTypeIndex } from "../index.ts";
import type { Placings } from "../pools/pool-facts.ts";
import { HK, placesPaid } from "../pools/rule-sets.ts";
import { validatePlacings } from "./placings.ts";
import { winningCombinations } from "./pool-plan.ts";
import { type RaceFacts, poolOfRace, settleRace } from "./settle-race.ts";

type RaceDay = { meeting_id: string; races: Race[] };
type Race = {
  race_no: number;
  status: string;
  starters: number;
  runners: Runner[];
  dividends: Dividend[];
};
type Runner = { number: number | null; status: string; place: number | null };
type Dividend = {
  pool: string;
  combination: (number | string)[][] | null;
  dividend: number | null;
  refunded?: boolean;
  no_winner?: boolean;
  first_row_only?: boolean;
};

const NOT_STARTED = ["SCRATCHED", "LATE_SCRATCHED", "NON_RUNNER"];
const STRAIGHT: Record<string, BetTypeIndex> = {
  WIN: 1,
  PLACE: 2,
  QUINELLA: 3,
  EXACTA: 5,
  TRIFECTA: 6,
  FIRST4: 8,
  QUINELLA_PLACE: 16,
  TRIO: 19,
};
/** What the days call a pool, where the club has another name for it. */
const NAMED: Readonly<Record<string, string>> = { ANY4: "FIRST4_ANY_ORDER" };

const races = raceDays().flatMap((file) => {
  const day = readFixture<RaceDay>(`racing/${file}`);
  return day.races
    .filter((race) => race.status === "RUN")
    .map((race) => [`${file.slice(0, 13)} R${race.race_no}`, race] as const);
});

describe("real race days, rule set HK", () => {
  test("every race that was run is here", () => expect(races).toHaveLength(54));

  let [pools, refunded] = [0, 0];
  test.each(races)("%s: what was paid is what wins", (_, race) => {
    const facts = factsOf(race);
    expect(facts.runners.length - facts.scratched.length).toBe(race.starters);
    validatePlacings(facts.placings, facts);
    for (const pool of SINGLE_POOL_CODES) {
      const listed = race.dividends.filter((each) => each.pool === (NAMED[pool] ?? pool));
      if (listed.length === 0) continue;
      const winners = winningCombinations(poolOfRace(facts, pool)).map((each) => each.combination);
      const paid = listed.flatMap(({ combination, refunded: isRefunded }) =>
        combination === null || isRefunded
          ? []
          : [writeCombination(pool, combination.flat().map(Number))],
      );
      if (listed.some((each) => each.first_row_only)) {
        expect(winners).toEqual(expect.arrayContaining(paid));
        continue;
      }
      if (paid.length > 0) pools += 1;
      else refunded += 1;
      expect(winners.toSorted(), pool).toEqual(paid.toSorted());
      expectPaid(facts, pool, paid);
    }
  });

  test("as many complete pools as the days have, three of them refunded", () =>
    expect([pools, refunded]).toEqual([396, 3]));
});

/** Backs what was paid and what nearly won: exactly what was paid has a dividend. */
function expectPaid(
  facts: RaceFacts,
  pool: (typeof SINGLE_POOL_CODES)[number],
  paid: string[],
): void {
  const [outsider] = facts.runners.filter(
    (runner) => !facts.placings.flat().slice(0, 6).includes(runner),
  );
  const near = paid.map((each) => [...readCombination(each).slice(0, -1), outsider ?? 0]);
  const swapped = paid.map((each) => readCombination(each).toReversed());
  const backed = [...paid.map(readCombination), ...near, ...swapped].filter(
    (each) => !each.includes(0),
  );
  const bets = backed.map((numbers): BetOrder => ({
    // Any 4 has no straight bet: a box of its own four is one.
    betType: STRAIGHT[pool] ?? 22,
    slots: pool in STRAIGHT ? numbers.map((runner) => [runner]) : [numbers],
    unitStakeCents: 1_000n,
    unitStake2Cents: null,
  }));
  const outcome = settleRace(facts, bets).pools.find((each) => each.pool === pool)!;
  const dividends = outcome.dividends.map((each) => each.combination);
  expect(dividends.toSorted()).toEqual(paid.toSorted());
  if (paid.length > 0) expect(outcome.status).toBe("PAID");
}

function factsOf({ runners }: Race): RaceFacts {
  const numbered = runners.filter((runner) => runner.number !== null);
  const places = new Map<number, number[]>();
  for (const { number, place } of numbered) {
    if (place !== null) places.set(place, [...(places.get(place) ?? []), number!]);
  }
  const placings: Placings = [...places].sort(([a], [b]) => a - b).map(([, group]) => group);
  return {
    rules: HK,
    handicap: true,
    runners: numbered.map((runner) => runner.number!),
    scratched: numbered
      .filter((runner) => NOT_STARTED.includes(runner.status))
      .map((runner) => runner.number!),
    abandoned: false,
    placings,
    jackpotInCents: {},
    declared: null,
  };
}

test("places paid follow the starters", () => {
  expect([3, 4, 6, 7, 14].map((starters) => placesPaid(HK, starters, false))).toEqual([
    0, 2, 2, 3, 3,
  ]);
});
