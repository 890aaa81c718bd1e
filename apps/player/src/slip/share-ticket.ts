import { showToast } from "@club/ui";
import type { T } from "../core/lang.ts";
import { drawTicket, type Ticket } from "./ticket-picture.ts";

/** Shares each ticket as a picture; where that cannot be shared, as text; else copies the text. */
export async function shareTickets(t: T, tickets: readonly Ticket[]): Promise<void> {
  const text = tickets.map(textOf).join("\n\n");
  try {
    const drawn = await Promise.all(tickets.map(drawTicket));
    const files = drawn.filter((file) => file !== null);
    const hasAll = files.length === tickets.length && navigator.canShare?.({ files }) === true;
    if (hasAll) await navigator.share({ files });
    else if (typeof navigator.share === "function") await navigator.share({ text });
    else {
      await navigator.clipboard.writeText(text);
      showToast(t("act.copied"));
    }
  } catch (error) {
    // Usually the player changed their mind.
    console.info("share", error);
  }
}

/** The ticket in lines. */
export function textOf(ticket: Ticket): string {
  const { receiptNo, time, title, race, body, cost, outcome } = ticket;
  return [receiptNo, time, title, race, ...body.lines, cost, outcome]
    .filter((line) => line !== undefined && line !== "")
    .join("\n");
}
