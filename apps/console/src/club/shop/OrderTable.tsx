import type { OperatorShopOrder } from "@club/contract";
import { SHOP_ORDER_SORTS } from "@club/contract/choices";
import { formatMoney } from "@club/i18n";
import { showToast } from "@club/ui";
import { ConsoleButton, DataTable, Panel, Segmented, Tag, type TableOrder } from "@club/ui/console";
import { useState, type ReactNode } from "react";
import { useCurrency } from "../../api/currency.ts";
import { handOver, refund, useShopOrders } from "../../api/shop.ts";
import { useAct } from "../../api/use-act.ts";
import { useT } from "../../core/lang.ts";
import { useOrder } from "../../core/table-order.ts";
import { whenText } from "../../core/time.ts";
import { AskDialog } from "../../shell/AskDialog.tsx";
import { Listing } from "../../shell/Listing.tsx";

const TONES = { paid: "brass", handed_over: "turf", refunded: "firm" } as const;

/** Orders, waiting ones shown first: found by number, handed over or refunded. */
export function OrderTable({ reason }: { readonly reason: string | undefined }): ReactNode {
  const t = useT();
  const [view, setView] = useState<"paid" | "all">("paid");
  const [refunding, setRefunding] = useState<OperatorShopOrder | null>(null);
  const order = useOrder(SHOP_ORDER_SORTS, "-at");
  const query = useShopOrders(view === "paid" ? "paid" : undefined, order.by);
  const waiting = query.data?.waiting;
  return (
    <Panel
      title={t("shop.orders")}
      meta={waiting === undefined ? undefined : t("shop.waiting", { n: waiting })}
      end={
        <Segmented
          label={t("shop.view")}
          value={view}
          onChange={(id) => setView(id === "all" ? "all" : "paid")}
          options={[
            { id: "paid", label: t("shop.toHandOver") },
            { id: "all", label: t("shop.all") },
          ]}
        />
      }
    >
      <Listing query={query}>
        {({ list }) => <Rows list={list} order={order} reason={reason} onRefund={setRefunding} />}
      </Listing>
      {refunding !== null && <RefundDialog order={refunding} onClose={() => setRefunding(null)} />}
    </Panel>
  );
}

function Rows(props: {
  readonly list: readonly OperatorShopOrder[];
  readonly order: TableOrder;
  readonly reason: string | undefined;
  readonly onRefund: (order: OperatorShopOrder) => void;
}): ReactNode {
  const t = useT();
  const currency = useCurrency();
  return (
    <DataTable
      label={t("shop.orders")}
      rows={props.list}
      order={props.order}
      rowId={(order) => order.shop_order_id}
      empty={t("shop.noOrders")}
      columns={(column) => [
        column.strong("no", t("shop.number"), (order) => order.order_no),
        column.mute("at", t("ledger.at"), (order) => whenText(t, order.bought_at)),
        column.text("who", t("route.player"), (order) => order.user_name),
        column.text("what", t("shop.name"), (order) => `${order.quantity} × ${order.name}`),
        column.figure("cost", t("shop.cost"), (order) =>
          formatMoney(order.cost_cents, currency, t.language),
        ),
        column.text("state", t("shop.state"), ({ status }) => (
          <Tag tone={TONES[status]}>{t(`shop.order.${status}`)}</Tag>
        )),
        {
          id: "acts",
          label: t("shop.acts"),
          hideLabel: true,
          kind: "end",
          cell: (order) =>
            order.status === "paid" && (
              <Acts order={order} reason={props.reason} onRefund={props.onRefund} />
            ),
        },
      ]}
    />
  );
}

function Acts(props: {
  readonly order: OperatorShopOrder;
  readonly reason: string | undefined;
  readonly onRefund: (order: OperatorShopOrder) => void;
}): ReactNode {
  const t = useT();
  const { order, reason } = props;
  const act = useAct(
    async () => {
      await handOver({ shop_order_id: order.shop_order_id });
      showToast(t("shop.handedOver", { no: order.order_no }));
    },
    { toast: true },
  );
  return (
    <span className="words">
      <ConsoleButton kind="text" busy={act.busy} reason={reason} onPress={() => void act.run()}>
        {t("shop.handOver")}
      </ConsoleButton>
      <ConsoleButton kind="text" reason={reason} onPress={() => props.onRefund(order)}>
        {t("shop.refund")}
      </ConsoleButton>
    </span>
  );
}

function RefundDialog(props: {
  readonly order: OperatorShopOrder;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const { order, onClose } = props;
  const currency = useCurrency();
  const run = async (reason: string) => {
    await refund({ shop_order_id: order.shop_order_id, reason });
  };
  return (
    <AskDialog
      title={t("shop.refundTitle", { no: order.order_no })}
      text={t("shop.refundText")}
      label={t("shop.refund")}
      danger
      money={formatMoney(order.cost_cents, currency, t.language)}
      reason="needed"
      run={run}
      onClose={onClose}
    />
  );
}
