import type { MoneyKey } from "./en.ts";

export const zhHans = {
  "sandbox.title": "沙盒卡",
  "sandbox.notice": "这是测试：没有真实的卡，也没有真实的钱。",
  "sandbox.how": "请决定银行如何答复，随后由发卡支付商通知本会。",
  "sandbox.pay": "支付 {money}",
  "sandbox.decline": "让银行拒付",
  "sandbox.cancel": "不付款，返回本会",
} as const satisfies Record<MoneyKey, string>;
