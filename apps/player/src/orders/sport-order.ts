import type { SportOrder } from "@club/contract";
import { eventName, formatMoney, hasTwoSides, marketWithLine, outcomeName } from "@club/i18n";
import type { SportLegState, SportOrderLeg } from "@club/ui";
import type { TicketBody } from "../slip/ticket-picture.ts";
import type { T } from "../core/lang.ts";
import { clockText, scoreOf, startText } from "../slip/sport/match-text.ts";
import { legsOf, linesSum, type TicketLeg } from "../slip/sport/ticket-legs.ts";
import { paidAndBack, TAG, type OrderView } from "./order-view.ts";

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

/** A bet on sports as the list, its sheet and its ticket show it. */
export function viewOfSportOrder(t: T, order: SportOrder, currency: string): OrderView {
  const most = formatMoney(order.max_payout_cents, currency, t.language);
  return {
    title: t(`sport.kind.${order.kind}`),
    on: t("sport.slip.legsOf", { n: order.legs.length }),
    tags: [{ text: t(`orderStatus.${order.status}`), ...TAG[order.status] }],
    sum: linesSum(t, order, currency),
    amounts:
      order.status === "accepted"
        ? [{ word: t("sport.orders.most"), amount: most, tone: "mute" }]
        : paidAndBack(t, order, currency),
  };
}

/** Its selections on the ticket: name, price, what came of each. */
export function ticketLegsOf(
  t: T,
  { legs }: SportOrder,
  oddsText: (oddsMilli: number) => string,
): TicketBody {
  return legsOf(legs.map((leg) => ticketLegOf(t, leg, oddsText)));
}

function ticketLegOf(t: T, leg: Leg, oddsText: (oddsMilli: number) => string): TicketLeg {
  const { name, meta, odds, stateText: state } = legOfOrder(t, leg, oddsText);
  return { name, meta, odds, state: leg.status === "open" ? undefined : state };
}
