import type { AppContext } from "../../core/context.ts";
import { ShortMemory } from "../../core/kit/cache.ts";

const TTL_MS = 1000;

interface PublicMemory {
  /** Lists of the day and the next races: any act on a race may change them. */
  readonly lists: ShortMemory<unknown>;
  /** One race each. */
  readonly races: ShortMemory<unknown>;
}

/** By server: two clubs in one process (tests) share nothing. */
const memories = new WeakMap<AppContext["db"], PublicMemory>();

function memoryOf(ctx: Pick<AppContext, "db">): PublicMemory {
  const known = memories.get(ctx.db);
  if (known !== undefined) return known;
  const made = { lists: new ShortMemory<unknown>(TTL_MS), races: new ShortMemory<unknown>(TTL_MS) };
  memories.set(ctx.db, made);
  return made;
}

/** A public list from its copy of the last second, so that a crowd costs one query (promise P15). */
export async function rememberList<T>(
  ctx: Pick<AppContext, "db">,
  key: string,
  load: () => Promise<T>,
): Promise<T> {
  return (await memoryOf(ctx).lists.get(key, load)) as T;
}

/** What the public sees of one race, from its copy of the last second. */
export async function rememberRace<T>(
  ctx: Pick<AppContext, "db">,
  raceId: string,
  load: () => Promise<T>,
): Promise<T> {
  return (await memoryOf(ctx).races.get(raceId, load)) as T;
}

/** Who acts on a race sees the change at once in his own process. */
export function forgetPublicRaces(ctx: Pick<AppContext, "db">, raceId: string): void {
  const memory = memories.get(ctx.db);
  memory?.lists.clear();
  memory?.races.forget(raceId);
}
