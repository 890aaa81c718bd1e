const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/;
/** In these years any zone's day has a four-digit year, and so has all that follows on a card. */
const FIRST_YEAR = 1000;
const LAST_YEAR = 9998;

/** An instant on the wire with its zone, or null for invalid text (also 2026-02-30). */
export function parseInstant(text: string): Date | null {
  if (!INSTANT.test(text)) return null;
  const instant = new Date(text);
  if (Number.isNaN(instant.getTime()) || !isCalendarYear(instant.getUTCFullYear())) return null;
  // The engine's parser rolls a nonexistent day over.
  const day = text.slice(0, 10);
  const isReal = new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
  return isReal ? instant : null;
}

function isCalendarYear(year: number): boolean {
  return year >= FIRST_YEAR && year <= LAST_YEAR;
}
