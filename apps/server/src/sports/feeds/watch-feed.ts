import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import { Refusal } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import {
  changedFiles,
  newFolderMemory,
  type FolderMemory,
} from "../../core/files/changed-files.ts";
import { newId } from "../../core/kit/ids.ts";
import { perServer } from "../../core/kit/per-server.ts";
import { importFeed } from "./import-feed.ts";

const MS = 1000;
const MOST_BYTES = 8 * 1024 * 1024;
const ASK_TIMEOUT_MS = 15_000;
const ADDRESS = /^https?:\/\//;
const ENDINGS = [".json", ".csv"];

/** What this process remembers of its feed: when it last asked, and the folder's state. */
const watchOf = perServer(() => ({ askedAt: -Infinity, folder: newFolderMemory() }));

/**
 * Checks the configured feed: a watched folder every time, a polled address when it is due.
 * Failures are stored with the imports, where the desk sees them; events that the feed no longer
 * mentions go stale.
 */
export async function watchFeed(ctx: AppContext): Promise<void> {
  const { sportsFeed, sportsFeedSeconds } = ctx.settings;
  if (sportsFeed === undefined) return;
  const watch = watchOf(ctx);
  if (!ADDRESS.test(sportsFeed)) return await readFolder(ctx, sportsFeed, watch.folder);
  if (performance.now() - watch.askedAt < sportsFeedSeconds * MS) return;
  watch.askedAt = performance.now();
  await pollAddress(ctx, sportsFeed);
}

async function readFolder(ctx: AppContext, folder: string, memory: FolderMemory): Promise<void> {
  for (const file of await changedFiles(folder, ENDINGS, memory)) {
    const isCsv = extname(file.name).toLowerCase() === ".csv";
    const format = isCsv ? "football-data" : "the-odds-api";
    const source = `folder:${file.name}`;
    if (file.size > MOST_BYTES) {
      await noteTrouble(ctx, { format, source, message: `the file has ${file.size} bytes` });
    } else {
      await take(ctx, { format, payload: await readFile(file.path, "utf8"), source });
    }
    file.done();
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

/** @throws FeedAway - no answer, too long or not a success; its message never has the key. */
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

/** A failed import is stored too, with its payload. */
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

/** Payloads of a watched feed are kept for a week; manual imports stay. */
export async function forgetOldImports(ctx: AppContext): Promise<void> {
  await ctx.db.jobs.query(
    "DELETE FROM sport_feed_import WHERE source <> 'hand' AND at < club_now() - make_interval(days => $1)",
    [KEEP_DAYS],
  );
}
