import type { PaymentArrivalView } from "@club/contract";
import { MONEY_SORTS } from "@club/contract/choices";
import { formatMoney } from "@club/i18n";
import { ConsoleButton, DataTable, type DataColumn, Panel, Tag, column } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { usePaymentArrivals } from "../../api/payments.ts";
import { useWhyNot } from "../../core/connection.ts";
import { useT, type T } from "../../core/lang.ts";
import { hrefOf } from "../../core/paths.ts";
import { useOrder } from "../../core/table-order.ts";
import { whenText } from "../../core/time.ts";
import { Listing } from "../../shell/Listing.tsx";
import { ArrivalDialog, type ArrivalAsking } from "./ArrivalDialog.tsx";

/** What came by a provider and does not fit, each until somebody decides it. */
export function Arrivals(): ReactNode {
  const t = useT();
  const order = useOrder(MONEY_SORTS, "-at");
  const query = usePaymentArrivals(order.by);
  const [asking, setAsking] = useState<ArrivalAsking | undefined>(undefined);
  return (
    <Panel
      title={t("cardPay.arrivals")}
      end={<a href={`${hrefOf("reports")}?report=arrivals`}>{t("cardPay.file")}</a>}
    >
      <Listing query={query}>
        {({ list }) => (
          <DataTable
            label={t("cardPay.arrivals")}
            rows={list}
            rowId={(row) => row.arrival_id}
            order={order}
            isMuted={(row) => row.state !== "open"}
            empty={t("cardPay.noArrivals")}
            columns={columnsOf(t, setAsking)}
          />
        )}
      </Listing>
      {asking !== undefined && <ArrivalDialog {...asking} onClose={() => setAsking(undefined)} />}
    </Panel>
  );
}

function columnsOf(t: T, ask: (asking: ArrivalAsking) => void): DataColumn<PaymentArrivalView>[] {
  return [
    column.mute("at", t("cardPay.came"), (row) => whenText(t, row.arrived_at)),
    column.figure("amount", t("cardPay.amount"), (row) =>
      formatMoney(row.amount_cents, row.currency, t.language),
    ),
    column.text("what", t("cardPay.what"), (row) => (
      <>
        <Tag tone={row.state === "open" ? "loss" : "plain"}>{t(`cardPay.why.${row.why}`)}</Tag>
        {row.taken_cents + row.missing_cents > 0 && (
          <p className="mute small">
            {t("cardPay.took")}:{" "}
            {[row.taken_cents, row.missing_cents]
              .map((cents) => formatMoney(cents, row.currency, t.language))
              .join(", ")}
          </p>
        )}
      </>
    )),
    column.strong("player", t("cardPay.player"), (row) =>
      row.player_id === null ? "–" : <a href={hrefOf("player", row.player_id)}>{row.user_name}</a>,
    ),
    column.text("reference", t("cardPay.reference"), (row) => row.reference ?? "–"),
    column.text("id", t("cardPay.id"), (row) => (
      <span className="bank-words">
        {row.provider} {row.payment_id}
      </span>
    )),
    column.end("act", t("sheet.act"), (row) => <RowActs row={row} ask={ask} />),
  ];
}

function RowActs(props: {
  readonly row: PaymentArrivalView;
  readonly ask: (asking: ArrivalAsking) => void;
}): ReactNode {
  const t = useT();
  const { row, ask } = props;
  const reason = useWhyNot(
    "cashier",
    "POST /api/operator/payments/arrivals/:arrival_id/book",
    "POST /api/operator/payments/arrivals/:arrival_id/return",
    "POST /api/operator/payments/arrivals/:arrival_id/won",
    "POST /api/operator/payments/arrivals/:arrival_id/dismiss",
  );
  if (row.state !== "open") {
    const by = row.decided_by === null ? "" : ` · ${row.decided_by}`;
    return (
      <>
        <Tag>{`${t(`cardPay.is.${row.state}`)}${by}`}</Tag>
        {row.reason !== null && <p className="mute small">{row.reason}</p>}
      </>
    );
  }
  return (
    <span className="bank-acts">
      {row.acts.map((act) => (
        <ConsoleButton key={act} reason={reason} onPress={() => ask({ row, act })}>
          {t(`cardPay.act.${act}`)}
        </ConsoleButton>
      ))}
    </span>
  );
}
