const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/;
/** What begins in these years has a day of four digits in every zone, and so has all that follows it on a card. */
const FIRST_YEAR = 1000;
const LAST_YEAR = 9998;

/** An instant on the wire with its zone, or null for text that is none (also 2026-02-30). */
export function parseInstant(text: string): Date | null {
  if (!INSTANT.test(text)) return null;
  const instant = new Date(text);
  if (Number.isNaN(instant.getTime()) || !isCalendarYear(instant.getUTCFullYear())) return null;
  // The engine's parser rolls a day over that does not exist.
  const day = text.slice(0, 10);
  const isReal = new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
  return isReal ? instant : null;
}

function isCalendarYear(year: number): boolean {
  return year >= FIRST_YEAR && year <= LAST_YEAR;
}
