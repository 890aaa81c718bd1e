import type { RefusalKey } from "./en.ts";

export const zhHant = {
  "refusal.unknown": "會方未接受此操作（{code}）。",
  "refusal.race.closed": "本場賽事已截止投注。",
  "refusal.signin.refused": "用戶名稱或密碼不正確。",
  "refusal.limit.stake": "已超出你的投注限額。",
  "refusal.odds.changed": "賠率已變動。",
} as const satisfies Record<RefusalKey, string>;
