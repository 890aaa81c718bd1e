import { formatDate, formatMoney, formatTimeExact } from "@club/i18n";
import {
  Button,
  ErrorState,
  Figure,
  IconButton,
  Sheet,
  Skeleton,
  SelectionLine,
  Tag,
  TimeLine,
  ToteBoard,
} from "@club/ui";
import type { ReactNode } from "react";
import { go } from "../core/address.ts";
import { useOrder, type OrderDetail } from "../api/orders.ts";
import { useWallet } from "../api/wallet.ts";
import { shareTickets } from "../slip/share-ticket.ts";
import { clothsOf } from "../slip/race/ticket-cloths.ts";
import type { Ticket } from "../slip/ticket-picture.ts";
import { useT, type T } from "../core/lang.ts";
import { pathOf } from "../core/routes.ts";
import { WhyThisAmount } from "../proofs/WhyThisAmount.tsx";
import { copyText } from "../core/copy.ts";
import { shortHash } from "../core/hash.ts";
import { deviceZone } from "../device/zone.ts";
import {
  amountsOfOrder,
  betTypeOfOrder,
  racesOfOrder,
  selectionOfOrder,
  sumOfOrder,
  tagsOfOrder,
  whyBackOfOrder,
} from "./order-face.ts";
import { canBetAgain, sameAgain } from "./same-again.ts";

/** One bet: the board with what came of it, its receipt, and what happened when. */
export function OrderSheet(props: {
  readonly orderId: string | undefined;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const { orderId, onClose } = props;
  const query = useOrder(orderId);
  const order = orderId === undefined ? undefined : query.data;
  return (
    <Sheet
      open={orderId !== undefined}
      onClose={onClose}
      ground="page"
      title={order === undefined ? t("orders.one") : t(`betType.${betTypeOfOrder(order)}`)}
      foot={order && <Foot order={order} onClose={onClose} />}
    >
      {orderId !== undefined && query.isPending && <Skeleton kind="row" rows={4} />}
      {query.isError && order === undefined && (
        <ErrorState
          title={t("orders.oneFailed")}
          text={t("state.moneySafe")}
          onRetry={() => void query.refetch()}
        />
      )}
      {order !== undefined && <Details order={order} />}
    </Sheet>
  );
}

function Details({ order }: { readonly order: OrderDetail }): ReactNode {
  const t = useT();
  const currency = useWallet().data?.currency ?? "AUD";
  const zone = deviceZone();
  const why = whyBackOfOrder(t, order, "long");
  return (
    <>
      <ToteBoard>
        <div className="order-board">
          <p className="order-board-head">
            <span className="mute">{`${racesOfOrder(t, order)} · ${formatDate(order.accepted_at, zone, t.language)}`}</span>
            <span>
              {tagsOfOrder(t, order).map((tag) => (
                <Tag key={tag.text} tone={tag.tone} icon={tag.icon}>
                  {tag.text}
                </Tag>
              ))}
            </span>
          </p>
          <SelectionLine parts={selectionOfOrder(t, order)} size="medium" />
          {why !== undefined && <p className="mute">{why}</p>}
          <div className="order-board-foot">
            <span className="mute">{sumOfOrder(t, order, currency)}</span>
            {amountsOfOrder(t, order, currency).map(({ word, amount }) => (
              <Figure
                key={word}
                label={word}
                value={amount}
                size="board"
                tone="amber"
                align="end"
              />
            ))}
          </div>
        </div>
      </ToteBoard>
      <Receipt order={order} />
      <WhyThisAmount order={order} />
      <div className="order-steps">
        <TimeLine label={t("orders.timeLine")} steps={stepsOf(t, order, currency)} />
      </div>
    </>
  );
}

/** Number and hash, as they stand on the ticket. */
function Receipt({ order }: { readonly order: OrderDetail }): ReactNode {
  const t = useT();
  return (
    <div className="order-facts">
      <p>
        <span className="mute">{t("placed.receipt")}</span>
        <b className="fig">{order.receipt_no}</b>
      </p>
      <p>
        <span className="mute">{t("placed.hash")}</span>
        <b className="fig">{shortHash(order.receipt_hash)}</b>
        <IconButton
          icon="copy"
          label={t("placed.copyHash")}
          onPress={() => void copyText(t, `${order.receipt_no} ${order.receipt_hash}`)}
        />
      </p>
    </div>
  );
}

function stepsOf(t: T, order: OrderDetail, currency: string) {
  const zone = deviceZone();
  return order.time_line.map((step, index) => {
    const amount =
      step.amount_cents === null ? "" : formatMoney(step.amount_cents, currency, t.language);
    const notes = [whyOfStep(t, step), amount].filter((note) => note !== "");
    return {
      id: `${index}`,
      title: t.find(`orders.step.${step.key}`) ?? step.key,
      note: notes.length > 0 ? notes.join(" · ") : undefined,
      time: formatTimeExact(step.at, zone),
      state: "done" as const,
    };
  });
}

/** Why money came back at this moment: "5 Northern Tide scratched". */
function whyOfStep(t: T, step: OrderDetail["time_line"][number]): string {
  const { reason, runner, runner_name: name, leg } = step;
  if (reason === null) return "";
  if (reason !== "scratched") return t(`orders.why.${reason}`);
  const n = [runner, name].filter((part) => part !== null).join(" ");
  const runners = leg === 2 ? t("orders.why.leg2", { n }) : n;
  return t("orders.why.scratched", { runners });
}

function Foot(props: { readonly order: OrderDetail; readonly onClose: () => void }): ReactNode {
  const t = useT();
  const { order, onClose } = props;
  const currency = useWallet().data?.currency ?? "AUD";
  return (
    <div className="acts">
      <div className="side-by-side">
        <Button
          icon="share"
          wide
          onPress={() => void shareTickets(t, [ticketOf(t, order, currency)])}
        >
          {t("act.share")}
        </Button>
        <Button icon="races" wide onPress={() => go(pathOf("detail", { race: order.race_id }))}>
          {t("orders.toRace")}
        </Button>
      </div>
      {canBetAgain(order) && (
        <Button
          kind="primary"
          size="large"
          icon="repeat"
          onPress={() => {
            onClose();
            void sameAgain(t, order);
          }}
        >
          {t("placed.again")}
        </Button>
      )}
    </div>
  );
}

function ticketOf(t: T, order: OrderDetail, currency: string): Ticket {
  const zone = deviceZone();
  const tags = tagsOfOrder(t, order).map(({ text }) => text);
  const amounts = amountsOfOrder(t, order, currency).map(({ word, amount }) => `${word} ${amount}`);
  return {
    receiptNo: order.receipt_no,
    time: `${formatDate(order.accepted_at, zone, t.language)} ${formatTimeExact(order.accepted_at, zone)}`,
    title: t(`betType.${betTypeOfOrder(order)}`),
    race: racesOfOrder(t, order),
    body: clothsOf(selectionOfOrder(t, order)),
    cost: sumOfOrder(t, order, currency),
    outcome: order.status === "accepted" ? undefined : [...tags, ...amounts].join(" · "),
  };
}
