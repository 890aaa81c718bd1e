import { DatabaseBusy } from "../db/connect.ts";
import { perServer } from "../kit/per-server.ts";
import { pause } from "../kit/pause.ts";
import { ConcurrencyLimit } from "../limits/concurrency.ts";

/** Where providers tell the club what became of something. */
export function isOfNotices(path: string | undefined): boolean {
  return path?.startsWith("/api/hooks/") === true;
}

/** As many as there are connections to the server: whoever was let in has a place in line. */
export const MOST_NOTICES = 12_000;

/** Few at a time, so that a provider that tells thousands at once leaves room for players. */
const TURNS = { atOnce: 2, inLine: MOST_NOTICES } as const;
const TRIES = 10;
const APART_MS = 200;

const lineOf = perServer(() => new ConcurrencyLimit(Number.POSITIVE_INFINITY));

/**
 * Takes what a provider tells of `name` in its turn. A database that is busy for a moment is no
 * reason to make the provider come again, and neither are thousands before it: whoever hung up
 * meanwhile stays in line, since what he told is true all the same.
 *
 * @throws what the work throws
 */
export async function takeInTurn<T>(
  ctx: { readonly db: object },
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  return await lineOf(ctx).run({ name, turns: TURNS }, "", async () => await patiently(work));
}

/** Does the work again where the database was busy. @throws what the last try throws */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let left = TRIES; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      if (left === 1 || !(error instanceof DatabaseBusy)) throw error;
      await pause(APART_MS);
    }
  }
}
