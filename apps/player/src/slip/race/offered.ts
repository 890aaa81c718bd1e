import type { RaceDetail } from "@club/contract";
import { BET_TYPES, type BetType, type BetTypeIndex, betTypeOf, poolOf } from "@club/domain";

/** Whether a race takes this bet type: it offers all of its pools. Without a list it offers all. */
export function offersType(race: RaceDetail | undefined, betType: BetTypeIndex): boolean {
  const offered = race?.offered;
  // A bet on three races and more is no bet of a race: its meeting offers it.
  if (betTypeOf(betType).legs > 2) return false;
  return offered === undefined || betTypeOf(betType).pools.every((pool) => offered.includes(pool));
}

/** The bet types that a race's list shows: the first ones always, later ones where they are offered. */
export function shownTypes(race: RaceDetail | undefined): readonly BetType[] {
  return BET_TYPES.filter(
    ({ index, pools }) => !pools.some((pool) => poolOf(pool).isLater) || offersType(race, index),
  );
}
