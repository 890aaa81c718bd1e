import type { RaceDetail } from "@club/contract";
import { type BetTypeIndex, betTypeOf } from "@club/domain";

/** Whether a race takes this bet type: it offers all of its pools. Without a list it offers all. */
export function offersType(race: RaceDetail | undefined, betType: BetTypeIndex): boolean {
  const offered = race?.offered;
  return offered === undefined || betTypeOf(betType).pools.every((pool) => offered.includes(pool));
}
