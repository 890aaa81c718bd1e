import { readFile, readdir, stat } from "node:fs/promises";
import { extname, join } from "node:path";
import { Refusal } from "@club/domain";
import type { AppContext } from "../context.ts";
import { newId } from "../ids.ts";
import { importFeed } from "./import-feed.ts";

const MS = 1000;
const MOST_BYTES = 8 * 1024 * 1024;
const ASK_TIMEOUT_MS = 15_000;
const ADDRESS = /^https?:\/\//;
const FORMATS: Readonly<Record<string, "the-odds-api" | "football-data">> = {
  ".json": "the-odds-api",
  ".csv": "football-data",
};

/** What this process remembers of its feed: when it looked, and which files it has read as they are. */
interface Watch {
  lookedAt: number;
  readonly seen: Map<string, number>;
}
const watches = new WeakMap<AppContext["db"], Watch>();

/**
 * Looks at the feed that the club was told of, when it is time: a watched folder, or a polled address.
 * Trouble is kept with the imports, where the desk sees it; events that the feed no longer speaks of go stale.
 */
export async function watchFeed(ctx: AppContext): Promise<void> {
  const { sportsFeed, sportsFeedSeconds } = ctx.settings;
  if (sportsFeed === undefined) return;
  const watch = watches.get(ctx.db) ?? { lookedAt: -Infinity, seen: new Map<string, number>() };
  watches.set(ctx.db, watch);
  if (performance.now() - watch.lookedAt < sportsFeedSeconds * MS) return;
  watch.lookedAt = performance.now();
  if (ADDRESS.test(sportsFeed)) await pollAddress(ctx, sportsFeed);
  else await readFolder(ctx, sportsFeed, watch);
}

/** Files that changed since they were read, in order of their names. */
async function readFolder(ctx: AppContext, folder: string, { seen }: Watch): Promise<void> {
  const names = (await readdir(folder)).filter((name) => Object.hasOwn(FORMATS, extname(name)));
  for (const name of names.toSorted()) {
    const { mtimeMs, size } = await stat(join(folder, name));
    if (seen.get(name) === mtimeMs || size > MOST_BYTES) continue;
    const format = FORMATS[extname(name)] ?? "the-odds-api";
    const payload = await readFile(join(folder, name), "utf8");
    await take(ctx, { format, payload, source: `folder:${name}` });
    seen.set(name, mtimeMs);
  }
}

async function pollAddress(ctx: AppContext, address: string): Promise<void> {
  const format = "the-odds-api" as const;
  try {
    await take(ctx, { format, payload: await askAddress(ctx, address), source: "url" });
  } catch (error) {
    if (!(error instanceof FeedAway)) throw error;
    await noteTrouble(ctx, { format, source: "url", message: error.message });
  }
}

class FeedAway extends Error {
  override name = "FeedAway";
}

/** @throws FeedAway - nothing came, too much, or no success; the key is in none of it. */
async function askAddress(ctx: AppContext, address: string): Promise<string> {
  const url = new URL(address);
  if (ctx.settings.sportsFeedKey !== undefined) {
    url.searchParams.set("apiKey", ctx.settings.sportsFeedKey);
  }
  let answer: Response;
  try {
    answer = await fetch(url, { signal: AbortSignal.timeout(ASK_TIMEOUT_MS), redirect: "error" });
  } catch {
    throw new FeedAway("the feed does not answer");
  }
  const text = await answer.text().catch(() => "");
  if (!answer.ok) throw new FeedAway(`the feed answers ${answer.status}`);
  if (text.length > MOST_BYTES) throw new FeedAway("the feed sends too much");
  return text;
}

interface Taken {
  readonly format: "the-odds-api" | "football-data";
  readonly payload: string;
  readonly source: string;
}

async function take(ctx: AppContext, taken: Taken): Promise<void> {
  const { sportsBookmaker, sportsMarginBps } = ctx.settings;
  try {
    await importFeed(
      ctx,
      { ...taken, bookmaker: sportsBookmaker ?? null, margin_bps: sportsMarginBps ?? null },
      {},
    );
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const message = `${error.code} ${JSON.stringify(error.params)}`;
    await noteTrouble(ctx, { ...taken, message });
  }
}

/** An import that came to nothing is kept too, with what came. */
async function noteTrouble(
  ctx: AppContext,
  trouble: { format: string; source: string; message: string; payload?: string },
): Promise<void> {
  await ctx.db.jobs.query(
    `INSERT INTO sport_feed_import (id, source, format, payload, answer, is_ok) VALUES ($1, $2, $3, $4, $5, false)`,
    [
      newId(),
      trouble.source,
      trouble.format,
      trouble.payload ?? "",
      JSON.stringify({ problems: [trouble.message] }),
    ],
  );
}

const KEEP_DAYS = 7;

/** Payloads of a watched feed are kept a week; what came by hand stays. */
export async function forgetOldImports(ctx: AppContext): Promise<void> {
  await ctx.db.jobs.query(
    "DELETE FROM sport_feed_import WHERE source <> 'hand' AND at < club_now() - make_interval(days => $1)",
    [KEEP_DAYS],
  );
}
