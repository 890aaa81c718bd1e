import type { SportWireStep } from "@club/contract";
import { explainSportBet } from "@club/domain";
import { expect, test } from "vitest";
import { addUpSport } from "./sport-steps.ts";

/** A patent: one leg won, one half won, one lost: seven lines, three of them pay. */
const bet = {
  kind: "patent" as const,
  unitCents: 333n,
  costCents: 7n * 333n,
  maxPayoutCents: 1_000_000n,
  legs: [
    { oddsMilli: 2500, result: { status: "won" as const } },
    { oddsMilli: 1910, result: { status: "half_won" as const } },
    { oddsMilli: 3000, result: { status: "lost" as const } },
  ],
};

const MONEY = { cost_cents: Number(bet.costCents), refund_cents: 0 };

function stepsOf(maxPayoutCents: bigint): SportWireStep[] {
  return explainSportBet({ ...bet, maxPayoutCents }).map(({ key, params, amountCents }) => ({
    key,
    params: Object.fromEntries(
      Object.entries(params).map(([name, value]) => [
        name,
        typeof value === "bigint" ? Number(value) : value,
      ]),
    ) as SportWireStep["params"],
    amount_cents: amountCents === null ? null : Number(amountCents),
  }));
}

const paidBy = (steps: readonly SportWireStep[]): number => steps.at(-1)?.amount_cents ?? 0;

test.each([1_000_000, 1000])("steps that lead to the payout, at most %i, add up", (most) => {
  const steps = stepsOf(BigInt(most));
  const order = { ...MONEY, payout_cents: paidBy(steps), max_payout_cents: most };
  expect(steps.filter(({ key }) => key === "line")).toHaveLength(3);
  expect(addUpSport(steps, order)).toBe(true);
  expect(addUpSport(steps, { ...order, payout_cents: order.payout_cents + 1 })).toBe(false);
  expect(addUpSport(steps.slice(0, -1), order)).toBe(false);
});

test("a line, a factor or a unit that was changed does not", () => {
  const steps = stepsOf(bet.maxPayoutCents);
  const order = {
    ...MONEY,
    payout_cents: paidBy(steps),
    max_payout_cents: Number(bet.maxPayoutCents),
  };
  const line = steps.findIndex(({ key }) => key === "line");
  const changed = (at: number, change: Partial<SportWireStep>) =>
    steps.map((step, i) => (i === at ? { ...step, ...change } : step));
  expect(addUpSport(changed(line, { amount_cents: 1 }), order)).toBe(false);
  expect(addUpSport(changed(0, { params: { ...steps[0]!.params, factor: "2" } }), order)).toBe(
    false,
  );
  const unit = { ...steps[line]!.params, unit_stake_cents: 334 };
  expect(addUpSport(changed(line, { params: unit }), order)).toBe(false);
});
