import type { DeclaredDividends, PoolFacts } from "@club/domain";

type Json<T> = T extends bigint
  ? string
  : T extends object
    ? { readonly [Key in keyof T]: Json<T[Key]> }
    : T;

/** The facts of a pool as JSON: cents as decimal text, everything else unchanged. */
export type FactsJson = Json<PoolFacts>;

/** Writes facts for `factsFromJson` to read back; equal facts give equal text. */
export function factsToText(facts: PoolFacts): string {
  return JSON.stringify(facts, (_key, value: unknown) =>
    typeof value === "bigint" ? String(value) : value,
  );
}

/** Reads what `factsToText` wrote, once it has been stored. */
export function factsFromJson(json: FactsJson): PoolFacts {
  const declared = json.declared === null ? null : declaredFrom(json.declared);
  if (json.kind === "double") return { ...json, declared };
  const jackpotInCents = BigInt(json.jackpotInCents);
  if (json.kind === "single") return { ...json, declared, jackpotInCents };
  return { ...json, declared, jackpotInCents, guaranteeCents: BigInt(json.guaranteeCents) };
}

/** Official dividends as they were stored. */
export function declaredFrom(json: Json<DeclaredDividends>): DeclaredDividends {
  return {
    refunded: json.refunded,
    dividends: json.dividends.map(({ combination, dividendCents }) => ({
      combination,
      dividendCents: BigInt(dividendCents),
    })),
  };
}
