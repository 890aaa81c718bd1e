import {
  eventName,
  formatDate,
  formatMoney,
  formatOdds,
  formatTimeExact,
  outcomeName,
} from "@club/i18n";
import { showToast } from "@club/ui";
import type { T } from "../lang.ts";
import { deviceZone } from "../shell/zone.ts";
import type { SentBet, SentSlip } from "./sent.ts";

/** Shares the tickets as text: the bets and their numbers, never the balance. */
export async function shareSportReceipts(
  t: T,
  sent: SentSlip,
  accepted: readonly SentBet[],
): Promise<void> {
  await shareText(t, accepted.map((bet) => ticketText(t, bet, sent.currency)).join("\n\n"));
}

/** Through the system's own sheet; where there is none the text is copied. */
export async function shareText(t: T, text: string): Promise<void> {
  try {
    if (typeof navigator.share === "function") await navigator.share({ text });
    else {
      await navigator.clipboard.writeText(text);
      showToast(t("act.copied"));
    }
  } catch (error) {
    // Most often the player changed their mind.
    console.info("share", error);
  }
}

function ticketText(t: T, { fate, legs, costCents }: SentBet, currency: string): string {
  if (fate.is !== "accepted") return "";
  const { order } = fate;
  const zone = deviceZone();
  const oddsOf = (outcomeId: string) =>
    order.legs.find(({ outcome_id }) => outcome_id === outcomeId)?.odds_milli ?? 0;
  return [
    order.receipt_no,
    `${formatDate(order.accepted_at, zone, t.language)} ${formatTimeExact(order.accepted_at, zone)}`,
    t(`sport.kind.${order.kind}`),
    ...legs.map((leg) => {
      const name = outcomeName(t, leg.event, { market: leg, outcome: leg });
      const odds = formatOdds(oddsOf(leg.outcomeId), t.language);
      return `${name} ${odds} (${eventName(t, leg.event)})`;
    }),
    formatMoney(costCents, currency, t.language),
  ].join("\n");
}
