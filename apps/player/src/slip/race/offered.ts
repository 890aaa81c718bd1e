import type { RaceDetail } from "@club/contract";
import { type BetTypeIndex, betTypeOf } from "@club/domain";

/** Whether a race takes bets of this type: all of its pools are offered. A race that does not say offers all. */
export function offersType(race: RaceDetail | undefined, betType: BetTypeIndex): boolean {
  const offered = race?.offered;
  return offered === undefined || betTypeOf(betType).pools.every((pool) => offered.includes(pool));
}
