import { outcomeFromJson, type OutcomeJson, type PoolOutcome } from "@club/domain";
import { afterAll, beforeAll, expect, test } from "vitest";
import { placeOrder } from "../../test/card-desk.ts";
import { ok } from "../../test/club.ts";
import { back, type MultiVector, openMulti, playLegs, ticketForm } from "../../test/multi-race.ts";
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
let rig: VectorClub;

beforeAll(async () => {
  rig = await startVectorClub();
});
afterAll(async () => await rig.club.close());

test("every vector is here", () => expect(vectors).toHaveLength(40));

test.each(vectors.map((vector) => [vector.id, vector] as const))("%s", async (_, vector) => {
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
});

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
