import { refuse } from "../refusal.ts";

export type DoubleLeg = { readonly raceId: string; readonly startMs: number };

/**
 * Whether the two legs of a double are to be swapped: leg 1 is the earlier start, equal starts stay
 * as entered. Source: docs/rules/doubles.md, "The pair".
 *
 * @throws bet.same_race_twice
 */
export function areLegsSwapped(first: DoubleLeg, second: DoubleLeg): boolean {
  if (first.raceId === second.raceId) refuse("bet.same_race_twice", { raceId: first.raceId });
  return second.startMs < first.startMs;
}
