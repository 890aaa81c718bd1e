import type { ReplayKey } from "./en.ts";

export const zhHans = {
  "replay.title": "重做的日子",
  "replay.what": "本会每晚根据投注、赛果和规则重做每一天，并与数据表比较。",
  "replay.broken": "与数据表不一致：{days}",
  "replay.equal.one": "{n} 项比较，全部一致",
  "replay.equal.other": "{n} 项比较，全部一致",
  "replay.differs": "不一致：{check}",
} as const satisfies Record<ReplayKey, string>;
