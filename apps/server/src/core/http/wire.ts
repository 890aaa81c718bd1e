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
