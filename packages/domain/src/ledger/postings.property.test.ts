import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LAWS, LONG_LAWS } from "../../test/laws.ts";
import { raceWithBets } from "../../test/race-arbitrary.ts";
import { AU_STD } from "../pools/rule-sets.ts";
import type { PoolOutcome } from "../settlement/pool-outcome.ts";
import { partsOf, poolOfRace, settleRace } from "../settlement/settle-race.ts";
import { settleBet } from "../settlement/pay-bet.ts";
import { accountKey, clubAccount, parseAccountKey, playerAccount } from "./accounts.ts";
import {
  type Postings,
  adjusted,
  betPaid,
  betPlaced,
  isBalanced,
  paymentFeeKept,
  jackpotTaken,
  poolClosedOut,
  reversed,
  inviteRewarded,
  shopOrderPaid,
  sportBetPaid,
  sportBetPlaced,
  stakeRefunded,
  topUpApproved,
  topUpTakenBack,
  withdrawalPaid,
  withdrawalRequested,
  withdrawalReturned,
} from "./postings.ts";

function balances(entries: readonly Postings[]): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const { account, amountCents } of entries.flat()) {
    const key = accountKey(account);
    sums.set(key, (sums.get(key) ?? 0n) + amountCents);
  }
  return sums;
}

const amount = fc.bigInt(1n, 10n ** 12n);

test("every event's postings sum to zero, and a reversal undoes them", () => {
  const parts = fc.array(fc.record({ poolId: fc.constantFrom("a", "b"), amountCents: amount }), {
    minLength: 1,
    maxLength: 2,
  });
  fc.assert(
    fc.property(amount, parts, (cents, moves) => {
      const events = [
        betPlaced("p", moves),
        stakeRefunded("p", moves),
        betPaid("p", moves),
        jackpotTaken("a", "FIRST4", cents),
        topUpApproved("p", cents),
        withdrawalRequested("p", cents),
        withdrawalPaid("p", cents),
        withdrawalReturned("p", cents),
        adjusted(playerAccount("cash", "p"), -cents),
        sportBetPlaced("p", cents),
        sportBetPaid("p", cents),
        shopOrderPaid("p", cents),
        shopOrderPaid("p", 0n, cents),
        shopOrderPaid("p", cents, cents),
        inviteRewarded("p", cents),
        topUpTakenBack("p", cents),
        topUpTakenBack("p", 0n, cents),
        topUpTakenBack("p", cents, cents),
        paymentFeeKept(cents),
      ];
      for (const event of events) {
        expect(isBalanced(event)).toBe(true);
        expect(event.length).toBeGreaterThan(1);
        const undone = balances([event, reversed(event)]);
        expect([...undone.values()].every((sum) => sum === 0n)).toBe(true);
      }
    }),
    LAWS,
  );
});

test("the escrow of a settled pool ends at exactly zero, and so do all accounts together", () => {
  fc.assert(
    fc.property(raceWithBets, ({ race, bets }) => {
      const settled = settleRace(race, bets);
      const outcomes = new Map(settled.pools.map((outcome) => [outcome.pool, outcome]));
      const entries: Postings[] = [...outcomes.values()].flatMap((outcome) => [
        ...(outcome.jackpotInCents > 0n
          ? [jackpotTaken(outcome.pool, outcome.pool, outcome.jackpotInCents)]
          : []),
        poolClosedOut(outcome.pool, outcome),
      ]);
      bets.forEach((order, player) => {
        const parts = partsOf(order).map(({ pool, bet }) => {
          const money = settleBet(poolOfRace(race, pool), outcomes.get(pool) as PoolOutcome, bet);
          return { pool, ...money };
        });
        const bet = settled.bets[player]!;
        const id = String(player);
        const move = (key: "payoutCents" | "refundCents") =>
          parts.map((part) => ({ poolId: part.pool, amountCents: part[key] }));
        entries.push(
          placed(order, id),
          betPaid(id, move("payoutCents")),
          stakeRefunded(id, move("refundCents")),
        );
        expect(balances(entries).get(`cash:${id}`) ?? 0n).toBe(
          bet.payoutCents + bet.refundCents - bet.costCents,
        );
      });
      const sums = balances(entries);
      for (const [key, sum] of sums) if (key.startsWith("escrow:")) expect(sum).toBe(0n);
      expect([...sums.values()].reduce((a, b) => a + b, 0n)).toBe(0n);
      for (const pool of settled.pools) {
        const jackpot = sums.get(`jackpot:${pool.pool}`) ?? 0n;
        expect(jackpot).toBe(pool.jackpotOutCents - pool.jackpotInCents);
      }
      expect(sums.get("takeout") ?? 0n).toBe(
        settled.pools.reduce((s, p) => s + p.takeoutCents, 0n),
      );
    }),
    LONG_LAWS,
  );
});

function placed(order: Parameters<typeof partsOf>[0], player: string): Postings {
  const one = settleRace(NOTHING_RUN, [order]).pools;
  return betPlaced(
    player,
    one.map((pool) => ({ poolId: pool.pool, amountCents: pool.refundedCents })),
  );
}

/** An abandoned race gives every stake back: its refunds are the costs by pool. */
const NOTHING_RUN = {
  rules: AU_STD,
  handicap: false,
  runners: [1, 2],
  scratched: [],
  abandoned: true,
  placings: [],
  jackpotInCents: {},
  declared: null,
};

describe("accounts", () => {
  test.each([
    "cash:7",
    "held:a:b",
    "bonus:x",
    "escrow:9",
    "jackpot:FIRST4",
    "takeout",
    "bank_clearing",
  ])("%s is read as it is written", (key) => expect(accountKey(parseAccountKey(key)!)).toBe(key));

  test.each(["", "cash", "cash:", "takeout:1", "jackpot:NO", "nothing", "escrow"])(
    "%j is none",
    (key) => expect(parseAccountKey(key)).toBeNull(),
  );

  test("a close-out moves nothing that is zero", () => {
    expect(adjusted(clubAccount("takeout"), 0n)).toEqual([]);
  });
});
