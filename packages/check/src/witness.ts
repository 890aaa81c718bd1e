import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  type CheckLine,
  type ClubKey,
  FormatError,
  type LogDay,
  type ProofTools,
  canonicalJson,
  checkKeys,
  checkLog,
  compare,
  readClubKeysOf,
  readLogFile,
} from "@club/domain";
import { CannotLoad, keysAddress, loadJson } from "./load.ts";

const DAY_MS = 86_400_000;

/** Where a club's log is fetched from and kept. */
export interface Witnessed {
  readonly url: string;
  readonly folder: string;
  readonly now: Date;
}

/**
 * Fetches a club's public log and keeps it beside what was kept before, one text file a day. This
 * exposes a club that later shows another history. Source: docs/rules/proofs.md, "The public log".
 */
export async function witness(asked: Witnessed, tools: ProofTools): Promise<CheckLine[]> {
  const { url, now } = asked;
  const folder = join(asked.folder, new URL(url).host.replaceAll(":", "_"));
  mkdirSync(folder, { recursive: true });
  const lines: CheckLine[] = [];
  const keys = readClubKeysOf(await loadJson(keysAddress(url)));
  lines.push(...keepKeys(folder, keys), ...(await checkKeys(keys, tools)));
  for (const shift of [-1, 0, 1]) {
    const day = new Date(now.getTime() + shift * DAY_MS).toISOString().slice(0, 10);
    const log = await fetchLogDay(url, day);
    if (log.roots.length > 0) lines.push(...keepDay(folder, log));
  }
  const kept = readKept(folder, keys);
  lines.push(compare("kept", { item: "days" }, [true, true]));
  return kept.days.length === 0 ? lines : [...lines, ...(await checkLog(kept, tools))];
}

/** One day of a club's log from its address. @throws CannotLoad, FormatError */
export async function fetchLogDay(url: string, day: string): Promise<LogDay> {
  const address = new URL(`/api/events/roots?day=${day}`, url).href;
  const answer = (await loadJson(address)) as { data?: object; list?: unknown };
  if (typeof answer !== "object" || answer === null || typeof answer.data !== "object") {
    throw new CannotLoad(`${address} answers something else.`);
  }
  const value = { ...answer.data, roots: answer.list };
  const { days } = readLogFile({ format: "club-log-file/1", keys: [], days: [value] });
  const [read] = days;
  if (read === undefined) throw new FormatError(`${address}: a day was expected`);
  return read;
}

/** Keeps the keys; one that was kept before must not have changed. */
function keepKeys(folder: string, keys: readonly ClubKey[]): CheckLine[] {
  const path = join(folder, "keys.json");
  const lines = existsSync(path)
    ? readClubKeysOf(JSON.parse(readFileSync(path, "utf8"))).map((old) => {
        const same = keys.find(({ key_id }) => key_id === old.key_id);
        return compare("kept", { item: old.key_id }, [old.jwk.x, same?.jwk.x ?? "gone"]);
      })
    : [];
  if (lines.every(({ verdict }) => verdict === "equal")) {
    writeFileSync(path, canonicalJson({ keys }));
  }
  return lines;
}

/** Keeps a day: its signed roots, one a line, then the rest. It must begin with what was kept. */
function keepDay(folder: string, { roots, ...rest }: LogDay): CheckLine[] {
  const path = join(folder, `${rest.day}.txt`);
  const now = roots.map((root) => canonicalJson(root));
  const before = existsSync(path) ? readFileSync(path, "utf8").trimEnd().split("\n") : [];
  const kept = before.slice(0, -1);
  const changed = kept.findIndex((line, i) => line !== now[i]);
  const line = compare("kept", { item: rest.day }, [
    "unchanged",
    changed < 0 ? "unchanged" : `changed at entry ${changed + 1}`,
  ]);
  if (changed < 0) writeFileSync(path, `${[...now, canonicalJson(rest)].join("\n")}\n`);
  return [line];
}

/** Everything that was kept of a club, as one log. @throws FormatError */
export function readKept(folder: string, keys: readonly ClubKey[]) {
  const days = globSync("*.txt", { cwd: folder })
    .toSorted()
    .map((name) => {
      const lines = readFileSync(join(folder, name), "utf8").trimEnd().split("\n");
      const roots = lines.slice(0, -1).map((line) => JSON.parse(line) as unknown);
      return { ...(JSON.parse(lines.at(-1) ?? "{}") as object), roots };
    });
  return readLogFile({ format: "club-log-file/1", keys, days });
}
