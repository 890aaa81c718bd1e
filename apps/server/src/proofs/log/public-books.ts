import { type DataOf, type getPublicBooks, type ListItemOf } from "@club/contract";
import { Refusal } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import { readBooksLook } from "../../money/ledger/books-state.ts";
import { readTrialBalance } from "../../money/ledger/trial-balance.ts";
import { lastVerification } from "../checks/verify-books.ts";
import { TtlCache } from "../../core/kit/cache.ts";
import { perServer } from "../../core/kit/per-server.ts";

/** It reads the whole ledger, so only once in this time, whoever asks. */
export const BOOKS_SECONDS = 20;
const SECOND_MS = 1000;

interface PublicBooks {
  readonly data: DataOf<typeof getPublicBooks>;
  readonly list: ListItemOf<typeof getPublicBooks>[];
}

const cacheOf = perServer(() => new TtlCache<PublicBooks>(BOOKS_SECONDS * SECOND_MS));

/**
 * The books as the public sees them: sums by kind of account and the names of the checks, but no
 * individual account. @throws not_found where the club does not publish them
 */
export async function publicBooks(ctx: Pick<AppContext, "db" | "settings">): Promise<PublicBooks> {
  const { publicBooks: isShown, demo } = ctx.settings;
  if (!(isShown ?? demo)) throw new Refusal("not_found");
  return await cacheOf(ctx).get("books", async () => await readBooks(ctx));
}

async function readBooks(ctx: Pick<AppContext, "db" | "settings">): Promise<PublicBooks> {
  const { list, ...books } = await readTrialBalance(ctx);
  const last = await lastVerification(ctx.db.browsing);
  const checks = last?.checks.map(({ name, ok, rows }) => ({ name, ok, rows })) ?? [];
  return {
    data: {
      ...books,
      currency: ctx.settings.currency,
      added_up: await readBooksLook(ctx.db.browsing),
      verified:
        last === null ? null : { ok: last.ok, at: last.at, duration_ms: last.duration_ms, checks },
    },
    list: list.map(({ kind, pool, balance_cents }) => ({ kind, pool, balance_cents })),
  };
}
