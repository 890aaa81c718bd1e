import { sumCents } from "@club/domain";
import { formatDay, formatMoney, relativeDayName } from "@club/i18n";
import { DayHead } from "@club/ui";
import {
  Fragment,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from "react";
import { useCurrency } from "../api/wallet.ts";
import { clubToday } from "../core/club-zone.ts";
import { useT, type T } from "../core/lang.ts";
import { useLayout } from "../device/layout.ts";
import { PagedList, type PagedQuery } from "../shell/PagedList.tsx";
import { Rich } from "../shell/Rich.tsx";
import { dayOfOrder, type AnyOrder } from "./order-view.ts";

interface ListProps<Order> {
  readonly query: PagedQuery<Order>;
  readonly empty: ReactNode;
  readonly card: (order: Order, currency: string) => ReactNode;
}

/** Bets by the day on which they were placed, a page at a time. */
export function OrderList<Order extends AnyOrder>(props: ListProps<Order>): ReactNode {
  const t = useT();
  const { query, empty, card } = props;
  return (
    <PagedList query={query} skeleton="order" rows={4} failed={t("orders.failed")} empty={empty}>
      {(_, pages) => (
        <>
          <OrderHeads />
          <Pages pages={pages} card={card} />
        </>
      )}
    </PagedList>
  );
}

/** Names what stands below one another where a bet is a line of a table, not a card. */
function OrderHeads(): ReactNode {
  const t = useT();
  if (useLayout() === "phone") return null;
  return (
    <div className="order-heads" aria-hidden>
      {(["bet", "on", "state", "money"] as const).map((id) => (
        <span key={id}>{t(`orders.head.${id}`)}</span>
      ))}
    </div>
  );
}

interface Props<Order> {
  readonly pages: readonly (readonly Order[])[];
  readonly card: (order: Order, currency: string) => ReactNode;
}

/** However many bets are loaded, only the pages near the view are drawn. */
function Pages<Order extends AnyOrder>({ pages, card }: Props<Order>): ReactNode {
  const sums = useMemo(() => Map.groupBy(pages.flat(), dayOfOrder), [pages]);
  return pages.map((orders, at) => {
    const before = pages[at - 1]?.at(-1);
    return (
      <Page
        key={orders[0]?.order_id ?? at}
        orders={orders}
        sumsOfDay={sums}
        dayBefore={before && dayOfOrder(before)}
        card={card}
        isLast={at === pages.length - 1}
      />
    );
  });
}

interface DaysProps<Order> {
  readonly orders: readonly Order[];
  /** All loaded bets: the sums of a day cover the whole day, wherever a page ends. */
  readonly sumsOfDay: ReadonlyMap<string, readonly Order[]>;
  /** The day of the last bet on the page before, which shows that day's head. */
  readonly dayBefore: string | undefined;
  readonly card: Props<Order>["card"];
}

/** Three screens above and below, so that a fast thumb never meets an empty page. */
const NEAR_SCREENS = "300%";

function Page<Order extends AnyOrder>(
  props: DaysProps<Order> & { readonly isLast: boolean },
): ReactNode {
  const { isLast, ...days } = props;
  const place = useRef<HTMLDivElement>(null);
  const farHeight = useFarHeight(place);
  const height = isLast ? undefined : farHeight;
  return (
    <div
      ref={place}
      className="order-page"
      data-far={height !== undefined || undefined}
      style={{ height }}
    >
      {height === undefined && <Days {...days} />}
    </div>
  );
}

/**
 * The height in pixels of an element that is far from the view, undefined near it. It is taken off
 * in the same drawing that brings the bets back: between the two the whole list would jump.
 */
function useFarHeight(place: RefObject<HTMLDivElement | null>): number | undefined {
  const [height, setHeight] = useState<number>();
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry === undefined) return;
        setHeight(entry.isIntersecting ? undefined : entry.boundingClientRect.height);
      },
      { rootMargin: `${NEAR_SCREENS} 0px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [place]);
  return height;
}

/** Bets by the day on which they were placed, each day with its stakes and returns. */
function Days<Order extends AnyOrder>(props: DaysProps<Order>): ReactNode {
  const t = useT();
  const { orders, sumsOfDay, dayBefore, card } = props;
  const currency = useCurrency();
  const days = Map.groupBy(orders, dayOfOrder);
  return [...days].map(([day, ofDay]) => (
    <section key={day} aria-label={dayTitle(t, day)}>
      {day !== dayBefore && (
        <DayHead title={dayTitle(t, day)}>
          <DaySums orders={sumsOfDay.get(day) ?? ofDay} currency={currency} />
        </DayHead>
      )}
      {ofDay.map((order) => (
        <Fragment key={order.order_id}>{card(order, currency)}</Fragment>
      ))}
    </section>
  ));
}

function dayTitle(t: T, day: string): string {
  const name = relativeDayName(day, clubToday(), t.language);
  const date = formatDay(`${day}T00:00:00Z`, "UTC", t.language);
  return name === undefined ? date : `${name}, ${date}`;
}

function DaySums(props: {
  readonly orders: readonly AnyOrder[];
  readonly currency: string;
}): ReactNode {
  const t = useT();
  const { orders, currency } = props;
  const staked = sumCents(orders.map((order) => BigInt(order.cost_cents)));
  const back = sumCents(
    orders.flatMap((order) => [order.payout_cents, order.refund_cents].map(BigInt)),
  );
  const money = (cents: bigint) => formatMoney(cents, currency, t.language);
  return (
    <Rich
      text={t("orders.daySums", { staked: money(staked), back: "{back}" })}
      parts={{ back: <b>{money(back)}</b> }}
    />
  );
}
