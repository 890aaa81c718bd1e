import { fromWireSelections } from "@club/contract";
import { formatDate, formatMoney, formatTimeExact } from "@club/i18n";
import {
  Button,
  ErrorState,
  clubNow,
  Figure,
  IconButton,
  Sheet,
  Skeleton,
  SelectionLine,
  Tag,
  TimeLine,
  ToteBoard,
  typedOfCents,
} from "@club/ui";
import type { ReactNode } from "react";
import { go } from "../../address.ts";
import { useOrder, type OrderDetail } from "../../api/orders.ts";
import { useWallet } from "../../api/wallet.ts";
import { changeForm } from "../../bet-form/change-form.ts";
import { openSlip } from "../../bet-form/form-store.ts";
import { fromSlots } from "../../bet-form/selection-columns.ts";
import { shareTicket } from "../../bet-form/share-ticket.ts";
import type { Ticket } from "../../bet-form/ticket-picture.ts";
import { useT, type T } from "../../lang.ts";
import { pathOf } from "../../routes.ts";
import { WhyThisAmount } from "../check/WhyThisAmount.tsx";
import { copyText } from "../../shell/copy.ts";
import { shortHash } from "../../shell/hash.ts";
import { deviceZone } from "../../shell/zone.ts";
import {
  amountsOfOrder,
  betTypeOfOrder,
  racesOfOrder,
  selectionOfOrder,
  sumOfOrder,
  tagsOfOrder,
} from "./order-face.ts";

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
      step.amount_cents === null ? undefined : formatMoney(step.amount_cents, currency, t.language);
    return {
      id: `${index}`,
      title: t.find(`orders.step.${step.key}`) ?? step.key,
      note: amount,
      time: formatTimeExact(step.at, zone),
      state: "done" as const,
    };
  });
}

function Foot(props: { readonly order: OrderDetail; readonly onClose: () => void }): ReactNode {
  const t = useT();
  const { order, onClose } = props;
  const currency = useWallet().data?.currency ?? "AUD";
  return (
    <div className="acts">
      <div className="side-by-side">
        <Button icon="share" wide onPress={() => void shareTicket(t, ticketOf(t, order, currency))}>
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
            sameAgain(order);
          }}
        >
          {t("placed.again")}
        </Button>
      )}
    </div>
  );
}

/** Another bet like it can be made while its race is to come; a double's second race is not at hand. */
function canBetAgain({ status, race_id2, start_time }: OrderDetail): boolean {
  return status === "accepted" && race_id2 === null && Date.parse(start_time) > clubNow();
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
    parts: selectionOfOrder(t, order),
    cost: sumOfOrder(t, order, currency),
    outcome: order.status === "accepted" ? undefined : [...tags, ...amounts].join(" · "),
  };
}

/** The same bet in the form, ready to be placed: it is another bet. */
function sameAgain(order: OrderDetail): void {
  const betType = betTypeOfOrder(order);
  changeForm({
    do: "fill",
    form: {
      betType,
      race: {
        eventId: "",
        code: order.code,
        meetings: order.meetings,
        raceNo: order.raceNo,
        raceId: order.race_id,
        date: order.date,
        startMs: Date.parse(order.start_time),
      },
      picks: fromSlots(betType, fromWireSelections(betType, order.selections)),
      amount: typedOfCents(BigInt(order.unit_stake_cents)),
      amount2: typedOfCents(BigInt(order.unit_stake2_cents ?? order.unit_stake_cents)),
      isSameStake:
        order.unit_stake2_cents === null || order.unit_stake2_cents === order.unit_stake_cents,
    },
  });
  openSlip();
}
