import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { Readable } from "node:stream";
import { createGzip } from "node:zlib";
import { isDay } from "@club/domain";
import type { AppContext } from "../context.ts";
import { dayText } from "../proofs/day-file.ts";
import { dayReport } from "../proofs/day-report.ts";
import { readPublicKeys, rotateSigningKey } from "../proofs/signing-keys.ts";

export const USAGE = `npm run club -- replay DAY          makes a day again from stored facts and compares it
npm run club -- export DAY FILE     writes the day as one signed archive, for club-check day
npm run club -- keys                shows the club's public keys
npm run club -- rotate-key          begins to sign with a new key; restart other processes within 7 days`;

export type Say = (line: string) => void;
type ClubContext = Pick<AppContext, "db" | "secrets">;

/** One command of the club's keeper. Says 0 when it did, or found everything equal, 1 when not, 2 for a misspelt one. */
export async function runClubCommand(
  ctx: ClubContext,
  argv: readonly string[],
  say: Say,
): Promise<number> {
  const [command = "", day = "", file] = argv;
  switch (command) {
    case "replay":
      return isDay(day) ? await replay(ctx, day, say) : misspelt(say);
    case "export":
      return isDay(day) && file !== undefined
        ? await exportDay(ctx, { day, file }, say)
        : misspelt(say);
    case "keys":
      for (const key of await readPublicKeys(ctx.db.operators)) {
        say(`${key.key_id}  ${key.jwk.x}  from ${key.from}  until ${key.until ?? "now"}`);
      }
      return 0;
    case "rotate-key":
      say(`The club signs with ${await rotateSigningKey(ctx)} from now on.`);
      return 0;
    default:
      return misspelt(say);
  }
}

function misspelt(say: Say): number {
  say(USAGE);
  return 2;
}

async function replay(ctx: ClubContext, day: string, say: Say): Promise<number> {
  const report = await dayReport(ctx, day);
  const { races, pools, bets, checks, took_ms, waiting } = report;
  say(`${day}: ${races} races, ${pools} pools, ${bets} bets made again in ${took_ms} ms.`);
  if (waiting > 0) say(`${waiting} of the races are not settled yet.`);
  for (const { check, pool, item, computed, stated } of report.differences) {
    say(
      `DIFFERS  ${[check, pool, item].filter(Boolean).join(" ")}: ${computed}, the tables say ${stated}`,
    );
  }
  say(report.matches_live ? `${checks} comparisons, all equal.` : "The day is not equal.");
  return report.matches_live ? 0 : 1;
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
