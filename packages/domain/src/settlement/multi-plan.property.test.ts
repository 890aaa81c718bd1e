import fc from "fast-check";
import { expect, test } from "vitest";
import { LAWS } from "../../test/laws.ts";
import { multiWithTickets } from "../../test/multi-arbitrary.ts";
import type { PoolBet } from "../bets/bet-order.ts";
import { enumerateCombinations } from "../bets/combinations.ts";
import { sumCents } from "../money/cents.ts";
import type { LegFacts, MultiPool } from "../pools/pool-facts.ts";
import { startPayout } from "./pay-bet.ts";
import { finishTally, startTally } from "./pool-tally.ts";
import { aliveIn, WillPays } from "./will-pays.ts";

const settle = (pool: MultiPool, tickets: readonly PoolBet[]) => {
  const tally = startTally(pool);
  for (const ticket of tickets) tally.add(ticket);
  return finishTally(tally);
};

/** How one runner of a combination does in its leg, looked at by itself. */
function fateOf(pool: MultiPool, leg: LegFacts, runner: number): "back" | "right" | "wrong" {
  const isEarly = leg.scratched.includes(runner);
  const isOut = isEarly || leg.scratchedAfterLeg1Started.includes(runner);
  const isReplaced = isOut && (!isEarly || pool.rules.doubles.withdrawn === "FAVOURITE");
  const stands = isReplaced && (leg.favourite !== null || leg.void);
  if (isOut && !stands) return "back";
  if (leg.void) return "right";
  const running = isOut ? leg.favourite : runner;
  return leg.placings?.[0]?.includes(running ?? 0) ? "right" : "wrong";
}

/** Every combination of a ticket by itself: how many of its legs are wrong; null: it came back. */
function wrongLegs(pool: MultiPool, ticket: PoolBet): (number | null)[] {
  return [...enumerateCombinations(ticket)].map((numbers) => {
    const fates = numbers.map((runner, i) => fateOf(pool, pool.legs[i]!, runner));
    return fates.includes("back") ? null : fates.filter((fate) => fate === "wrong").length;
  });
}

test("counted leg by leg it is as if every combination were looked at", () => {
  fc.assert(
    fc.property(multiWithTickets, ({ pool, tickets }) => {
      const outcome = settle(pool, tickets);
      let [gross, major, minor] = [0n, 0n, 0n];
      for (const ticket of tickets) {
        const wrong = wrongLegs(pool, ticket);
        const count = (...wanted: number[]) =>
          BigInt(
            wrong.filter((n) => n !== null && (wanted.length === 0 || wanted.includes(n))).length,
          );
        gross += count() * ticket.unitStakeCents;
        major += count(0) * ticket.unitStakeCents;
        minor += count(1) * ticket.unitStakeCents;
        const back = BigInt(wrong.filter((n) => n === null).length) * ticket.unitStakeCents;
        const settled = startPayout(pool, outcome).settle(ticket);
        expect(settled.scratchRefundCents).toBe(back);
      }
      expect(outcome.grossCents).toBe(gross);
      if (!["PAID", "JACKPOT_MINOR_PAID"].includes(outcome.status)) return;
      const stakesOn = (isMinor: boolean) =>
        outcome.dividends.find(({ combination }) => combination.includes("-") !== isMinor)
          ?.stakesCents ?? 0n;
      expect(stakesOn(false)).toBe(major);
      expect(stakesOn(true)).toBe(pool.pool === "PICK6" ? minor : 0n);
    }),
    LAWS,
  );
});

test("what comes into a pool goes out of it, and tickets get what it paid", () => {
  fc.assert(
    fc.property(multiWithTickets, ({ pool, tickets }) => {
      const outcome = settle(pool, tickets);
      const into = outcome.grossCents + outcome.jackpotInCents + outcome.houseTopUpCents;
      const out = outcome.takeoutCents + outcome.paidCents + outcome.breakageCents;
      expect(out + outcome.jackpotOutCents).toBe(into);
      const payout = startPayout(pool, outcome);
      const paid = sumCents(tickets.map((ticket) => payout.settle(ticket).payoutCents));
      const isRefund = outcome.status.startsWith("REFUND");
      expect(paid).toBe(isRefund ? 0n : outcome.paidCents);
      const cost = sumCents(
        tickets.map((each) => BigInt(wrongLegs(pool, each).length) * each.unitStakeCents),
      );
      expect(outcome.grossCents + outcome.refundedCents).toBe(cost);
    }),
    LAWS,
  );
});

test("a dividend common to all never pays more than there is, but for minimum and guarantee", () => {
  fc.assert(
    fc.property(multiWithTickets, ({ pool, tickets }) => {
      const outcome = settle({ ...pool, guaranteeCents: 0n }, tickets);
      const isTopped = outcome.dividends.some(({ dividendCents }) => dividendCents === 100n);
      if (!isTopped) expect(outcome.houseTopUpCents).toBe(0n);
      const guaranteed = settle(pool, tickets);
      if (isTopped) return;
      expect(guaranteed.houseTopUpCents).toBeLessThanOrEqual(pool.guaranteeCents);
      if (guaranteed.status !== "PAID") expect(guaranteed.houseTopUpCents).toBe(0n);
    }),
    LAWS,
  );
});

/** The pool while its last leg is open. */
function beforeLast(pool: MultiPool): MultiPool {
  const legs = pool.legs.map((leg, i) =>
    i === pool.legs.length - 1
      ? { ...leg, placings: null, void: false, voidAfterLeg1Started: false }
      : leg,
  );
  return { ...pool, legs };
}

function ifWins(pool: MultiPool, runner: number): MultiPool {
  const legs = pool.legs.map((leg, i) =>
    i === pool.legs.length - 1 ? { ...leg, placings: [[runner]] } : leg,
  );
  return { ...pool, legs };
}

test("what a runner of the last leg would pay is what it pays when it wins", () => {
  fc.assert(
    fc.property(multiWithTickets, ({ pool, tickets }) => {
      const open = beforeLast(pool);
      const willPays = new WillPays(open);
      for (const ticket of tickets) willPays.add(ticket);
      for (const willPay of willPays.list()) {
        const settled = ifWins(open, willPay.runner);
        const outcome = settle(settled, tickets);
        const isMinor = (combination: string) => !combination.includes("-");
        const [major, minor] = [false, true].map(
          (wanted) =>
            outcome.dividends.find((each) => isMinor(each.combination) === wanted) ?? null,
        );
        expect(willPay.dividendCents).toBe(major?.dividendCents ?? null);
        expect(willPay.stakesCents).toBe(major?.stakesCents ?? 0n);
        expect(willPay.minorDividendCents).toBe(minor?.dividendCents ?? null);
        const payout = startPayout(settled, outcome);
        for (const ticket of tickets) {
          expect(willPays.payoutOf(ticket, willPay)).toBe(payout.settle(ticket).payoutCents);
        }
      }
    }),
    LAWS,
  );
});

test("a ticket is alive by the combinations that have no leg wrong so far", () => {
  fc.assert(
    fc.property(multiWithTickets, fc.integer({ min: 0, max: 6 }), ({ pool, tickets }, decided) => {
      const legs = pool.legs.map((leg, i) =>
        i < decided ? leg : { ...leg, placings: null, void: false, voidAfterLeg1Started: false },
      );
      const now = { ...pool, legs };
      const isOver = legs.filter((leg) => leg.void).length * 2 >= legs.length;
      for (const ticket of tickets) {
        const alive = aliveIn(now, ticket.slots);
        expect(alive.decided).toBe(Math.min(decided, legs.length));
        const wrong = [...enumerateCombinations(ticket)].map((numbers) => {
          const fates = numbers.map((runner, i) => fateOf(now, legs[i]!, runner));
          if (fates.includes("back")) return null;
          return fates.slice(0, decided).filter((fate) => fate === "wrong").length;
        });
        const count = (wanted: number) => wrong.filter((each) => each === wanted).length;
        expect(alive.combinations).toBe(isOver ? 0 : count(0));
        expect(alive.oneWrong).toBe(isOver || pool.pool !== "PICK6" ? 0 : count(1));
      }
    }),
    LAWS,
  );
});
