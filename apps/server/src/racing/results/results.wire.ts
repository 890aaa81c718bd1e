import type {
  BodyOf,
  DeclaredEntry,
  ResultStage,
  UnplacedRunner,
  enterResult,
} from "@club/contract";
import { type Placings, poolOf, Refusal } from "@club/domain";

export interface ResultForm {
  readonly stage: ResultStage;
  readonly placings: Placings;
  readonly declared: readonly DeclaredEntry[] | null;
  /** By number; absent: none. */
  readonly unplaced?: readonly UnplacedRunner[];
}

const ascending = (a: number, b: number): number => a - b;

/**
 * Normalises a result, so that equal ones compare equal: groups as ascending lists; declared
 * combinations as in rules.md section 3, in a fixed order.
 *
 * @throws result.invalid with reason declared_twice
 */
export function parseResult(
  body: Omit<BodyOf<typeof enterResult>, "unplaced"> & {
    readonly unplaced?: readonly UnplacedRunner[] | null | undefined;
  },
): ResultForm {
  const placings = body.placings.map((group) =>
    typeof group === "number" ? [group] : group.toSorted(ascending),
  );
  const declared = parseEntries(body.declared_dividends ?? []);
  const unplaced = (body.unplaced ?? []).toSorted((a, b) => a.number - b.number);
  return {
    stage: body.stage,
    placings,
    declared: declared.length === 0 ? null : declared,
    unplaced,
  };
}

/** Declared dividends, normalised and sorted. @throws result.invalid with reason declared_twice */
export function parseEntries(entries: readonly DeclaredEntry[]): DeclaredEntry[] {
  const parsed = entries.map(parseDeclared);
  const keys = parsed.map(keyOf);
  const twice = keys.find((key, i) => keys.indexOf(key) !== i);
  if (twice !== undefined) {
    throw new Refusal("result.invalid", {
      reason: "declared_twice",
      field: "declared_dividends",
      entry: twice,
    });
  }
  return parsed.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** Two results that say the same. */
export function isSameResult(
  a: Pick<ResultForm, "placings" | "declared" | "unplaced">,
  b: Pick<ResultForm, "placings" | "declared" | "unplaced">,
): boolean {
  return spell(a) === spell(b);
}

function spell({
  placings,
  declared,
  unplaced,
}: Pick<ResultForm, "placings" | "declared" | "unplaced">): string {
  const entries = declared?.map((entry) =>
    entry.refunded === true ? keyOf(entry) : `${keyOf(entry)} ${entry.dividend_cents}`,
  );
  const out = (unplaced ?? []).map(({ number, why }) => `${number} ${why}`);
  return JSON.stringify([placings, entries ?? null, out]);
}

function keyOf(entry: DeclaredEntry): string {
  const pair = [entry.race_id ?? "", entry.race_id2 ?? ""].join("/");
  const pool = pair === "/" ? entry.pool : `${entry.pool} ${pair}`;
  return entry.refunded === true ? `${pool} refunded` : `${pool} ${entry.combination}`;
}

function parseDeclared(entry: DeclaredEntry): DeclaredEntry {
  const pool = {
    pool: entry.pool,
    ...(entry.race_id ? { race_id: entry.race_id } : {}),
    ...(entry.race_id2 ? { race_id2: entry.race_id2 } : {}),
  };
  if (entry.refunded === true) return { ...pool, refunded: true };
  const parts = entry.combination.split("-").map((part) => {
    const text = part.trim();
    if (text === "F") return text;
    // A leg that several runners won: "1/4".
    return text.split("/").map(Number).toSorted(ascending).join("/");
  });
  if (!poolOf(entry.pool).isOrdered) parts.sort((a, b) => Number(a) - Number(b));
  return { ...pool, combination: parts.join("-"), dividend_cents: entry.dividend_cents };
}
