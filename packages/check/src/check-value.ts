import {
  type CheckLine,
  type ClubKey,
  FormatError,
  InvariantError,
  type ProofTools,
  Refusal,
  canonicalJson,
  checkDay,
  checkEventFile,
  checkKeys,
  checkLog,
  checkRaceFile,
  checkReceipt,
  checkSportReceipt,
  compare,
  readDayFile,
  readEventFile,
  readLogFile,
  readRaceFile,
  readReceipt,
  readSportReceipt,
} from "@club/domain";

export type Kind = "race" | "event" | "receipt" | "day" | "roots";

const FORMATS: Readonly<Record<string, Kind>> = {
  "club-race/1": "race",
  "club-event/1": "event",
  "club-receipt/1": "receipt",
  "club-sport-receipt/1": "receipt",
  "club-day/1": "day",
  "club-log-file/1": "roots",
};

/** The kind that a file names; undefined for anything else. */
export function kindOf(value: unknown): Kind | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { format } = value as { format?: unknown };
  return typeof format === "string" && Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
}

export interface Trust {
  /** The club's keys from another source; null: those in the file, where it has any. */
  readonly keys: readonly ClubKey[] | null;
  readonly tools: ProofTools;
}

/** Checks one file of any kind. One that cannot be read gives a line that differs, not a crash. */
export async function checkValue(kind: Kind, value: unknown, trust: Trust): Promise<CheckLine[]> {
  try {
    return await run(kind, value, trust);
  } catch (error) {
    if (error instanceof FormatError) return [broken(error.message)];
    // A file that contradicts itself can break any rule that settling relies on.
    if (error instanceof InvariantError || error instanceof Refusal) return [broken(error.message)];
    throw error;
  }
}

function broken(why: string): CheckLine {
  return compare("format", { item: why.slice(0, 200) }, ["sound", "broken"]);
}

async function run(kind: Kind, value: unknown, { keys, tools }: Trust): Promise<CheckLine[]> {
  switch (kind) {
    case "race":
      return await checkRaceFile(readRaceFile(value), keys, tools);
    case "event":
      return await checkEventFile(readEventFile(value), keys, tools);
    case "receipt":
      return await checkAnyReceipt(value, { keys, tools });
    case "day": {
      const day = readDayFile(value);
      const lines = await checkDay(day, tools, keys ?? day.keys);
      return [...lines, ...compareKeys(day.keys, keys)];
    }
    case "roots": {
      const log = readLogFile(value);
      const lines = await checkLog({ ...log, keys: keys ?? log.keys }, tools);
      return [...lines, ...(await checkKeys(log.keys, tools)), ...compareKeys(log.keys, keys)];
    }
  }
}

export function isSportReceipt(value: unknown): boolean {
  return (value as { format?: unknown } | null)?.format === "club-sport-receipt/1";
}

/** The receipt of a bet on a race or on sports. @throws FormatError */
async function checkAnyReceipt(value: unknown, { keys, tools }: Trust): Promise<CheckLine[]> {
  if (isSportReceipt(value)) {
    const receipt = readSportReceipt(value);
    const lines = await checkSportReceipt({ ...receipt, keys: keys ?? receipt.keys }, tools);
    const used = receipt.proofs.map(({ signed_root }) => signed_root.key_id);
    return [...lines, ...hasKeys(receipt.keys, used), ...compareKeys(receipt.keys, keys)];
  }
  const receipt = readReceipt(value);
  const lines = await checkReceipt({ ...receipt, keys: keys ?? receipt.keys }, tools);
  const own = hasKeys(receipt.keys, [receipt.signed_root.key_id]);
  return [...lines, ...own, ...compareKeys(receipt.keys, keys)];
}

/** A receipt proves a bet without the club only when it brings the keys of its signatures. */
function hasKeys(keys: readonly ClubKey[], used: readonly string[]): CheckLine[] {
  return used.map((id) => {
    const isThere = keys.some(({ key_id }) => key_id === id);
    return compare("key", { item: `${id} in the receipt` }, [true, isThere]);
  });
}

/** The keys in a file must be the known ones. */
export function compareKeys(
  told: readonly ClubKey[],
  known: readonly ClubKey[] | null,
): CheckLine[] {
  const ids = new Set(told.map(({ key_id }) => key_id)).size;
  const once = compare("key", { item: "each once" }, [ids, told.length]);
  if (known === null) return [once];
  const same = told.map((key) => {
    const ours = known.find(({ key_id }) => key_id === key.key_id);
    return compare("key", { item: key.key_id }, [faceOf(ours), faceOf(key)]);
  });
  return [once, ...same];
}

/** All of a key but its end, which becomes known later. */
function faceOf(key: ClubKey | undefined): string {
  if (key === undefined) return "unknown";
  const { until: _, ...face } = key;
  return canonicalJson(face);
}
