import {
  outcomeFromJson,
  type OutcomeJson,
  type PoolOutcome,
  type RuleSetName,
} from "@club/domain";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { settleMulti } from "../../../../../packages/domain/test/reference/settle-multi.ts";
import { placeOrder } from "../../test/card-desk.ts";
import { ok } from "../../test/club.ts";
import { back, type MultiVector, openMulti, playLegs, ticketForm } from "../../test/multi-race.ts";
import { sample } from "../../test/sample.ts";
import {
  expectBooks,
  readCash,
  readJackpots,
  readVectors,
  setJackpots,
  startVectorClub,
  type VectorClub,
} from "../../test/vector-race.ts";

/* Every pool of several races of the vectors, from the bet to the money, through the server. */

const vectors = readVectors<MultiVector>("wider_card").filter(({ kind }) => kind === "multi");
const kindOf = ({ pool, expected }: MultiVector) => [pool, expected.pool["status"]];
let rig: VectorClub;

beforeAll(async () => {
  rig = await startVectorClub();
});
afterAll(async () => await rig.club.close());

test("every vector is here", () => expect(vectors).toHaveLength(40));

test.each(sample(vectors, { oneIn: 4, kindOf }).map((vector) => [vector.id, vector] as const))(
  "%s",
  async (_, vector) => await play(vector),
);

test("the reference says of AU_STD what the file says", () => {
  const played = vectors.filter(({ expected }) => expected.pool["status"] !== "REFUND");
  expect(played.length).toBeGreaterThan(30);
  for (const { expected, ...vector } of played) {
    const said = inRules({ expected, ...vector }, "AU_STD").expected;
    expect(said.pool, vector.id).toEqual(expected.pool);
    expect(said.tickets, vector.id).toEqual(expected.tickets);
  }
});

describe.each<[RuleSetName, number]>([
  ["HK", 0],
  ["UK_TOTE", 1],
])("by %s", (rules, from) => {
  const quarter = vectors.filter((_, i) => i % 4 === from);
  const some = sample(quarter, { oneIn: 3, kindOf: ({ pool }) => pool });
  test.each(some.map((vector) => [vector.id, vector] as const))(
    "%s",
    async (_, vector) => await play(inRules(vector, rules)),
  );
});

/** The file is of AU_STD: what the other rule sets say is the slow reference's. */
function inRules(vector: MultiVector, rules: RuleSetName): MultiVector {
  const { pool: code, tickets } = vector;
  const legs = vector.legs.map(({ early, late, favourite, groups, void: isVoid }) => {
    return { early, late, favourite, placings: groups, voided: isVoid ? "late" : "no" } as const;
  });
  const [jackpotIn, guarantee] = [vector.jackpot_in_cents, vector.guarantee_cents].map(BigInt) as [
    bigint,
    bigint,
  ];
  const { pool, bets } = settleMulti(
    { rules, pool: code, legs, jackpotIn, guarantee },
    tickets.map((ticket) => ({ legs: ticket.legs, unit: BigInt(ticket.unit_cents) })),
  );
  const money = bets.map(({ cost, refund, payout }, i) => {
    const { id, unit_cents } = tickets[i]!;
    const [cost_cents, refund_cents, payout_cents] = [cost, refund, payout].map(Number);
    return [id, { combinations: cost_cents! / unit_cents, cost_cents, refund_cents, payout_cents }];
  });
  const nothing = { status: "REFUND", jackpot_out_cents: Number(jackpotIn) };
  const figures = pool && {
    status: pool.status,
    gross_cents: Number(pool.gross),
    takeout_cents: Number(pool.takeout),
    net_cents: Number(pool.net),
    paid_cents: Number(pool.paid),
    breakage_cents: Number(pool.breakage),
    house_topup_cents: Number(pool.topUp),
    jackpot_out_cents: Number(pool.jackpotOut),
    dividend_cents: pool.major === null ? null : Number(pool.major),
    minor_dividend_cents: pool.minor === null ? null : Number(pool.minor),
  };
  const expected = { pool: figures ?? nothing, tickets: Object.fromEntries(money) };
  return { ...vector, rule_set: rules, expected };
}

async function play(vector: MultiVector): Promise<void> {
  const { club, players } = rig;
  const { pool: code, legs, expected } = vector;
  const laid = await openMulti(club, {
    code,
    fields: legs.map(({ runners }) => runners),
    ruleSet: vector.rule_set,
    guarantee: vector.guarantee_cents,
  });
  await setJackpots(club, { [code]: vector.jackpot_in_cents });
  for (const [i, leg] of legs.entries()) {
    await back(club, players[4]!, { raceId: laid.raceIds[i]!, on: leg.favourite });
  }
  const before = await readCash(rig);
  const placed = [];
  for (const [i, ticket] of vector.tickets.entries()) {
    const player = players[i % 4]!;
    const order = ok(await placeOrder(club, player, ticketForm(laid, code, ticket)));
    placed.push({ ticket, player, orderId: order.order_id as string });
  }
  await playLegs(club, laid, legs);

  const status = async () =>
    (await club.query("SELECT status FROM pool WHERE id = $1", [laid.poolId]))[0];
  await expect.poll(status).toEqual({ status: expected.pool["status"] });
  const cash = new Map(before);
  for (const { ticket, player, orderId } of placed) {
    const order = ok(await club.call("GET", `/api/order/${orderId}`, { token: player.token }));
    const { combinations, cost_cents, refund_cents, payout_cents } = order;
    const wanted = expected.tickets[ticket.id]!;
    expect({ combinations, cost_cents, refund_cents, payout_cents }).toEqual(wanted);
    if (order.explain.length > 0 && payout_cents > 0)
      expect(order.explain.at(-1).amount_cents).toBe(payout_cents);
    const change = wanted["payout_cents"]! + wanted["refund_cents"]! - wanted["cost_cents"]!;
    cash.set(player.id, cash.get(player.id)! + change);
  }
  cash.delete(players[4]!.id);
  expect(await readCash(rig)).toEqual(new Map([...cash, [players[4]!.id, expect.any(Number)]]));
  await expectBooks(club);
  const next = expected.pool["jackpot_out_cents"] as number;
  expect((await readJackpots(club))[code] ?? 0).toBe(next);
  if (expected.pool["status"] === "REFUND") return;

  const [settled] = await club.query("SELECT outcome FROM settlement WHERE pool_id = $1", [
    laid.poolId,
  ]);
  const outcome = outcomeFromJson(settled!["outcome"] as OutcomeJson);
  const { dividend_cents, minor_dividend_cents, ...figures } = expected.pool;
  expect(figuresOf(outcome)).toEqual(figures);
  const dividendOf = (isMinor: boolean) =>
    outcome.dividends.find(({ combination }) => combination.includes("-") !== isMinor);
  expect(Number(dividendOf(false)?.dividendCents ?? 0)).toBe(dividend_cents ?? 0);
  expect(Number(dividendOf(true)?.dividendCents ?? 0)).toBe(minor_dividend_cents ?? 0);
}

function figuresOf(pool: PoolOutcome) {
  return {
    status: pool.status,
    gross_cents: Number(pool.grossCents),
    takeout_cents: Number(pool.takeoutCents),
    net_cents: Number(pool.netCents),
    paid_cents: Number(pool.paidCents),
    breakage_cents: Number(pool.breakageCents),
    house_topup_cents: Number(pool.houseTopUpCents),
    jackpot_out_cents: Number(pool.jackpotOutCents),
  };
}
