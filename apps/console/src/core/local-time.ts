/*
 * Between an instant and the text of a `datetime-local` field, in the desk's zone: the field knows
 * no zone, and the browser reads a text without one as local time.
 */

const MINUTE_MS = 60_000;

/** "2026-11-21T14:35" at the desk. */
export function localInput(atMs: number): string {
  const offsetMs = new Date(atMs).getTimezoneOffset() * MINUTE_MS;
  return new Date(atMs - offsetMs).toISOString().slice(0, 16);
}

/** The instant that a field's text names; undefined for none. */
export function instantOfInput(text: string): string | undefined {
  const atMs = Date.parse(text);
  return Number.isNaN(atMs) ? undefined : new Date(atMs).toISOString();
}
