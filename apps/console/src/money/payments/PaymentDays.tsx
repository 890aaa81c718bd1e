import { formatMoney } from "@club/i18n";
import { DataTable, Panel, PanelState, column } from "@club/ui/console";
import type { ReactNode } from "react";
import { usePaymentDays, type PaymentDay } from "../../api/payments.ts";
import { useCurrency } from "../../api/currency.ts";
import { useT } from "../../core/lang.ts";
import { whenText } from "../../core/time.ts";
import { Listing } from "../../shell/Listing.tsx";

/** Each day's list of the provider beside the ledger. */
export function PaymentDays(): ReactNode {
  const t = useT();
  const currency = useCurrency();
  const query = usePaymentDays();
  const money = (cents: number) => formatMoney(cents, currency, t.language);
  return (
    <Panel title={t("cardPay.days")}>
      <Listing query={query} rows={6}>
        {(list) => (
          <DataTable
            label={t("cardPay.days")}
            rows={list}
            rowId={(row) => `${row.provider} ${row.day}`}
            rowTone={(row) => (row.differences > 0 ? "loss" : undefined)}
            empty={
              <PanelState
                state="empty"
                title={t("cardPay.noDays")}
                text={t("cardPay.noDaysText")}
              />
            }
            columns={[
              column.strong("day", t("cardPay.day"), (row: PaymentDay) => row.day),
              column.text("provider", t("cardPay.provider"), (row: PaymentDay) => row.provider),
              column.figure(
                "listed",
                t("cardPay.listed"),
                (row: PaymentDay) => `${row.listed} · ${money(row.listed_cents)}`,
              ),
              column.figure(
                "booked",
                t("cardPay.booked"),
                (row: PaymentDay) => `${row.booked} · ${money(row.booked_cents)}`,
              ),
              column.figure("fees", t("cardPay.fees"), (row: PaymentDay) => money(row.fees_cents)),
              column.figure(
                "differences",
                t("cardPay.differences"),
                (row: PaymentDay) => row.differences,
              ),
              column.mute("at", t("cardPay.comparedAt"), (row: PaymentDay) =>
                whenText(t, row.compared_at),
              ),
            ]}
          />
        )}
      </Listing>
    </Panel>
  );
}
