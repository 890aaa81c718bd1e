import { formatDate, formatMoney, formatTimeExact } from "@club/i18n";
import {
  Button,
  ErrorState,
  Figure,
  IconButton,
  Notice,
  Sheet,
  Skeleton,
  SportOrderLegs,
  SportProgress,
  Tag,
  TimeLine,
  ToteBoard,
} from "@club/ui";
import type { ReactNode } from "react";
import { go } from "../core/address.ts";
import { useWallet } from "../api/wallet.ts";
import { useT, type T } from "../core/lang.ts";
import { pathOf } from "../core/routes.ts";
import { copyText } from "../core/copy.ts";
import { shortHash } from "../core/hash.ts";
import { deviceZone } from "../device/zone.ts";
import { SportWhy } from "../proofs/SportWhy.tsx";
import { shareTickets } from "../slip/share-ticket.ts";
import { useOddsText } from "../core/odds-format.ts";
import { canBetAgain, sameAgain } from "./sport-same-again.ts";
import { useSportOrder, type SportOrderDetail } from "../api/sport.ts";
import {
  amountsOfSportOrder,
  legOfOrder,
  progressOf,
  stateOfLeg,
  sumOfSportOrder,
  tagsOfSportOrder,
  ticketOfOrder,
} from "./sport-order-face.ts";

/** One sport bet: what came of it, its legs, the lines that paid, its receipt, what happened when. */
export function SportOrderSheet(props: {
  readonly orderId: string | undefined;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const { orderId, onClose } = props;
  const query = useSportOrder(orderId);
  const order = orderId === undefined ? undefined : query.data;
  return (
    <Sheet
      open={orderId !== undefined}
      onClose={onClose}
      ground="page"
      title={order === undefined ? t("orders.one") : t(`sport.kind.${order.kind}`)}
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

function Details({ order }: { readonly order: SportOrderDetail }): ReactNode {
  const t = useT();
  const oddsText = useOddsText();
  const currency = useWallet().data?.currency ?? "AUD";
  const progress = progressOf(t, order.legs);
  return (
    <>
      <Head order={order} currency={currency} />
      {order.void_reason !== null && (
        <div className="pad">
          <Notice tone="firm" title={t("orders.step.void")}>
            <p>{order.void_reason}</p>
          </Notice>
        </div>
      )}
      <div className="order-facts sport-order-legs">
        <SportOrderLegs
          label={t("sport.slip.legs")}
          legs={order.legs.map((leg) => legOfOrder(t, leg, oddsText))}
        />
        {progress !== undefined && (
          <SportProgress states={order.legs.map(stateOfLeg)} text={progress} />
        )}
      </div>
      <SportWhy order={order} />
      <div className="order-facts">
        <Fact label={t("sport.placed.most")}>
          {formatMoney(order.max_payout_cents, currency, t.language)}
        </Fact>
        <Fact label={t("placed.receipt")}>{order.receipt_no}</Fact>
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
      <div className="order-steps">
        <TimeLine label={t("orders.timeLine")} steps={stepsOf(t, order, currency)} />
      </div>
    </>
  );
}

function Head(props: { readonly order: SportOrderDetail; readonly currency: string }): ReactNode {
  const t = useT();
  const { order, currency } = props;
  const date = formatDate(order.accepted_at, deviceZone(), t.language);
  return (
    <ToteBoard>
      <div className="order-board">
        <p className="order-board-head">
          <span className="mute">{`${t("sport.slip.legsOf", { n: order.legs.length })} · ${date}`}</span>
          <span>
            {tagsOfSportOrder(t, order).map((tag) => (
              <Tag key={tag.text} tone={tag.tone} icon={tag.icon}>
                {tag.text}
              </Tag>
            ))}
          </span>
        </p>
        <div className="order-board-foot">
          <span className="mute">{sumOfSportOrder(t, order, currency)}</span>
          {amountsOfSportOrder(t, order, currency).map(({ word, amount }) => (
            <Figure key={word} label={word} value={amount} size="board" tone="amber" align="end" />
          ))}
        </div>
      </div>
    </ToteBoard>
  );
}

function Fact(props: { readonly label: string; readonly children: ReactNode }): ReactNode {
  return (
    <p>
      <span className="mute">{props.label}</span>
      <b className="fig">{props.children}</b>
    </p>
  );
}

function stepsOf(t: T, order: SportOrderDetail, currency: string) {
  const zone = deviceZone();
  return order.time_line.map((step, index) => {
    const amount =
      step.amount_cents === null ? undefined : formatMoney(step.amount_cents, currency, t.language);
    return {
      id: `${index}`,
      title: t.find(`sport.step.${step.key}`) ?? t.find(`orders.step.${step.key}`) ?? step.key,
      note: amount,
      time: formatTimeExact(step.at, zone),
      state: "done" as const,
    };
  });
}

function Foot(props: {
  readonly order: SportOrderDetail;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const { order, onClose } = props;
  const currency = useWallet().data?.currency ?? "AUD";
  const oddsText = useOddsText();
  const [leg] = order.legs;
  return (
    <div className="acts">
      <div className="side-by-side">
        <Button
          icon="share"
          wide
          onPress={() => void shareTickets(t, [ticketOfOrder(t, order, { currency, oddsText })])}
        >
          {t("act.share")}
        </Button>
        {order.legs.length === 1 && leg !== undefined && (
          <Button
            icon="ball"
            wide
            onPress={() => go(pathOf("sportDetail", { event: leg.event_id }))}
          >
            {t("sport.orders.toMatch")}
          </Button>
        )}
      </div>
      {canBetAgain(order) && (
        <Button
          kind="primary"
          size="large"
          icon="repeat"
          onPress={() => {
            onClose();
            sameAgain(t, order);
          }}
        >
          {t("placed.again")}
        </Button>
      )}
    </div>
  );
}
