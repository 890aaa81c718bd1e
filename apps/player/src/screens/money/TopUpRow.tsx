import type { TopUp } from "@club/contract";
import { formatDateTime, formatMoney } from "@club/i18n";
import { ListRow, Tag, type TagTone } from "@club/ui";
import type { ReactNode } from "react";
import { useCurrency } from "../../api/wallet.ts";
import { useT, type T } from "../../core/lang.ts";
import { hrefOf } from "../../core/routes.ts";
import { isAtProvider } from "./truth.ts";
import { deviceZone } from "../../device/zone.ts";

const TONE: Readonly<Record<TopUp["status"], TagTone>> = {
  created: "brass",
  submitted: "brass",
  approved: "turf",
  rejected: "loss",
  expired: "plain",
};

/** Nobody waits for a transfer where a card is asked for. */
export function statusText(t: T, { method, status }: TopUp): string {
  const isUnpaid = status === "created" && method !== "bank_transfer";
  return t(isUnpaid ? "topUp.status.paying" : `topUp.status.${status}`);
}

/** A top-up with its state. */
export function TopUpRow({ topUp }: { readonly topUp: TopUp }): ReactNode {
  const t = useT();
  const currency = useCurrency();
  return (
    <ListRow
      strong
      title={formatMoney(topUp.amount_cents, currency, t.language)}
      meta={`${formatDateTime(topUp.created_at, deviceZone(), t.language)} · ${topUp.reference}`}
      end={<Tag tone={TONE[topUp.status]}>{statusText(t, topUp)}</Tag>}
      href={hrefOf(isAtProvider(topUp) ? "topUps" : "topUp", { topup: topUp.topup_id })}
    />
  );
}
