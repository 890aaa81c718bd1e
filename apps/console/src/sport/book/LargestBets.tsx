import { formatTimeSeconds, outcomeName } from "@club/i18n";
import { ConsoleButton, DataTable, Panel, type DataColumn, column } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { useLargestBets, voidOrder, type DeskOrder } from "../../api/sport.ts";
import { useT, type T } from "../../core/lang.ts";
import { useMay } from "../../core/session.ts";
import { clubZone } from "../../core/time.ts";
import { AskDialog } from "../../shell/AskDialog.tsx";
import { Listing } from "../../shell/Listing.tsx";
import { useMoney } from "./money.ts";

/** The largest bets with a leg in an event; an unsettled one can be cancelled. */
export function LargestBets(props: {
  readonly eventId: string;
  readonly withAct?: boolean;
}): ReactNode {
  const t = useT();
  const { eventId } = props;
  const query = useLargestBets(eventId);
  const [asking, setAsking] = useState<DeskOrder | undefined>(undefined);
  const mayVoidOne = useMay("POST /api/operator/sports/orders/:order_id/void");
  const mayVoid = mayVoidOne && props.withAct === true;
  const columns = useColumns(eventId);
  return (
    <Panel title={t("desk.largest")}>
      <div className="sport-largest" data-acts={mayVoid || undefined}>
        <Listing query={query} rows={4}>
          {(orders) => (
            <DataTable
              label={t("desk.largest")}
              rows={orders}
              rowId={({ order_id }) => order_id}
              empty={t("desk.noBets")}
              columns={mayVoid ? [...columns, voidColumn(t, setAsking)] : columns}
            />
          )}
        </Listing>
      </div>
      {asking !== undefined && <VoidOrder order={asking} onClose={() => setAsking(undefined)} />}
    </Panel>
  );
}

function useColumns(eventId: string): DataColumn<DeskOrder>[] {
  const t = useT();
  const money = useMoney();
  return [
    column.text(
      "player",
      t("route.player"),
      (order) => <span className="sport-name">{order.user_name}</span>,
      (order) => order.user_name,
    ),
    column.strong("on", t("desk.on"), (order) => (
      <span
        className="sport-name"
        title={formatTimeSeconds(order.accepted_at, clubZone(), t.language)}
      >
        {onText(t, order, eventId)}
      </span>
    )),
    column.figure(
      "cost",
      t("bet.cost"),
      (order) => money.plain(order.cost_cents),
      (order) => order.cost_cents,
    ),
  ];
}

function voidColumn(t: T, onAsk: (order: DeskOrder) => void): DataColumn<DeskOrder> {
  return {
    id: "acts",
    label: t("desk.void"),
    hideLabel: true,
    cell: (order) =>
      order.status === "accepted" && (
        <ConsoleButton kind="text" onPress={() => onAsk(order)}>
          {t("desk.void")}
        </ConsoleButton>
      ),
  };
}

/** The bet's pick on this event, and its kind if there is more to it: "Ellerby Town · Trixie". */
function onText(t: T, order: DeskOrder, eventId: string): string {
  const leg = order.legs.find(({ event_id }) => event_id === eventId);
  const name = leg === undefined ? "" : outcomeName(t, leg, { market: leg, outcome: leg });
  return order.kind === "single" ? name : `${name} · ${t(`sport.kind.${order.kind}`)}`;
}

function VoidOrder(props: { readonly order: DeskOrder; readonly onClose: () => void }): ReactNode {
  const t = useT();
  const money = useMoney();
  const { order, onClose } = props;
  const run = async (reason: string) => {
    await voidOrder({ order_id: order.order_id, reason });
  };
  return (
    <AskDialog
      title={t("desk.voidOrder", { receipt: order.receipt_no })}
      text={t("desk.voidOrderText", { name: order.user_name })}
      label={t("desk.void")}
      money={money.full(order.cost_cents)}
      danger
      reason="needed"
      run={run}
      onClose={onClose}
    />
  );
}
