import type { ReplayKey } from "./en.ts";

export const zhHant = {
  "replay.title": "重做的日子",
  "replay.what": "本會每晚根據投注、賽果和規則重做每一天，並與資料表比較。",
  "replay.broken": "與資料表不一致：{days}",
  "replay.equal.one": "{n} 項比較，全部一致",
  "replay.equal.other": "{n} 項比較，全部一致",
  "replay.differs": "不一致：{check}",
} as const satisfies Record<ReplayKey, string>;
