import type { Approval } from "@club/contract";
import { formatMoney } from "@club/i18n";
import type { T } from "../../core/lang.ts";

export function kindText(t: T, item: Approval): string {
  return t.find(`approvalKind.${item.kind}`) ?? item.kind;
}

/** What it moves; of a cancelled bet what comes back to the player. */
export function amountText(t: T, item: Approval, currency: string): string {
  const cents = item.payload[item.kind === "order.void" ? "refund_cents" : "amount_cents"];
  if (typeof cents !== "number") return "–";
  return formatMoney(cents, currency, t.language, { sign: "always" });
}
