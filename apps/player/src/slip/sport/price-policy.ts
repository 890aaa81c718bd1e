import { PRICE_POLICIES, type PricePolicy } from "@club/domain";

export function isPricePolicy(value: unknown): value is PricePolicy {
  return PRICE_POLICIES.some((policy) => policy === value);
}

/** Whether a price that moved so needs the player's yes before the bet. The server asks the same. */
export function needsYes(policy: PricePolicy, seenMilli: number, nowMilli: number): boolean {
  if (seenMilli === nowMilli || policy === "any") return false;
  return policy === "ask" || nowMilli < seenMilli;
}
