import type { Call, KeyScope } from "@club/contract";

/** What each scope may read, by path: the one table. A key never makes a call that changes something. */
const READS: Readonly<Record<KeyScope, RegExp>> = {
  "races.read":
    /^\/api\/operator\/(meetings|incidents|races\/:race_id|sports\/(events|events\/:event_id|board))$/,
  "reports.read": /^\/api\/operator\/(reports\/(day|:report_id)|sports\/report)$/,
  "ledger.read":
    /^\/api\/operator\/ledger\/(entries|entries\/:entry_id|months|trial-balance|verifications|verify)$/,
  "money.read":
    /^\/api\/operator\/(topups|withdrawals|withdrawals\/:withdrawal_id|payouts|bank\/(imports|lines|profiles|reconciliation))$/,
  "players.read": /^\/api\/operator\/players(\/:player_id)?$/,
  "audit.read": /^\/api\/operator\/audit$/,
};

/** Whether a key with these scopes may make a call. */
export function mayKeyCall(
  call: Pick<Call, "method" | "path">,
  scopes: readonly KeyScope[],
): boolean {
  return call.method === "GET" && scopes.some((scope) => READS[scope].test(call.path));
}
