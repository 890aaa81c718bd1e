import type { TopUp } from "@club/contract";
import { formatDateTime, formatMoney } from "@club/i18n";
import { ListRow, Tag, type TagTone } from "@club/ui";
import type { ReactNode } from "react";
import { useCurrency } from "../../api/wallet.ts";
import { useT } from "../../core/lang.ts";
import { hrefOf } from "../../core/routes.ts";
import { deviceZone } from "../../device/zone.ts";

const TONE: Readonly<Record<TopUp["status"], TagTone>> = {
  created: "brass",
  submitted: "brass",
  approved: "turf",
  rejected: "loss",
  expired: "plain",
};

/** A top-up with its state. */
export function TopUpRow({ topUp }: { readonly topUp: TopUp }): ReactNode {
  const t = useT();
  const currency = useCurrency();
  return (
    <ListRow
      strong
      title={formatMoney(topUp.amount_cents, currency, t.language)}
      meta={`${formatDateTime(topUp.created_at, deviceZone(), t.language)} · ${topUp.reference}`}
      end={<Tag tone={TONE[topUp.status]}>{t(`topUp.status.${topUp.status}`)}</Tag>}
      href={hrefOf("topUp", { topup: topUp.topup_id })}
    />
  );
}
