import type { MoneyKey } from "./en.ts";

export const zhHant = {
  "sandbox.title": "沙盒卡",
  "sandbox.notice": "這是測試：沒有真實的卡，也沒有真實的錢。",
  "sandbox.how": "請決定銀行如何答覆，隨後由發卡支付商通知本會。",
  "sandbox.pay": "支付 {money}",
  "sandbox.decline": "讓銀行拒付",
  "sandbox.cancel": "不付款，返回本會",
} as const satisfies Record<MoneyKey, string>;
