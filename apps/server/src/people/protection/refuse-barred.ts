import type { Call } from "@club/contract";
import { Refusal } from "@club/domain";

/**
 * What somebody in a time-out or excluded may still do besides reading: withdraw, look after the
 * account, set stricter limits. Every other call of a player is refused, including new ones
 * (promise G6). Bets and top-ups check again inside their transactions.
 */
const ALLOWED: readonly string[] = [
  "POST /api/user/signout",
  "POST /api/user/heartbeat",
  "POST /api/user/change-password",
  "POST /api/user/close",
  "PUT /api/user/profile",
  "POST /api/user/bank_card",
  "DELETE /api/user/sessions/:session_id",
  "POST /api/user/passkeys/options",
  "POST /api/user/passkeys",
  "DELETE /api/user/passkeys/:passkey_id",
  "PUT /api/user/limits",
  "PUT /api/user/protection",
  "POST /api/user/time-out",
  "POST /api/user/self-exclusion",
  "POST /api/user/self-exclusion/return",
  "POST /api/user/reality-check",
  "POST /api/order/resolve",
  "POST /api/complaint/create",
  "POST /api/user/documents",
  "POST /api/withdraw/create",
  "POST /api/withdraw/:withdrawal_id/cancel",
  "POST /api/withdraw/:id/cancel",
  "DELETE /api/push/subscription",
];

/** Reads that only serve further betting. */
const REFUSED_READS: readonly string[] = [
  "GET /api/recharge/methods",
  "GET /api/invitation/info",
  "GET /api/push/key",
];

/** @throws player.time_out, player.excluded */
export function refuseBarred(call: Call, barredBy: string | null): void {
  if (barredBy === null) return;
  const name = `${call.method} ${call.path}`;
  const isAllowed = call.method === "GET" ? !REFUSED_READS.includes(name) : ALLOWED.includes(name);
  if (!isAllowed) throw new Refusal(barredBy);
}
