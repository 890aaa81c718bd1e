import type { RaceDetail } from "@club/contract";
import {
  BET_TYPES,
  type BetType,
  type BetTypeIndex,
  betTypeOf,
  type PoolCode,
  poolOf,
} from "@club/domain";

/** Whether a race has this pool. Without a list it has all. */
export function offersPool(race: RaceDetail | undefined, pool: PoolCode): boolean {
  return race?.offered === undefined || race.offered.includes(pool);
}

/** Whether a race takes this bet type: it has all of its pools. */
export function offersType(race: RaceDetail | undefined, betType: BetTypeIndex): boolean {
  // A bet on three races and more is no bet of a race: its meeting offers it.
  if (betTypeOf(betType).legs > 2) return false;
  return betTypeOf(betType).pools.every((pool) => offersPool(race, pool));
}

/** The bet types that a race's list shows: the first ones always, later ones where they are offered. */
export function shownTypes(race: RaceDetail | undefined): readonly BetType[] {
  return BET_TYPES.filter(
    ({ index, pools }) => !pools.some((pool) => poolOf(pool).isLater) || offersType(race, index),
  );
}
