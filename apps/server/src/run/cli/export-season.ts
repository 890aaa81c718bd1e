import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { AppContext } from "../../core/context.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { BOM, csvLine } from "../../core/tables/csv-file.ts";
import type { FileCell } from "../../core/tables/csv-file.ts";
import { SEASON_SPAN, SEASON_TABLES } from "./season-tables.ts";
import type { SeasonTable } from "./season-tables.ts";

export interface Season {
  /** Club days, both included. */
  readonly from: string;
  readonly to: string;
  /** Made by the export; until it is whole its name ends in `.partial`. */
  readonly folder: string;
}

/** The folder cannot be written; one sentence for whoever asked. */
export class SeasonError extends Error {
  override name = "SeasonError";
}

interface Span {
  readonly club: string;
  readonly currency: string;
  readonly zone: string;
  readonly made_at: Date;
  readonly since: Date;
  readonly until: Date;
}

interface Written {
  readonly file: string;
  readonly sum: string;
}

type Say = (line: string) => void;
type Row = Readonly<Record<string, unknown>>;

const PER_FETCH = 1000;
const FETCH = "FETCH 1000 FROM season";
const SAY_EVERY_MS = 2000;
const SUMS = "SHA256SUMS";
const OWN_FOLDER = 0o700;
const OWN_FILE = 0o600;

/**
 * Writes a season as a regulator takes it: tables, what their columns say, and a checksum of each
 * file, all of one moment. Rows go to the file as they are read, a thousand at a time.
 *
 * @throws SeasonError
 */
export async function exportSeason(
  ctx: Pick<AppContext, "db">,
  { from, to, folder }: Season,
  say: Say,
): Promise<void> {
  if (from > to) throw new SeasonError(`The season ends before it begins: ${from} is after ${to}.`);
  if (existsSync(folder))
    throw new SeasonError(`There is a ${folder} already: name another place.`);
  const partial = `${resolve(folder)}.partial`;
  // What a broken-off export left is no part of this one.
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true, mode: OWN_FOLDER });
  const connection = await ctx.db.connectAlone("season");
  try {
    const db = connection as Queryable;
    await db.query("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY");
    const { rows } = await db.query<Span & Record<string, unknown>>(SEASON_SPAN, [from, to]);
    const [span] = rows as unknown as [Span];
    const written: Written[] = [];
    for (const table of SEASON_TABLES) {
      written.push(await writeTable(db, { table, span, folder: partial, say }));
    }
    written.push(await writeFile(partial, "columns.csv", columnLines()));
    written.push(await writeFile(partial, "README.txt", [readme(span, { from, to })]));
    await writeFile(partial, SUMS, [written.map(({ file, sum }) => `${sum}  ${file}\n`).join("")]);
  } finally {
    await connection.end();
  }
  await rename(partial, folder);
  await syncFolder(dirname(resolve(folder)));
  say(`${from} to ${to} is in ${folder}: check it with sha256sum -c ${SUMS} there.`);
}

async function writeTable(
  db: Queryable,
  asked: { table: SeasonTable; span: Span; folder: string; say: Say },
): Promise<Written> {
  const { table, span, folder, say } = asked;
  let rows = 0;
  let saidAt = performance.now();
  await db.query(table.declare, [span.since, span.until]);
  async function* lines(): AsyncGenerator<string> {
    const names = Object.keys(table.columns);
    yield BOM + csvLine(names);
    for (;;) {
      const page = (await db.query<Record<string, unknown>>(FETCH)).rows;
      yield page.map((row: Row) => csvLine(names.map((name) => cellOf(row[name])))).join("");
      rows += page.length;
      if (page.length < PER_FETCH) return;
      if (performance.now() - saidAt < SAY_EVERY_MS) continue;
      saidAt = performance.now();
      say(`${table.file}: ${rows} rows so far`);
    }
  }
  const written = await writeFile(folder, table.file, lines());
  await db.query("CLOSE season");
  say(`${table.file}: ${rows} rows`);
  return written;
}

/** Writes a file piece by piece; it is on the disk when this returns. */
async function writeFile(
  folder: string,
  file: string,
  pieces: AsyncIterable<string> | Iterable<string>,
): Promise<Written> {
  const hash = createHash("sha256");
  const handle = await open(join(folder, file), "wx", OWN_FILE);
  try {
    for await (const piece of pieces) {
      hash.update(piece);
      await handle.appendFile(piece);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { file, sum: hash.digest("hex") };
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  await handle.sync().finally(async () => await handle.close());
}

function cellOf(value: unknown): FileCell {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "bigint" || typeof value === "number" ? value : String(value as string);
}

function columnLines(): string[] {
  const lines = SEASON_TABLES.flatMap(({ file, columns }) =>
    Object.entries(columns).map(([name, about]) => csvLine([file, name, about])),
  );
  return [BOM + csvLine(["file", "column", "about"]), ...lines];
}

function readme(span: Span, { from, to }: { from: string; to: string }): string {
  const files = SEASON_TABLES.map(({ file, about }) => `${file}\n  ${about}\n`).join("");
  return `${span.club}, ${from} to ${to}: days in ${span.zone}, amounts in ${span.currency}.
All files show the books as they were at ${span.made_at.toISOString()}.
Tables are CSV (RFC 4180) in UTF-8; a text that a spreadsheet would take for a formula begins with an apostrophe.
Bets and entries stand in the season in which they were made, races and events in the one in which they start.
${SUMS} has a checksum of each file: sha256sum -c ${SUMS}

${files}columns.csv
  What each column of these tables says.
`;
}
