import type { ProfileKey } from "./en.ts";

export const zhHans = {
  "push.race.title": "{venue} 第 {n} 场",
  "push.race.body": "当地时间 {time} 开跑。",
  "push.settled.title.one": "您的投注已结算",
  "push.settled.title.other": "您有 {n} 笔投注已结算",
  "push.settled.body": "打开查看结果。",
  "push.topUp.title": "您的充值已到账",
  "push.topUp.body": "已计入余额。",
} as const satisfies Record<ProfileKey, string>;
