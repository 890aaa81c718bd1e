import type { WireStep } from "@club/contract";
import { payCombination } from "@club/domain";

/** Whether the steps lead to the amount: each line computed again, their sum, and the last step. */
export function addUp(steps: readonly WireStep[], payoutCents: number): boolean {
  let sum = 0n;
  for (const { key, params, amount_cents } of steps) {
    if (key !== "line") continue;
    const unit = BigInt(Number(params["unit_stake_cents"]));
    const dividend = BigInt(Number(params["dividend_cents"]));
    const paid = BigInt(Number(params["count"])) * payCombination(unit, dividend);
    if (paid !== BigInt(amount_cents ?? -1)) return false;
    sum += paid;
  }
  const last = steps.at(-1);
  return last?.key === "payout" && last.amount_cents === payoutCents && sum === BigInt(payoutCents);
}
