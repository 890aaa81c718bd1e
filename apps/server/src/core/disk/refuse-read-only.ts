import type { Call } from "@club/contract";
import { Refusal } from "@club/domain";

/**
 * What a player may do besides reading while the disk is short of space: learn what became of a slip,
 * sign out and protect themselves. These take a few bytes; bets, money and pictures wait (promise P13).
 */
const ALLOWED: readonly string[] = [
  "POST /api/user/signout",
  "POST /api/user/heartbeat",
  "DELETE /api/user/sessions/:session_id",
  "PUT /api/user/limits",
  "PUT /api/user/protection",
  "POST /api/user/time-out",
  "POST /api/user/self-exclusion",
  "POST /api/user/reality-check",
  "POST /api/order/resolve",
  "POST /api/order/quote",
  "DELETE /api/push/subscription",
];

/** @throws club.read_only */
export function refuseReadOnly(call: Call): void {
  if (call.access !== "player" || call.method === "GET") return;
  if (!ALLOWED.includes(`${call.method} ${call.path}`)) throw new Refusal("club.read_only");
}
