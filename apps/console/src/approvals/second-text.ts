import type { Approval } from "@club/contract";
import { formatMoney } from "@club/i18n";
import type { T } from "../lang.ts";

export function kindText(t: T, item: Approval): string {
  return t.find(`approvalKind.${item.kind}`) ?? item.kind;
}

export function amountText(t: T, item: Approval, currency: string): string {
  const cents = item.payload["amount_cents"];
  if (typeof cents !== "number") return "–";
  return formatMoney(cents, currency, t.language, { sign: "always" });
}
