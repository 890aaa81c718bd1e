import type { Order, SportOrder } from "@club/contract";
import { dayAt, formatDate, formatMoney, formatTimeExact } from "@club/i18n";
import type { OrderCardProps } from "@club/ui";
import { clubZone } from "../core/club-zone.ts";
import type { T } from "../core/lang.ts";
import { deviceZone } from "../device/zone.ts";
import type { Ticket, TicketBody } from "../slip/ticket-picture.ts";

/* What race bets and sport bets have in common on the screen. */

export type AnyOrder = Pick<
  Order | SportOrder,
  | "order_id"
  | "accepted_at"
  | "status"
  | "receipt_no"
  | "receipt_hash"
  | "cost_cents"
  | "payout_cents"
  | "refund_cents"
>;

/** A bet as the list, its sheet and its ticket show it. */
export interface OrderView {
  readonly title: string;
  /** The races, or how many selections it has. */
  readonly on: string;
  readonly tags: OrderCardProps["tags"];
  /** "24 × $1.00 = $24.00". */
  readonly sum: string;
  readonly amounts: NonNullable<OrderCardProps["amounts"]>;
}

export const TAG = {
  accepted: { tone: "brass", icon: undefined },
  won: { tone: "turf", icon: "check" },
  lost: { tone: "plain", icon: undefined },
  refunded: { tone: "firm", icon: "undo" },
  void: { tone: "firm", icon: "undo" },
} as const;

/** Payout and refund: two amounts with two words, never added. */
export function paidAndBack(t: T, order: AnyOrder, currency: string): OrderView["amounts"] {
  const money = (cents: number) => formatMoney(cents, currency, t.language);
  const isOver = order.status === "won" || order.status === "lost";
  const back = { word: t("orders.back"), amount: money(order.refund_cents), tone: "firm" } as const;
  const tone = order.payout_cents > 0 ? "turf" : "mute";
  const paid = { word: t("orders.paid"), amount: money(order.payout_cents), tone } as const;
  return [...(order.refund_cents > 0 ? [back] : []), ...(isOver ? [paid] : [])];
}

/** The day on which a bet was placed, as the club counts days: the list is asked for by them. */
export function dayOfOrder(order: AnyOrder): string {
  return dayAt(order.accepted_at, clubZone());
}

/** The bet for others: its number, what it is on, its outcome; never the balance. */
export function ticketOf(
  t: T,
  order: AnyOrder,
  { view, body }: { readonly view: OrderView; readonly body: TicketBody },
): Ticket {
  const zone = deviceZone();
  const tags = view.tags.map(({ text }) => text);
  const amounts = view.amounts.map(({ word, amount }) => `${word} ${amount}`);
  return {
    receiptNo: order.receipt_no,
    time: `${formatDate(order.accepted_at, zone, t.language)} ${formatTimeExact(order.accepted_at, zone)}`,
    title: view.title,
    race: view.on,
    body,
    cost: view.sum,
    outcome: order.status === "accepted" ? undefined : [...tags, ...amounts].join(" · "),
  };
}
