import type { AppContext } from "../../core/context.ts";
import { TtlCache } from "../../core/kit/cache.ts";
import { perServer } from "../../core/kit/per-server.ts";

const TTL_MS = 1000;

/** Lists of the day and the next races: any act on a race can change them. */
const listsOf = perServer(() => new TtlCache<unknown>(TTL_MS));
/** One entry per race. */
const racesOf = perServer(() => new TtlCache<unknown>(TTL_MS, { isAhead: true }));

/** A public list, cached for a second, so a crowd costs one query (promise P15). */
export async function rememberList<T>(
  ctx: Pick<AppContext, "db">,
  key: string,
  load: () => Promise<T>,
): Promise<T> {
  return (await listsOf(ctx).get(key, load)) as T;
}

/** What the public sees of one race, cached for a second. */
export async function rememberRace<T>(
  ctx: Pick<AppContext, "db">,
  raceId: string,
  load: () => Promise<T>,
): Promise<T> {
  return (await racesOf(ctx).get(raceId, load)) as T;
}

/** Whoever acts on a race sees the change at once, in this process. */
export function forgetPublicRaces(ctx: Pick<AppContext, "db">, raceId: string): void {
  listsOf(ctx).clear();
  racesOf(ctx).forget(raceId);
}
