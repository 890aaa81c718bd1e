import { fromHex, toHex, utf8 } from "./bytes.ts";
import { type CheckLine, compare } from "./check-line.ts";
import { type ProofTools, checkSignature } from "./check-root.ts";
import { verifyConsistency } from "./consistency.ts";
import { leafHash, merkleRoot } from "./merkle.ts";
import { type Read, hash, listOf, natural, objectOf, oneOf, text } from "./read-json.ts";
import {
  type ClubKey,
  NO_ROOT_BEFORE,
  type SignedRoot,
  hashOfRoot,
  logText,
  readClubKeys,
  readLogHead,
  readSignedRoot,
} from "./signed-root.ts";

/** One day of the public log: its signed roots, its head, and proof that it extends the last. */
export const readLogDay = objectOf({
  format: oneOf(["club-log-day/1"]),
  day: text,
  /** Signed roots before this day. */
  before_size: natural,
  before_root: hash,
  roots: listOf(readSignedRoot),
  head: readLogHead,
  consistency: listOf(hash, 64),
});
export type LogDay = Read<typeof readLogDay>;

/** A season of the log with the keys. */
const logFile = objectOf({
  format: oneOf(["club-log-file/1"]),
  keys: readClubKeys,
  days: listOf(readLogDay, 10_000),
});
export type LogFile = Read<typeof logFile>;

/** Reads days of the public log. @throws FormatError */
export function readLogFile(value: unknown): LogFile {
  return logFile(value, "log");
}

/**
 * Checks one day against where the days before ended. Source: docs/rules/proofs.md, "The public log".
 *
 * @param last - the last signed root of the days before; undefined: it is not at hand.
 */
export async function checkLogDay(
  day: LogDay,
  { keys, last }: { keys: readonly ClubKey[] | null; last: SignedRoot | null | undefined },
  tools: ProofTools,
): Promise<CheckLine[]> {
  const lines: CheckLine[] = [];
  const where = { item: day.day };
  const isFirst = day.before_size === 0;
  let previous =
    last === undefined
      ? isFirst
        ? NO_ROOT_BEFORE
        : null
      : last === null
        ? NO_ROOT_BEFORE
        : hashOfRoot(last, tools.hash);
  for (const root of day.roots) {
    if (previous !== null) {
      lines.push(compare("previous", { item: root.race_id }, [previous, root.previous]));
    }
    previous = hashOfRoot(root, tools.hash);
    lines.push(...(await checkSignature(root, keys, tools)));
  }
  const size = day.before_size + day.roots.length;
  const states = {
    before: day.before_size,
    beforeRoot: fromHex(day.before_root) ?? new Uint8Array(),
    after: day.head.size,
    afterRoot: fromHex(day.head.root) ?? new Uint8Array(),
  };
  const proof = day.consistency.map((each) => fromHex(each) ?? new Uint8Array());
  lines.push(
    compare("log_size", where, [size, day.head.size]),
    compare("consistency", where, [true, verifyConsistency(states, proof, tools.hash)]),
    ...(await checkSignature(day.head, keys, tools)),
  );
  return lines;
}

/** Checks a run of days: each by itself, and each as the continuation of the one before. */
export async function checkLog(file: LogFile, tools: ProofTools): Promise<CheckLine[]> {
  const days = [...file.days].sort((a, b) => (a.day < b.day ? -1 : 1));
  const lines: CheckLine[] = [];
  const leaves: Uint8Array[] = [];
  let last: SignedRoot | null | undefined = days[0]?.before_size === 0 ? null : undefined;
  let before: LogDay | undefined;
  for (const day of days) {
    lines.push(...(await checkLogDay(day, { keys: file.keys, last }, tools)));
    if (before !== undefined) {
      const where = { item: day.day };
      lines.push(
        compare("order", where, [before.head.size, day.before_size]),
        compare("order", where, [before.head.root, day.before_root]),
      );
    }
    for (const root of day.roots) leaves.push(leafHash(utf8(logText(root)), tools.hash));
    last = day.roots.at(-1) ?? last;
    before = day;
  }
  const isWhole = days[0]?.before_size === 0;
  if (isWhole && before !== undefined) {
    const computed = toHex(merkleRoot(leaves, tools.hash));
    lines.push(compare("log_root", { item: before.day }, [computed, before.head.root]));
  }
  return lines;
}
