import { assert, type Cents } from "@club/domain";

/**
 * An amount on the wire: an integer of cents. One that does not fit into a JSON number is our
 * fault.
 */
export function wireCents(amount: Cents): number;
export function wireCents(amount: Cents | null): number | null;
export function wireCents(amount: Cents | null): number | null {
  if (amount === null) return null;
  const cents = Number(amount);
  assert(Number.isSafeInteger(cents), "an amount fits into a number of JSON");
  return cents;
}

/** An instant as the wire has it: ISO 8601, UTC, with milliseconds. */
export function wireInstant(at: Date): string;
export function wireInstant(at: Date | null | undefined): string | null;
export function wireInstant(at: Date | null | undefined): string | null {
  return at?.toISOString() ?? null;
}

/** JSON text; JSON has no bigint, so amounts are integers of cents there too. */
export function wireJson(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    typeof item === "bigint" ? Number(item) : item,
  );
}

/**
 * The parameters of a sentence in the reader's language: of a refusal, or of a step that explains a
 * price.
 */
export function wireParams<Params>(params: Record<string, unknown>): Params {
  return JSON.parse(wireJson(params)) as Params;
}

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
