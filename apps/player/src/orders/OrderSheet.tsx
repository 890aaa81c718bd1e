import { formatDate, formatMoney, formatTimeExact } from "@club/i18n";
import {
  Button,
  ErrorState,
  Figure,
  IconButton,
  Sheet,
  Skeleton,
  Tag,
  TimeLine,
  ToteBoard,
  type IconName,
} from "@club/ui";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useCurrency } from "../api/wallet.ts";
import { go } from "../core/address.ts";
import { copyText, shortHash } from "../core/texts.ts";
import { useT } from "../core/lang.ts";
import { clubZone } from "../core/club-zone.ts";
import { shareTickets } from "../slip/share-ticket.ts";
import type { TicketBody } from "../slip/ticket-picture.ts";
import { ticketOf, type AnyOrder, type OrderView } from "./order-view.ts";

interface Step {
  readonly key: string;
  readonly at: string;
  readonly amount_cents: number | null;
}

export interface OrderWithSteps extends AnyOrder {
  readonly time_line: readonly Step[];
}

/** What a bet on a race and a bet on sports each put into the sheet. */
export interface OrderParts<Order extends OrderWithSteps> {
  readonly view: OrderView;
  /** In the board, above the sum. */
  readonly selection?: ReactNode;
  readonly beforeReceipt?: ReactNode;
  /** Rows above the receipt's own. */
  readonly facts?: ReactNode;
  readonly afterReceipt?: ReactNode;
  readonly stepTitle: (step: Order["time_line"][number]) => string | undefined;
  readonly stepNote?: (step: Order["time_line"][number]) => string;
  /** Leads to what the bet is on. */
  readonly place?: { readonly icon: IconName; readonly label: string; readonly path: string };
  readonly ticket: TicketBody;
  /** Makes the same bet again; undefined: it is too late. */
  readonly again?: (() => void) | undefined;
}

interface Props<Order extends OrderWithSteps> {
  readonly orderId: string | undefined;
  readonly onClose: () => void;
  /** The page's address opens it: not so beside the slip. */
  readonly hasAddress?: boolean | undefined;
  readonly query: UseQueryResult<Order>;
  readonly partsOf: (order: Order, currency: string) => OrderParts<Order>;
}

/** One bet: the board with its outcome, its receipt, and its history. */
export function OrderSheet<Order extends OrderWithSteps>(props: Props<Order>): ReactNode {
  const t = useT();
  const currency = useCurrency();
  const { orderId, onClose, hasAddress = true, query, partsOf } = props;
  const order = orderId === undefined ? undefined : query.data;
  const parts = order && partsOf(order, currency);
  return (
    <Sheet
      open={orderId !== undefined}
      hasAddress={hasAddress}
      onClose={onClose}
      ground="page"
      title={parts?.view.title ?? t("orders.one")}
      foot={parts && <Foot {...{ order, parts, hasAddress, onClose }} />}
    >
      {orderId !== undefined && query.isPending && <Skeleton kind="row" rows={4} />}
      {query.isError && order === undefined && (
        <ErrorState
          title={t("orders.oneFailed")}
          text={t("state.moneySafe")}
          onRetry={() => void query.refetch()}
        />
      )}
      {parts && (
        <>
          <Board order={order} {...parts} />
          {parts.beforeReceipt}
          <div className="order-facts">
            {parts.facts}
            <Receipt order={order} />
          </div>
          {parts.afterReceipt}
          <Steps order={order} parts={parts} currency={currency} />
        </>
      )}
    </Sheet>
  );
}

function Board(props: {
  readonly order: AnyOrder;
  readonly view: OrderView;
  readonly selection?: ReactNode;
}): ReactNode {
  const t = useT();
  const { order, view, selection } = props;
  const date = formatDate(order.accepted_at, clubZone(), t.language);
  return (
    <ToteBoard>
      <div className="order-board">
        <p className="order-board-head">
          <span className="mute">{`${view.on} · ${date}`}</span>
          <span>
            {view.tags.map((tag) => (
              <Tag key={tag.text} tone={tag.tone} icon={tag.icon}>
                {tag.text}
              </Tag>
            ))}
          </span>
        </p>
        {selection}
        <div className="order-board-foot">
          <span className="mute">{view.sum}</span>
          {view.amounts.map(({ word, amount }) => (
            <Figure key={word} label={word} value={amount} size="board" tone="amber" align="end" />
          ))}
        </div>
      </div>
    </ToteBoard>
  );
}

/** A word and its figure, in the sheet's list of facts. */
export function Fact(props: {
  readonly label: string;
  readonly children: ReactNode;
  readonly act?: ReactNode;
}): ReactNode {
  return (
    <p>
      <span className="mute">{props.label}</span>
      <b className="fig">{props.children}</b>
      {props.act}
    </p>
  );
}

/** Number and hash, as they stand on the ticket. */
export function Receipt({ order }: { readonly order: AnyOrder }): ReactNode {
  const t = useT();
  const { receipt_no: number, receipt_hash: hash } = order;
  const copy = (
    <IconButton
      icon="copy"
      label={t("placed.copyHash")}
      onPress={() => void copyText(t, `${number} ${hash}`)}
    />
  );
  return (
    <>
      <Fact label={t("placed.receipt")}>{number}</Fact>
      <Fact label={t("placed.hash")} act={copy}>
        {shortHash(hash)}
      </Fact>
    </>
  );
}

function Steps<Order extends OrderWithSteps>(props: {
  readonly order: Order;
  readonly parts: OrderParts<Order>;
  readonly currency: string;
}): ReactNode {
  const t = useT();
  const { order, parts, currency } = props;
  const steps = order.time_line.map((step, index) => {
    const amount =
      step.amount_cents === null ? "" : formatMoney(step.amount_cents, currency, t.language);
    const notes = [parts.stepNote?.(step) ?? "", amount].filter((note) => note !== "");
    return {
      id: `${index}`,
      title: parts.stepTitle(step) ?? t.find(`orders.step.${step.key}`) ?? step.key,
      note: notes.length > 0 ? notes.join(" · ") : undefined,
      time: formatTimeExact(step.at, clubZone()),
      state: "done" as const,
    };
  });
  return (
    <div className="order-steps">
      <TimeLine label={t("orders.timeLine")} steps={steps} />
    </div>
  );
}

function Foot<Order extends OrderWithSteps>(props: {
  readonly order: Order;
  readonly parts: OrderParts<Order>;
  readonly hasAddress: boolean;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const { order, hasAddress, onClose } = props;
  const { view, ticket, place, again } = props.parts;
  const share = () => void shareTickets(t, [ticketOf(t, order, { view, body: ticket })]);
  const leave = (path: string) => {
    // The place may be the page that is there already: no address changes then.
    if (!hasAddress) onClose();
    go(path);
  };
  return (
    <div className="acts">
      <div className="side-by-side">
        <Button icon="share" wide onPress={share}>
          {t("act.share")}
        </Button>
        {place !== undefined && (
          <Button icon={place.icon} wide onPress={() => leave(place.path)}>
            {place.label}
          </Button>
        )}
      </div>
      {again !== undefined && (
        <Button
          kind="primary"
          size="large"
          icon="repeat"
          onPress={() => {
            onClose();
            again();
          }}
        >
          {t("placed.again")}
        </Button>
      )}
    </div>
  );
}
