import { showToast, type SelectionPart } from "@club/ui";
import type { T } from "../lang.ts";
import { drawTicket, type Ticket } from "./ticket-picture.ts";

/** Shares a ticket as a picture, as text where pictures cannot be shared; else the text is copied. */
export async function shareTicket(t: T, ticket: Ticket): Promise<void> {
  const text = textOf(ticket);
  try {
    const file = await drawTicket(ticket);
    const data = file === null ? {} : { files: [file] };
    if (file !== null && navigator.canShare?.(data)) await navigator.share(data);
    else if (typeof navigator.share === "function") await navigator.share({ text });
    else {
      await navigator.clipboard.writeText(text);
      showToast(t("act.copied"));
    }
  } catch (error) {
    // Most often the player changed their mind.
    console.info("share", error);
  }
}

/** The ticket in lines. */
export function textOf(ticket: Ticket): string {
  const { receiptNo, time, title, race, parts, cost, outcome } = ticket;
  return [receiptNo, time, title, race, sayParts(parts), cost, outcome]
    .filter((line) => line !== undefined && line !== "")
    .join("\n");
}

function sayParts(parts: readonly SelectionPart[]): string {
  return parts.map((part) => ("number" in part ? String(part.number) : part.text)).join(" ");
}
