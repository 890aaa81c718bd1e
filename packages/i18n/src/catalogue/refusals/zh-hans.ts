import type { RefusalKey } from "./en.ts";

export const zhHans = {
  "refusal.unknown": "俱乐部未接受此操作（{code}）。",
  "refusal.race.closed": "本场赛事已截止投注。",
  "refusal.signin.refused": "用户名或密码不正确。",
  "refusal.limit.stake": "已超出你的投注限额。",
  "refusal.odds.changed": "赔率已变动。",
} as const satisfies Record<RefusalKey, string>;
