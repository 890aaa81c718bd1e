import type { ListItemOf, listStatement } from "@club/contract";
import { formatMoney } from "@club/i18n";
import { SelectionLine, type SelectionPart } from "@club/ui";
import { DataTable, type DataColumn, Tag, type TagTone, column } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import type { PlayerDetail, PlayerOrder } from "../../api/players.ts";
import { useT, type T } from "../../core/lang.ts";
import { hrefOf } from "../../core/paths.ts";
import { useMay } from "../../core/session.ts";
import { whenText } from "../../core/time.ts";
import { voidColumn, VoidOrder } from "./VoidOrder.tsx";

type StatementLine = ListItemOf<typeof listStatement>;

const TONES: Readonly<Record<string, TagTone>> = {
  accepted: "brass",
  won: "turf",
  lost: "plain",
  refunded: "firm",
  void: "firm",
};

/** The latest bets, in cloths; an unsettled one can be cancelled. */
export function OrderTable(props: {
  readonly player: PlayerDetail;
  readonly currency: string;
}): ReactNode {
  const t = useT();
  const { player, currency } = props;
  const mayVoid = useMay("risk", "results_clerk");
  const [asking, setAsking] = useState<PlayerOrder | undefined>(undefined);
  const columns = orderColumns(t, currency);
  return (
    <>
      <DataTable
        label={t("player.bets")}
        rows={player.orders}
        rowId={(order) => order.order_id}
        empty={t("player.noBets")}
        columns={mayVoid ? [...columns, voidColumn(t, setAsking)] : columns}
      />
      {asking !== undefined && (
        <VoidOrder
          player={player}
          order={asking}
          currency={currency}
          onClose={() => setAsking(undefined)}
        />
      )}
    </>
  );
}

function OrderTag({ order }: { readonly order: PlayerOrder }): ReactNode {
  const t = useT();
  const text = t.find(`orderStatus.${order.status}`) ?? order.status;
  return <Tag tone={TONES[order.status] ?? "plain"}>{text.toLocaleLowerCase(t.language)}</Tag>;
}

function betName(t: T, order: PlayerOrder): string {
  return t.find(`betType.${order.bet_type}`) ?? String(order.bet_type);
}

/** In the form's order: positions, then legs, separated by a slash. */
const FIELDS = ["horse1st", "horse2nd", "horse3rd", "horse4th", "horse", "horse2"];

function partsOf(selections: PlayerOrder["selections"]): SelectionPart[] {
  const fields = FIELDS.flatMap((field) => {
    const numbers = selections[field] ?? [];
    return numbers.length === 0 ? [] : [numbers.map((number) => ({ number }))];
  });
  return fields.flatMap((parts, index) => (index === 0 ? parts : [{ text: "/" }, ...parts]));
}

/** The latest lines of the cash account. */
export function StatementTable(props: {
  readonly lines: readonly StatementLine[];
  readonly currency: string;
}): ReactNode {
  const t = useT();
  return (
    <DataTable
      label={t("player.money")}
      rows={props.lines}
      rowId={(line) => line.entry_id}
      empty={t("player.noMoney")}
      columns={statementColumns(t, props.currency)}
    />
  );
}

function orderColumns(t: T, currency: string): DataColumn<PlayerOrder>[] {
  const plain = (cents: number) => formatMoney(cents, currency, t.language, { plain: true });
  return [
    column.mute("at", t("player.accepted"), (order) => whenText(t, order.accepted_at)),
    column.strong("bet", t("player.bet"), (order) => betName(t, order)),
    column.text("race", t("route.race"), (order) => (
      <a href={hrefOf("race", order.race_id)}>
        {order.meetings} {t("race.short", { n: order.raceNo })}
      </a>
    )),
    column.text("runners", t("player.runners"), (order) => (
      <SelectionLine parts={partsOf(order.selections)} />
    )),
    column.figure("cost", t("bet.cost"), (o) => plain(o.cost_cents)),
    column.text("status", t("race.status"), (order) => <OrderTag order={order} />),
    column.figure("paid", t("player.paid"), (order) =>
      order.status === "accepted" ? "–" : plain(order.payout_cents),
    ),
    column.figure("back", t("player.refunded"), (order) =>
      order.refund_cents === 0 ? "–" : plain(order.refund_cents),
    ),
    column.mute("receipt", t("player.receipt"), (o) => o.receipt_no),
  ];
}

function statementColumns(t: T, currency: string): DataColumn<StatementLine>[] {
  return [
    column.mute("at", t("ledger.at"), (line) => whenText(t, line.at)),
    column.strong("type", t("ledger.event"), (line) => t.find(`entry.${line.type}`) ?? line.type),
    column.text(
      "reference",
      t("approvals.reference"),
      (line) => line.bet?.receipt_no ?? line.reference ?? "–",
    ),
    column.figure("amount", t("approvals.amount"), (line) => (
      <span className={line.amount_cents > 0 ? "turf" : undefined}>
        {formatMoney(line.amount_cents, currency, t.language, {
          plain: true,
          sign: "always",
        })}
      </span>
    )),
    column.figure("balance", t("money.balance"), (line) =>
      formatMoney(line.balance_cents, currency, t.language, { plain: true }),
    ),
  ];
}
