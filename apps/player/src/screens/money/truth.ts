import type { TopUp } from "@club/contract";

/** What is known of a payment at a provider. Only the club says that money came, never the way back. */
export type Truth = "asking" | "slow" | "arrived" | "failed" | "expired" | "held";

/** After this long without an answer the page says that it takes longer. */
const SLOW_MS = 120_000;

/** What a payment's page may say of it, at an instant of the player's clock. */
export function truthOf(topUp: TopUp, nowMs: number): Truth {
  if (topUp.status === "approved") return "arrived";
  if (topUp.is_looked_at) return "held";
  if (topUp.status === "rejected") return "failed";
  if (topUp.status === "expired") return "expired";
  return nowMs - Date.parse(topUp.created_at) > SLOW_MS ? "slow" : "asking";
}

/** Whether more may be known in a moment. */
export const isOpen = (truth: Truth): boolean => truth === "asking" || truth === "slow";

/** Whether a top-up is paid at a provider, so that its page is the one that waits for the truth. */
export const isAtProvider = ({ method }: Pick<TopUp, "method">): boolean => method === "card";
