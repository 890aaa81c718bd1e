import type { PlacedOrder } from "@club/contract";
import { formatDate, formatMoney, formatTimeExact } from "@club/i18n";
import type { T } from "../../core/lang.ts";
import type { Slip } from "./placement.ts";
import { selectionParts } from "./selection-parts.ts";
import { shareTickets } from "../share-ticket.ts";
import { clothsOf } from "./ticket-cloths.ts";

/** Shares the ticket of a bet that was just accepted. */
export async function shareReceipt(t: T, slip: Slip, order: PlacedOrder): Promise<void> {
  const { form } = slip;
  if (form.betType === 0) return;
  const legs = [form.race, form.race2].filter((leg) => leg !== null);
  const cost = formatMoney(order.cost_cents, slip.currency, t.language);
  const ticket = {
    receiptNo: order.receipt_no,
    time: `${formatDate(order.accepted_at, slip.zone, t.language)} ${formatTimeExact(order.accepted_at, slip.zone)}`,
    title: t(`betType.${form.betType}`),
    race: legs.map((leg) => `${leg.meetings} ${t("race.short", { n: leg.raceNo })}`).join(" + "),
    body: clothsOf(selectionParts(t, { ...form, betType: form.betType })),
    cost: `${t("bet.combinations", { n: order.combinations })} · ${cost}`,
  };
  await shareTickets(t, [ticket]);
}
