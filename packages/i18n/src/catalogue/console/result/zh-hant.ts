import type { ResultKey } from "./en.ts";

export const zhHant = {
  "approvalKind.race.correct": "賽果更正",
  "correct.open": "更正賽果",
  "correct.title": "更正 {race}",
  "correct.text": "賽事已按 {now} 派彩。更改賽果須由另一名操作員批准，此前不動款項。",
  "correct.field": "正確賽果",
  "correct.look": "查看款項變化",
  "correct.ask": "請另一名操作員批准",
  "correct.asked": "須由另一名操作員批准。",
  "correct.same": "這就是現行賽果。",
  "correct.reasonMissing": "請填寫原因。",
  "correct.players": "款項有變的玩家",
  "correct.sums": "{n} 名玩家。增加：{up}。減少：{down}。由會所承擔：{borne}。",
  "correct.nobody": "沒有玩家的款項改變。",
  "correct.diff": "差額",
  "correct.cash": "現時結餘",
  "correct.held": "凍結",
  "correct.borne": "會所承擔",
} as const satisfies Record<ResultKey, string>;
