import type { PaymentView } from "@club/contract";
import { MONEY_SORTS } from "@club/contract/choices";
import { formatMoney } from "@club/i18n";
import {
  ConsoleButton,
  ConsoleSelect,
  DataTable,
  type DataColumn,
  Panel,
  PanelState,
  Tag,
  type TagTone,
  column,
} from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { isPending } from "../../api/ask.ts";
import { decideReturn, refundTopUp, usePayments, type PaymentState } from "../../api/payments.ts";
import { useWhyNot } from "../../core/connection.ts";
import { useT, type T } from "../../core/lang.ts";
import { hrefOf } from "../../core/paths.ts";
import { useOrder } from "../../core/table-order.ts";
import { whenText } from "../../core/time.ts";
import { AskDialog } from "../../shell/AskDialog.tsx";
import { Listing } from "../../shell/Listing.tsx";

type Act = "refund" | "again" | "sent";

interface Asking {
  readonly row: PaymentView;
  readonly act: Act;
}

const STATES: readonly PaymentState[] = [
  "asked",
  "open",
  "failed",
  "paid",
  "returning",
  "returned",
  "refunding",
  "refunded",
  "disputed",
];
const TONES: Readonly<Partial<Record<PaymentState, TagTone>>> = {
  paid: "turf",
  failed: "plain",
  disputed: "loss",
  refunded: "loss",
  returned: "plain",
};

/** Payments by provider. */
export function PaymentList(): ReactNode {
  const t = useT();
  const [state, setState] = useState<PaymentState | undefined>(undefined);
  const [asking, setAsking] = useState<Asking | undefined>(undefined);
  const order = useOrder(MONEY_SORTS, "-at");
  const query = usePayments(state, order.by);
  return (
    <Panel
      title={t("cardPay.payments")}
      end={<a href={`${hrefOf("reports")}?report=payments`}>{t("cardPay.file")}</a>}
    >
      <div className="filter">
        <ConsoleSelect
          label={t("cardPay.state")}
          value={state ?? "all"}
          options={["all", ...STATES].map((id) => ({
            id,
            label: id === "all" ? t("cardPay.all") : t(`cardPay.state.${id as PaymentState}`),
          }))}
          onChange={(id) => setState(STATES.find((each) => each === id))}
        />
      </div>
      <Listing query={query}>
        {({ list }) => (
          <DataTable
            label={t("cardPay.payments")}
            rows={list}
            rowId={(row) => row.topup_id}
            order={order}
            empty={
              <PanelState state="empty" title={t("cardPay.none")} text={t("cardPay.noneText")} />
            }
            columns={columnsOf(t, setAsking)}
          />
        )}
      </Listing>
      {asking !== undefined && <PaymentDialog {...asking} onClose={() => setAsking(undefined)} />}
    </Panel>
  );
}

function columnsOf(t: T, ask: (asking: Asking) => void): DataColumn<PaymentView>[] {
  return [
    column.mute("at", t("cardPay.at"), (row) => whenText(t, row.asked_at)),
    column.strong("player", t("cardPay.player"), (row) => (
      <a href={hrefOf("player", row.player_id)}>{row.user_name}</a>
    )),
    column.figure("amount", t("cardPay.amount"), (row) =>
      formatMoney(row.amount_cents, row.currency, t.language),
    ),
    column.text("state", t("cardPay.state"), (row) => (
      <>
        <Tag tone={TONES[row.state] ?? "brass"}>{t(`cardPay.state.${row.state}`)}</Tag>
        {isRefusedReturn(row) && (
          <p className="loss small">
            {t("cardPay.returnRefused")}
            {row.return_said !== null && row.return_said !== "" && `: ${row.return_said}`}
          </p>
        )}
      </>
    )),
    column.text("funding", t("cardPay.funding"), (row) => row.funding ?? "–"),
    column.text("reference", t("cardPay.reference"), (row) => row.reference ?? "–"),
    column.text("id", t("cardPay.id"), (row) => (
      <span className="bank-words">
        {row.provider} {row.payment_id ?? "–"}
      </span>
    )),
    column.end("act", t("sheet.act"), (row) => <RowActs row={row} ask={ask} />),
  ];
}

const isRefusedReturn = (row: PaymentView): boolean =>
  row.state === "returning" && row.return_state === "refused";

function RowActs(props: {
  readonly row: PaymentView;
  readonly ask: (asking: Asking) => void;
}): ReactNode {
  const t = useT();
  const { row, ask } = props;
  const reason = useWhyNot(
    "cashier",
    "POST /api/operator/topups/:topup_id/refund",
    "POST /api/operator/topups/:topup_id/return",
  );
  const acts: readonly Act[] =
    row.state === "paid" ? ["refund"] : isRefusedReturn(row) ? ["again", "sent"] : [];
  return (
    <span className="bank-acts">
      {acts.map((act) => (
        <ConsoleButton key={act} reason={reason} onPress={() => ask({ row, act })}>
          {t(`cardPay.${act}`)}
        </ConsoleButton>
      ))}
    </span>
  );
}

function PaymentDialog(props: Asking & { readonly onClose: () => void }): ReactNode {
  const t = useT();
  const { row, act } = props;
  const run = async (reason: string) => {
    const { topup_id } = row;
    const done = await (act === "refund"
      ? refundTopUp({ topup_id, reason })
      : decideReturn({ topup_id, act, reason }));
    return t(isPending(done) ? "cardPay.asked" : "cardPay.done");
  };
  // What went back in part is not sent back again.
  const cents = act === "refund" ? row.left_cents : row.amount_cents;
  const money = formatMoney(cents, row.currency, t.language);
  return (
    <AskDialog
      title={t(`cardPay.${act}Title`, { money, name: row.user_name })}
      text={t(`cardPay.${act}Text`)}
      label={t(`cardPay.${act}`)}
      danger={act === "refund"}
      money={money}
      reason="needed"
      run={run}
      onClose={props.onClose}
    />
  );
}
