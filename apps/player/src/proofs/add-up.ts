import type { SportWireStep, WireStep } from "@club/contract";
import { payCombination } from "@club/domain";

/** What became of a bet's money, as its order shows it. */
export interface ShownMoney {
  readonly cost_cents: number;
  readonly payout_cents: number;
  readonly refund_cents: number;
}

/** Whether the steps lead to the amounts: each line computed again, their sum, what came back, and the last step. */
export function addUp(steps: readonly WireStep[], order: ShownMoney): boolean {
  let sum = 0n;
  for (const { key, params, amount_cents } of steps) {
    if (key !== "line") continue;
    const unit = BigInt(Number(params["unit_stake_cents"]));
    const dividend = BigInt(Number(params["dividend_cents"]));
    const paid = BigInt(Number(params["count"])) * payCombination(unit, dividend);
    if (paid !== BigInt(amount_cents ?? -1)) return false;
    sum += paid;
  }
  return sum === BigInt(order.payout_cents) && endsWith(steps, order) && cameBack(steps, order);
}

type Step = Pick<WireStep | SportWireStep, "key" | "amount_cents">;

/** The last step is the payout. */
export function endsWith(steps: readonly Step[], { payout_cents }: ShownMoney): boolean {
  const last = steps.at(-1);
  return last?.key === "payout" && last.amount_cents === payout_cents;
}

const BACK: readonly string[] = ["scratched", "refund", "no_winner"];

/**
 * Whether what came back is what the steps say. Of a bet that was cancelled that is its whole cost:
 * the step has what was live of it, scratchings had given back the rest.
 */
export function cameBack(steps: readonly Step[], order: ShownMoney): boolean {
  if (steps.some(({ key }) => key === "void")) return order.refund_cents === order.cost_cents;
  const back = steps.filter(({ key }) => BACK.includes(key));
  return back.reduce((sum, step) => sum + (step.amount_cents ?? 0), 0) === order.refund_cents;
}
