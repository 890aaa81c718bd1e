import { patiently } from "../db/patiently.ts";
import { perServer } from "../kit/per-server.ts";
import { ConcurrencyLimit } from "../limits/concurrency.ts";

/** Where providers tell the club what became of something. */
export function isOfNotices(path: string | undefined): boolean {
  return path?.startsWith("/api/hooks/") === true;
}

/** As many as there are connections to the server: whoever was let in has a place in line. */
export const MOST_NOTICES = 12_000;

/** Few at a time, so that a provider that tells thousands at once leaves room for players. */
const TURNS = { atOnce: 2, inLine: MOST_NOTICES } as const;

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
