import type { PlacedOrder } from "@club/contract";
import { formatDate, formatMoney, formatTimeExact } from "@club/i18n";
import { clubZone } from "../../core/club-zone.ts";
import type { T } from "../../core/lang.ts";
import type { Slip } from "./placement.ts";
import { betName, raceName } from "./grid-rows.ts";
import { hasType, racesOf } from "./form-legs.ts";
import { partsOfForm } from "./selection-parts.ts";
import { shareTickets } from "../share-ticket.ts";
import { clothsOf } from "./ticket-cloths.ts";

/** Shares the ticket of a bet that was just accepted. */
export async function shareReceipt(t: T, slip: Slip, order: PlacedOrder): Promise<void> {
  const { form } = slip;
  const zone = clubZone();
  if (!hasType(form)) return;
  const legs = racesOf(form).filter((leg) => leg !== null);
  const cost = formatMoney(order.cost_cents, slip.currency, t.language);
  const ticket = {
    receiptNo: order.receipt_no,
    time: `${formatDate(order.accepted_at, zone, t.language)} ${formatTimeExact(order.accepted_at, zone)}`,
    title: betName(t, form),
    race: legs.map((leg) => raceName(t, leg)).join(" + "),
    body: clothsOf(partsOfForm(t, form)),
    cost: `${t("bet.combinations", { n: order.combinations })} · ${cost}`,
  };
  await shareTickets(t, [ticket]);
}
