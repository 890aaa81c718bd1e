import { parseAmountCents } from "@club/domain";

/*
 * Typed text as a value: amounts, counts, instants. A `datetime-local` field has no zone, and the
 * browser reads text without one as local time: it shows the desk's zone.
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

const MINUTE_MS = 60_000;

/** "2026-11-21T14:35" at the desk; "" for none. */
export function localInput(at: string | number | null | undefined): string {
  if (at === null || at === undefined) return "";
  const date = new Date(at);
  const offsetMs = date.getTimezoneOffset() * MINUTE_MS;
  return new Date(date.getTime() - offsetMs).toISOString().slice(0, 16);
}

/** The instant that a field's text means; undefined for none. */
export function instantOfInput(text: string): string | undefined {
  const atMs = Date.parse(text);
  return Number.isNaN(atMs) ? undefined : new Date(atMs).toISOString();
}

const CENTS = 100;

/** Cents as a field shows them: 1250 is "12.50". */
export function textOfCents(cents: number): string {
  return (cents / CENTS).toFixed(2);
}
