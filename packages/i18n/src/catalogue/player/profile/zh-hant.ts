import type { ProfileKey } from "./en.ts";

export const zhHant = {
  "push.race.title": "{venue} 第 {n} 場",
  "push.race.body": "當地時間 {time} 開跑。",
  "push.settled.title.one": "您的投注已結算",
  "push.settled.title.other": "您有 {n} 筆投注已結算",
  "push.settled.body": "開啟以查看結果。",
  "push.topUp.title": "您的增值已到帳",
  "push.topUp.body": "已計入餘額。",
} as const satisfies Record<ProfileKey, string>;
