import { formatMoney } from "@club/i18n";
import { ConsoleButton, type DataColumn } from "@club/ui/console";
import type { ReactNode } from "react";
import { voidOrder, type PlayerDetail, type PlayerOrder } from "../../api/players.ts";
import { useT, type T } from "../../core/lang.ts";
import { AskDialog } from "../../shell/AskDialog.tsx";

/** A column to cancel a bet that is not settled. */
export function voidColumn(t: T, onAsk: (order: PlayerOrder) => void): DataColumn<PlayerOrder> {
  return {
    id: "acts",
    label: t("desk.void"),
    hideLabel: true,
    cell: (order) =>
      order.status === "accepted" && (
        <ConsoleButton
          kind="text"
          label={t("desk.voidOrder", { receipt: order.receipt_no })}
          onPress={() => onAsk(order)}
        >
          {t("desk.void")}
        </ConsoleButton>
      ),
  };
}

/** Says what is refunded: the stake, less what a scratching has already refunded. */
export function VoidOrder(props: {
  readonly player: Pick<PlayerDetail, "player_id" | "user_name">;
  readonly order: PlayerOrder;
  readonly currency: string;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const { player, order } = props;
  const money = (cents: number) => formatMoney(cents, props.currency, t.language);
  const due = money(order.cost_cents - order.refund_cents);
  const run = async (reason: string) => {
    const { status } = await voidOrder({ order_id: order.order_id, reason });
    return status === "pending"
      ? t("adjust.pending")
      : t("orderVoid.done", { receipt: order.receipt_no, money: due });
  };
  return (
    <AskDialog
      title={t("desk.voidOrder", { receipt: order.receipt_no })}
      text={t("orderVoid.text", { name: player.user_name, money: due })}
      label={t("desk.void")}
      money={due}
      danger
      reason="needed"
      run={run}
      onClose={props.onClose}
    />
  );
}
