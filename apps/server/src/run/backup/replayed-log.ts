import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

const HISTORY = /^[0-9A-F]{8}\.history$/;
const PIECE = /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})(?:\.zst)?$/;
/** The last line of a timeline's history: the one that it left, and where. */
const LEFT_AT = /^(\d+)\t([0-9A-F]+)\/([0-9A-F]+)\t/;
const HEX = 16;
const PIECE_BYTES = 16 * 1024 * 1024;

/**
 * Looks for pieces of the archive that come after what a cluster has replayed of it: one that is
 * missing in between looks like the end of the log to PostgreSQL.
 *
 * @returns a sentence; null: all was replayed.
 */
export async function findUnreplayed(cluster: string, log: string): Promise<string | null> {
  const folder = join(cluster, "pg_wal");
  const newest = (await readdir(folder))
    .filter((name) => HISTORY.test(name))
    .toSorted()
    .at(-1);
  const lines = newest === undefined ? [] : (await readFile(join(folder, newest), "utf8")).trim();
  const left = LEFT_AT.exec(lines.toString().split("\n").at(-1) ?? "");
  if (left === null) return "how much of the log was replayed cannot be told";
  const [, timeline, high = "0", low = "0"] = left;
  const last = { high: parseInt(high, HEX), low: Math.floor(parseInt(low, HEX) / PIECE_BYTES) };
  const later = (await readdir(log)).filter((name) => {
    const [, of = "0", more = "0", number = "0"] = PIECE.exec(name) ?? [];
    if (parseInt(of, HEX) < Number(timeline)) return false;
    const at = parseInt(more, HEX) - last.high;
    return at > 0 || (at === 0 && parseInt(number, HEX) > last.low);
  });
  if (later.length === 0) return null;
  return `the log in ${log} goes on to ${later.toSorted().at(-1)}, and was replayed only up to ${high}/${low}, where a piece of it is missing`;
}
