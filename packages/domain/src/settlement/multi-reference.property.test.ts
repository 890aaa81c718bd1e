import fc from "fast-check";
import { expect, test } from "vitest";
import { LAWS } from "../../test/laws.ts";
import { type MultiVector, multiPoolOf, ticketOf } from "../../test/multi-vector.ts";
import { multiWithTickets } from "../../test/multi-arbitrary.ts";
import { readVectors } from "../../test/read-fixture.ts";
import { type Multi, settleMulti, wrongOf } from "../../test/reference/settle-multi.ts";
import type { PoolBet } from "../bets/bet-order.ts";
import type { MultiPool } from "../pools/pool-facts.ts";
import { RULE_SETS, type RuleSetName } from "../pools/rule-sets.ts";
import { startPayout } from "./pay-bet.ts";
import { finishTally, startTally } from "./pool-tally.ts";

// As in reference.property.test.ts: the engine against a slow reference that was written from the rules alone.

const referenceOf = (pool: MultiPool): Multi => ({
  rules: pool.rules.name as RuleSetName,
  pool: pool.pool,
  legs: pool.legs.map((leg) => ({
    early: leg.scratched,
    late: leg.scratchedAfterLeg1Started,
    favourite: leg.favourite,
    voided: leg.void ? (leg.voidAfterLeg1Started ? "late" : "early") : "no",
    placings: leg.placings ?? [],
  })),
  jackpotIn: pool.jackpotInCents,
  guarantee: pool.guaranteeCents,
});

function expectAsReference(pool: MultiPool, tickets: readonly PoolBet[]): void {
  const expected = settleMulti(
    referenceOf(pool),
    tickets.map(({ slots, unitStakeCents }) => ({ legs: slots, unit: unitStakeCents })),
  );
  const tally = startTally(pool);
  for (const ticket of tickets) tally.add(ticket);
  const outcome = finishTally(tally);
  const payout = startPayout(pool, outcome);
  expect(
    tickets.map((ticket) => {
      const { refundCents, payoutCents } = payout.settle(ticket);
      return { refund: refundCents, payout: payoutCents };
    }),
  ).toEqual(expected.bets.map(({ refund, payout: paid }) => ({ refund, payout: paid })));
  if (expected.pool === null) {
    expect([outcome.takeoutCents, outcome.jackpotOutCents]).toEqual([0n, pool.jackpotInCents]);
    return;
  }
  const dividendOf = (isMinor: boolean) =>
    outcome.dividends.find(({ combination }) => combination.includes("-") !== isMinor)
      ?.dividendCents ?? null;
  expect({
    status: outcome.status,
    gross: outcome.grossCents,
    takeout: outcome.takeoutCents,
    net: outcome.netCents,
    major: dividendOf(false),
    minor: dividendOf(true),
    paid: outcome.paidCents,
    breakage: outcome.breakageCents,
    topUp: outcome.houseTopUpCents,
    jackpotOut: outcome.jackpotOutCents,
  }).toEqual(expected.pool);
}

test("a pool of several races is settled as the reference settles it, to the cent", () => {
  fc.assert(
    fc.property(multiWithTickets, ({ pool, tickets }) => expectAsReference(pool, tickets)),
    { ...LAWS, numRuns: LAWS.numRuns * 2 },
  );
});

/** A ticket on one winner of each leg, with nothing wrong. */
const right = ({ pool, legs }: MultiPool): PoolBet =>
  ticketOf(
    pool,
    legs.map(({ placings, runners, scratched, scratchedAfterLeg1Started: late }) => {
      const out = [...scratched, ...late];
      const [first = 0] = placings?.[0] ?? runners.filter((runner) => !out.includes(runner));
      return [first];
    }),
    100,
  );

test("so is one that has a winner and nobody with one leg wrong", () => {
  fc.assert(
    fc.property(multiWithTickets, ({ pool, tickets }) => {
      const reference = referenceOf(pool);
      const others = tickets.filter(
        ({ slots }) => !wrongOf(reference, { legs: slots, unit: 1n }).includes(1),
      );
      expectAsReference(pool, [right(pool), ...others]);
    }),
    LAWS,
  );
});

const vectors = readVectors<MultiVector>("wider_card").filter(({ kind }) => kind === "multi");
const rulesOfAll = Object.keys(RULE_SETS) as RuleSetName[];

test.each(rulesOfAll)("so is every vector by %s", (name) => {
  expect(vectors).toHaveLength(40);
  for (const vector of vectors) {
    const pool = multiPoolOf({ ...vector, rule_set: name });
    const tickets = vector.tickets.map(({ legs, unit_cents }) =>
      ticketOf(vector.pool, legs, unit_cents),
    );
    expectAsReference(pool, tickets);
  }
});

test("the reference has what the vectors say", () => {
  for (const vector of vectors) {
    const { pool, bets } = settleMulti(
      referenceOf(multiPoolOf(vector)),
      vector.tickets.map(({ legs, unit_cents }) => ({ legs, unit: BigInt(unit_cents) })),
    );
    const { tickets, pool: said } = vector.expected;
    expect(bets.map(({ payout, refund }) => [payout, refund].map(Number))).toEqual(
      vector.tickets.map(({ id }) => [tickets[id]!["payout_cents"], tickets[id]!["refund_cents"]]),
    );
    if (pool === null) expect(said["status"], vector.id).toBe("REFUND");
    else {
      expect([pool.status, Number(pool.jackpotOut), Number(pool.topUp)]).toEqual([
        said["status"],
        said["jackpot_out_cents"],
        said["house_topup_cents"],
      ]);
    }
  }
});
