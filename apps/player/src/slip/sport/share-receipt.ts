import { formatDate, formatTimeExact, outcomeName } from "@club/i18n";
import { shareTickets } from "../share-ticket.ts";
import type { Ticket } from "../ticket-picture.ts";
import type { T } from "../../core/lang.ts";
import { clubZone } from "../../core/club-zone.ts";
import type { SentBet } from "./sent.ts";
import { metaOf } from "./SlipLegs.tsx";
import { legsOf, linesSum } from "./ticket-legs.ts";

interface Facts {
  readonly accepted: readonly SentBet[];
  readonly currency: string;
  /** A price as this player reads it. */
  readonly oddsText: (oddsMilli: number) => string;
}

/** Shares the tickets of the bets that were accepted: the bets and their numbers, never the balance. */
export async function shareSportReceipts(t: T, facts: Facts): Promise<void> {
  await shareTickets(
    t,
    facts.accepted.flatMap((bet) => ticketOf(t, bet, facts)),
  );
}

function ticketOf(t: T, { fate, legs }: SentBet, facts: Facts): Ticket[] {
  if (fate.is !== "accepted") return [];
  const { order } = fate;
  const zone = clubZone();
  const oddsOf = (outcomeId: string) =>
    order.legs.find(({ outcome_id }) => outcome_id === outcomeId)?.odds_milli ?? 0;
  return [
    {
      receiptNo: order.receipt_no,
      time: `${formatDate(order.accepted_at, zone, t.language)} ${formatTimeExact(order.accepted_at, zone)}`,
      title: t(`sport.kind.${order.kind}`),
      race: t("sport.slip.legsOf", { n: legs.length }),
      body: legsOf(
        legs.map((leg) => ({
          name: outcomeName(t, leg.event, { market: leg, outcome: leg }),
          meta: metaOf(t, leg),
          odds: facts.oddsText(oddsOf(leg.outcomeId)),
        })),
      ),
      cost: linesSum(t, order, facts.currency),
    },
  ];
}
