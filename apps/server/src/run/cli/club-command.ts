import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { Readable } from "node:stream";
import { createGzip } from "node:zlib";
import { isDay } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import { exportSeason } from "./export-season.ts";
import { progressOf, verifyBooks } from "../../proofs/checks/verify-books.ts";
import { dayText } from "../../proofs/days/day-file.ts";
import { replayDay } from "../../proofs/days/replay-days.ts";
import { readPublicKeys, rotateSigningKey } from "../../proofs/signing/signing-keys.ts";

export const USAGE = `npm run club -- replay DAY          makes a day again from stored facts and compares it
npm run club -- export DAY FILE     writes the day as one signed archive, for club-check day
npm run club -- export --season FROM TO FOLDER   writes entries, bets and results of these days as CSV with checksums
npm run club -- verify              recomputes the books from their rows, with what it has found so far
npm run club -- keys                shows the club's public keys
npm run club -- rotate-key          begins to sign with a new key; restart other processes within 7 days`;

const SAY_EVERY_MS = 200;
const MS_PER_SECOND = 1000;

export type Say = (line: string) => void;
type ClubContext = Pick<AppContext, "db" | "secrets">;

/** Runs one keeper's command: 0 if done or all is equal, 1 otherwise, null if misspelt. */
export async function runClubCommand(
  ctx: ClubContext,
  argv: readonly string[],
  say: Say,
): Promise<number | null> {
  const [command = "", day = "", file] = argv;
  switch (command) {
    case "replay":
      return isDay(day) ? await replay(ctx, day, say) : null;
    case "export":
      if (day === "--season") return await exportDays(ctx, argv.slice(2), say);
      return isDay(day) && file !== undefined ? await exportDay(ctx, { day, file }, say) : null;
    case "verify":
      return await verify(ctx, say);
    case "keys":
      for (const key of await readPublicKeys(ctx.db.operators)) {
        say(`${key.key_id}  ${key.jwk.x}  from ${key.from}  until ${key.until ?? "now"}`);
      }
      return 0;
    case "rotate-key":
      say(`The club signs with ${await rotateSigningKey(ctx)} from now on.`);
      return 0;
    default:
      return null;
  }
}

/** Reports each check as it ends: a large club's books take a while. */
async function verify(ctx: ClubContext, say: Say): Promise<number> {
  let said = 0;
  const timer = setInterval(() => {
    const progress = progressOf(ctx);
    if (progress === null || progress.done <= said) return;
    said = progress.done;
    say(`${progress.done} of ${progress.total} checks, ${progress.rows} rows: ${progress.check}`);
  }, SAY_EVERY_MS);
  try {
    const { ok, checks, duration_ms, chain_head } = await verifyBooks(ctx);
    for (const { name, ok: isGood, rows, detail } of checks) {
      say(
        `${isGood ? "ok     " : "BROKEN "} ${name} (${rows} rows)${detail === null ? "" : `: ${detail}`}`,
      );
    }
    const seconds = (duration_ms / MS_PER_SECOND).toFixed(1);
    const head = `chain ${chain_head.position} ${chain_head.hash}`;
    say(`${ok ? "The books verify" : "The books do NOT verify"} (${seconds} s, ${head}).`);
    return ok ? 0 : 1;
  } finally {
    clearInterval(timer);
  }
}

async function replay(ctx: ClubContext, day: string, say: Say): Promise<number> {
  const report = await replayDay(ctx, day);
  const { races, pools, bets, checks, took_ms, waiting } = report;
  say(`${day}: ${races} races, ${pools} pools, ${bets} bets made again in ${took_ms} ms.`);
  if (report.sport_events > 0) {
    say(`${report.sport_events} events of sports, ${report.sport_bets} bets.`);
  }
  if (waiting > 0) say(`${waiting} races or events are not settled yet.`);
  for (const { check, pool, item, computed, stated } of report.differences) {
    say(
      `DIFFERS  ${[check, pool, item].filter(Boolean).join(" ")}: ${computed}, the tables say ${stated}`,
    );
  }
  say(report.matches_live ? `${checks} comparisons, all equal.` : "The day is not equal.");
  return report.matches_live ? 0 : 1;
}

async function exportDays(
  ctx: ClubContext,
  [from = "", to = "", folder]: readonly string[],
  say: Say,
): Promise<number | null> {
  if (!isDay(from) || !isDay(to) || folder === undefined) return null;
  await exportSeason(ctx, { from, to, folder }, say);
  return 0;
}

async function exportDay(
  ctx: ClubContext,
  { day, file }: { day: string; file: string },
  say: Say,
): Promise<number> {
  const text = await dayText(ctx, day);
  await pipeline(Readable.from([text]), createGzip(), createWriteStream(file, { mode: 0o600 }));
  say(`${day} is in ${file}.`);
  return 0;
}
