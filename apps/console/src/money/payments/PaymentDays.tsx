import { formatMoney } from "@club/i18n";
import { DataTable, type DataTableProps, Panel, PanelState } from "@club/ui/console";
import type { ReactNode } from "react";
import { usePaymentDays, type PaymentDay } from "../../api/payments.ts";
import { useCurrency } from "../../api/currency.ts";
import { useT, type T } from "../../core/lang.ts";
import { whenText } from "../../core/time.ts";
import { Listing } from "../../shell/Listing.tsx";

type Columns = DataTableProps<PaymentDay>["columns"];

/** Each day's list of the provider beside the ledger. */
export function PaymentDays(): ReactNode {
  const t = useT();
  const currency = useCurrency();
  const query = usePaymentDays();
  const money = (cents: number): string => formatMoney(cents, currency, t.language);
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
            columns={columnsOf(t, money)}
          />
        )}
      </Listing>
    </Panel>
  );
}

const columnsOf =
  (t: T, money: (cents: number) => string): Columns =>
  (column) => [
    column.strong("day", t("cardPay.day"), dayOf, dayOf),
    column.text("provider", t("cardPay.provider"), providerOf, providerOf),
    column.figure(
      "listed",
      t("cardPay.listed"),
      (row) => `${row.listed} · ${money(row.listed_cents)}`,
      (row) => row.listed_cents,
    ),
    column.figure(
      "booked",
      t("cardPay.booked"),
      (row) => `${row.booked} · ${money(row.booked_cents)}`,
      (row) => row.booked_cents,
    ),
    column.figure(
      "fees",
      t("cardPay.fees"),
      (row) => money(row.fees_cents),
      (row) => row.fees_cents,
    ),
    column.figure("differences", t("cardPay.differences"), apartOf, apartOf),
    column.mute(
      "at",
      t("cardPay.comparedAt"),
      (row) => whenText(t, row.compared_at),
      (row) => row.compared_at,
    ),
  ];

const dayOf = (row: PaymentDay): string => row.day;
const providerOf = (row: PaymentDay): string => row.provider;
const apartOf = (row: PaymentDay): number => row.differences;
