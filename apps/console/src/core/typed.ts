import { localDay, parseAmountCents, zonedInstant } from "@club/domain";
import { clubZone } from "./time.ts";

/*
 * Typed text as a value: amounts, counts, instants. A `datetime-local` field has no zone: it shows
 * and means the club's clock.
 */

/**
 * A typed amount in cents: "12", "12.5", "12,50". Undefined for anything else, and for zero, which
 * moves nothing.
 */
export function centsOfText(text: string): number | undefined {
  const tidy = text
    .trim()
    .replaceAll(/[\s\u00a0\u202f]/g, "")
    .replace(",", ".");
  const cents = parseAmountCents(tidy);
  return cents === null || cents === 0n ? undefined : Number(cents);
}

const COUNT = /^[+\-−]?\d{1,6}$/;

/** A typed whole number: "12", "+12", "-3". Undefined for anything else. */
export function countOfText(text: string): number | undefined {
  const tidy = text.trim();
  return COUNT.test(tidy) ? Number(tidy.replace("−", "-")) : undefined;
}

/** "2026-11-21T14:35" by the club's clock; "" for none. */
export function localInput(at: string | number | null | undefined): string {
  if (at === null || at === undefined) return "";
  const time = new Intl.DateTimeFormat("en-GB", {
    timeZone: clubZone(),
    hour: "2-digit",
    minute: "2-digit",
  });
  const atMs = new Date(at).getTime();
  return `${localDay(atMs, clubZone())}T${time.format(atMs)}`;
}

/** The instant that a field's text means; undefined for none. */
export function instantOfInput(text: string): string | undefined {
  const [day = "", time = ""] = text.split("T");
  const atMs = zonedInstant(day, time.slice(0, 5), clubZone());
  return atMs === null ? undefined : new Date(atMs).toISOString();
}

const CENTS = 100;

/** Cents as a field shows them: 1250 is "12.50". */
export function textOfCents(cents: number): string {
  return (cents / CENTS).toFixed(2);
}
