import type { Cents } from "../money/cents.ts";
import type { Fraction } from "../money/fraction.ts";
import { type SportBetKind, SPORT_BET_SHAPES } from "./bet-kinds.ts";

/** A line: the indexes (from 0) of its legs, ascending. */
export type Line = readonly number[];

/** Every line of a bet, the short ones first. Source: docs/rules/sports.md, "Kinds of bet". */
export function linesOf(kind: SportBetKind, legs: number): readonly Line[] {
  const { sizes } = SPORT_BET_SHAPES[kind];
  const all = Array.from({ length: legs }, (_, i) => i);
  if (sizes === null) return [all];
  const lines: Line[] = [];
  for (let size = sizes[0]; size <= sizes[1]; size++) lines.push(...subsets(all, size));
  return lines;
}

function subsets(from: readonly number[], size: number): Line[] {
  if (size === 0) return [[]];
  return from.flatMap((first, i) =>
    subsets(from.slice(i + 1), size - 1).map((rest) => [first, ...rest]),
  );
}

/**
 * What one line returns: floor(unit x product of its legs' factors), one floor at the end. What the
 * floor leaves stays in the sports book. Source: docs/rules/sports.md, "What a bet returns".
 */
export function lineReturn(unitCents: Cents, line: Line, factors: readonly Fraction[]): Cents {
  let top = unitCents;
  let bottom = 1n;
  for (const leg of line) {
    const factor = factors[leg] as Fraction;
    if (factor.top === 0n) return 0n;
    top *= factor.top;
    bottom *= factor.bottom;
  }
  return top / bottom;
}

const known = new Map<string, readonly Line[]>();

/** `linesOf`, made once per kind and number of legs. */
export function knownLines(kind: SportBetKind, legs: number): readonly Line[] {
  const key = `${kind} ${legs}`;
  let lines = known.get(key);
  if (lines === undefined) {
    lines = linesOf(kind, legs);
    known.set(key, lines);
  }
  return lines;
}
