import type { ResultKey } from "./en.ts";

export const zhHans = {
  "approvalKind.race.correct": "赛果更正",
  "correct.open": "更正赛果",
  "correct.title": "更正 {race}",
  "correct.text": "赛事已按 {now} 派彩。更改赛果须由另一名操作员批准，此前不动款项。",
  "correct.field": "正确赛果",
  "correct.look": "查看款项变化",
  "correct.ask": "请另一名操作员批准",
  "correct.asked": "须由另一名操作员批准。",
  "correct.same": "这就是现行赛果。",
  "correct.reasonMissing": "请填写原因。",
  "correct.players": "款项有变的玩家",
  "correct.sums": "{n} 名玩家。增加：{up}。减少：{down}。由会所承担：{borne}。",
  "correct.nobody": "没有玩家的款项改变。",
  "correct.diff": "差额",
  "correct.cash": "现时结余",
  "correct.held": "冻结",
  "correct.borne": "会所承担",
} as const satisfies Record<ResultKey, string>;
