import type { SportOrder } from "@club/contract";
import {
  eventName,
  formatDate,
  formatMoney,
  formatTimeExact,
  hasTwoSides,
  marketWithLine,
  outcomeName,
} from "@club/i18n";
import type { OrderCardProps, SportLegState, SportOrderLeg } from "@club/ui";
import type { Ticket } from "../slip/ticket-picture.ts";
import type { T } from "../core/lang.ts";
import { deviceZone } from "../device/zone.ts";
import { clockText, scoreOf, startText } from "../slip/sport/match-text.ts";
import { legsOf, type TicketLeg } from "../slip/sport/ticket-legs.ts";

type Leg = SportOrder["legs"][number];

const STATES: Readonly<Record<Leg["status"], SportLegState>> = {
  open: "open",
  won: "won",
  lost: "lost",
  void: "back",
  half_won: "half-won",
  half_lost: "half-lost",
  dead_heat: "half-won",
};

export function stateOfLeg(leg: Pick<Leg, "status" | "is_live">): SportLegState {
  return leg.status === "open" && leg.is_live ? "live" : STATES[leg.status];
}

/** A leg with its name, its price and how it stands: the start, the score, the outcome. */
export function legOfOrder(t: T, leg: Leg, oddsText: (milli: number) => string): SportOrderLeg {
  const market = marketWithLine(t, leg, leg.sport);
  return {
    id: leg.outcome_id,
    name: outcomeName(t, leg, { market: leg, outcome: leg }),
    meta: hasTwoSides(leg) ? `${market} · ${eventName(t, leg)}` : `${market} · ${leg.home}`,
    odds: oddsText(leg.odds_milli),
    state: stateOfLeg(leg),
    stateText: stateText(t, leg),
  };
}

function stateText(t: T, leg: Leg): string {
  const score = scoreOf(leg);
  const said = score === undefined ? "" : `${score.home}–${score.away}`;
  if (leg.status !== "open") return [t(`sport.leg.${leg.status}`), said].filter(Boolean).join(" ");
  if (leg.is_live)
    return [clockText(leg.live?.clock ?? null), said].filter(Boolean).join(" ") || t("sport.live");
  return startText(t, leg.start_time);
}

/** "2 of 4 won, 2 to come"; undefined for a single, whose one leg says it. */
export function progressOf(t: T, legs: readonly Leg[]): string | undefined {
  if (legs.length < 2) return undefined;
  const open = legs.filter(({ status }) => status === "open").length;
  const lost = legs.filter(({ status }) => status === "lost").length;
  const good = legs.length - open - lost;
  const parts = [
    t("sport.orders.good", { n: good, of: legs.length }),
    ...(lost > 0 ? [t("sport.orders.lostLegs", { n: lost })] : []),
    ...(open > 0 ? [t("sport.orders.open", { n: open })] : []),
  ];
  return parts.join(" · ");
}

const TAG = {
  accepted: { tone: "brass", icon: undefined },
  won: { tone: "turf", icon: "check" },
  lost: { tone: "plain", icon: undefined },
  refunded: { tone: "firm", icon: "undo" },
  void: { tone: "firm", icon: "undo" },
} as const;

export function tagsOfSportOrder(
  t: T,
  { status }: Pick<SportOrder, "status">,
): OrderCardProps["tags"] {
  return [{ text: t(`orderStatus.${status}`), ...TAG[status] }];
}

/** "4 × $2.00 = $8.00", of one line "$5.00". */
export function sumOfSportOrder(t: T, order: SportOrder, currency: string): string {
  const money = (cents: number) => formatMoney(cents, currency, t.language);
  if (order.lines === 1) return money(order.cost_cents);
  return `${order.lines} × ${money(order.unit_stake_cents)} = ${money(order.cost_cents)}`;
}

/** What it can still return, or what came back: payout and refund are two words, never added. */
export function amountsOfSportOrder(
  t: T,
  order: SportOrder,
  currency: string,
): NonNullable<OrderCardProps["amounts"]> {
  const money = (cents: number) => formatMoney(cents, currency, t.language);
  if (order.status === "accepted") {
    return [{ word: t("sport.orders.most"), amount: money(order.max_payout_cents), tone: "mute" }];
  }
  const isOver = order.status === "won" || order.status === "lost";
  const back = { word: t("orders.back"), amount: money(order.refund_cents), tone: "firm" } as const;
  const tone = order.payout_cents > 0 ? "turf" : "mute";
  const paid = { word: t("orders.paid"), amount: money(order.payout_cents), tone } as const;
  return [...(order.refund_cents > 0 ? [back] : []), ...(isOver ? [paid] : [])];
}

/** The bet for others: its number, what it is on, what came of it; never the balance. */
export function ticketOfOrder(
  t: T,
  order: SportOrder,
  facts: { readonly currency: string; readonly oddsText: (oddsMilli: number) => string },
): Ticket {
  const zone = deviceZone();
  const tags = tagsOfSportOrder(t, order).map(({ text }) => text);
  const amounts = amountsOfSportOrder(t, order, facts.currency).map(
    ({ word, amount }) => `${word} ${amount}`,
  );
  return {
    receiptNo: order.receipt_no,
    time: `${formatDate(order.accepted_at, zone, t.language)} ${formatTimeExact(order.accepted_at, zone)}`,
    title: t(`sport.kind.${order.kind}`),
    race: t("sport.slip.legsOf", { n: order.legs.length }),
    body: legsOf(order.legs.map((leg) => ticketLegOf(t, leg, facts.oddsText))),
    cost: sumOfSportOrder(t, order, facts.currency),
    outcome: order.status === "accepted" ? undefined : [...tags, ...amounts].join(" · "),
  };
}

function ticketLegOf(t: T, leg: Leg, oddsText: (oddsMilli: number) => string): TicketLeg {
  const { name, meta, odds, stateText: state } = legOfOrder(t, leg, oddsText);
  return { name, meta, odds, state: leg.status === "open" ? undefined : state };
}
