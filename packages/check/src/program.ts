import {
  type CheckLine,
  type ClubKey,
  FormatError,
  NO_KEYS,
  allEqual,
  compare,
  readEventFile,
  readRaceFile,
  readReceipt,
  readSportReceipt,
} from "@club/domain";
import { type Kind, checkValue, isSportReceipt } from "./check-value.ts";
import { CannotLoad, isUrl, keysAddress, loadJson, loadKeys } from "./load.ts";
import { NODE_TOOLS } from "./node-tools.ts";
import { fetchLogDay, readKept, witness } from "./witness.ts";
import { sentenceOf } from "./words.ts";

export const USAGE = `club-check race FILE|URL [--keys FILE|URL]
club-check event FILE|URL [--keys FILE|URL]
club-check receipt FILE [--keys FILE|URL] [--race FILE|URL] [--event FILE|URL]
club-check day FILE [--keys FILE|URL]
club-check roots URL --from DAY --to DAY     or: club-check roots FOLDER (what witness kept)
club-check witness URL... --to FOLDER
Each also takes --json, and --all to see what is equal too.
Ends with 0 when all is equal, 1 when something differs, 2 when there is nothing to check, 3 when
something cannot be checked with what was given.`;

/** How the program ends. */
export const EXIT = { equal: 0, differs: 1, unusable: 2, unknown: 3 } as const;

export interface Terminal {
  readonly write: (text: string) => void;
  readonly now: Date;
}

interface Arguments {
  readonly words: readonly string[];
  readonly options: ReadonlyMap<string, string>;
}

const HELP: ReadonlySet<string | undefined> = new Set(["help", "--help", "-h"]);
const WITH_VALUE = new Set(["keys", "race", "event", "from", "to"]);
const FLAGS = new Set(["json", "all"]);

/** Runs one command and returns how it ended. Never throws for what a file or an address holds. */
export async function run(argv: readonly string[], terminal: Terminal): Promise<number> {
  if (HELP.has(argv[0])) {
    terminal.write(`${USAGE}\n`);
    return EXIT.equal;
  }
  const args = parse(argv);
  try {
    if (args === null) throw new CannotLoad(USAGE);
    const lines = await runCommand(args, terminal);
    return report(lines, args, terminal);
  } catch (error) {
    if (error instanceof FormatError) {
      const line = compare("format", { item: error.message }, ["sound", "broken"]);
      return report([line], args ?? { words: [], options: new Map() }, terminal);
    }
    if (!(error instanceof CannotLoad)) throw error;
    terminal.write(`${error.message}\n`);
    return EXIT.unusable;
  }
}

function parse(argv: readonly string[]): Arguments | null {
  const words: string[] = [];
  const options = new Map<string, string>();
  for (let i = 0; i < argv.length; i += 1) {
    const arg = argv[i] as string;
    const name = arg.slice(2);
    if (!arg.startsWith("--")) words.push(arg);
    else if (FLAGS.has(name)) options.set(name, "yes");
    else if (WITH_VALUE.has(name) && argv[i + 1] !== undefined)
      options.set(name, argv[++i] as string);
    else return null;
  }
  return { words, options };
}

async function runCommand(args: Arguments, terminal: Terminal): Promise<CheckLine[]> {
  const [command, source, ...more] = args.words;
  if (command === undefined || source === undefined) throw new CannotLoad(USAGE);
  switch (command) {
    case "race":
    case "event":
    case "receipt":
    case "day":
      return await checkSource(command, source, args);
    case "roots":
      return await checkRoots(source, args);
    case "witness":
      return await runWitness([source, ...more], args, terminal);
    default:
      throw new CannotLoad(USAGE);
  }
}

async function checkSource(kind: Kind, source: string, args: Arguments): Promise<CheckLine[]> {
  const value = await loadJson(source);
  const keys = await keysFor(source, args);
  const lines = await checkValue(kind, value, { keys, tools: NODE_TOOLS });
  const shown = args.options.get("race") ?? args.options.get("event");
  return kind === "receipt" && shown !== undefined
    ? [...lines, compareRoots(value, await loadJson(shown))]
    : lines;
}

/** What the keys are worth when nobody gave any: whoever made the file or runs the server may have made them too. */
function trustOf({ words: [command, source = ""], options }: Arguments): string | null {
  // A witness keeps the keys that it saw first, and compares.
  if (options.has("keys") || command === "witness") return null;
  if (isUrl(source)) {
    return "The keys were taken on trust from the same server as the rest: give --keys with the club's keys from elsewhere to know that it was the club that signed.";
  }
  if (command !== "receipt" && command !== "day") return null;
  return "The keys were taken on trust from the file itself: give --keys with the club's keys from elsewhere to know that it was the club that signed.";
}

/** The frozen list that a receipt names must be the one that its race or event shows everybody. */
function compareRoots(receipt: unknown, shown: unknown): CheckLine {
  const where = { item: "file of everybody" };
  if (!isSportReceipt(receipt)) {
    const { signed_root } = readReceipt(receipt);
    const { root } = readRaceFile(shown);
    return compare("root_of_receipt", where, [root?.signature ?? "none", signed_root.signature]);
  }
  const { root, event } = readEventFile(shown);
  const own = readSportReceipt(receipt).proofs.find(
    ({ signed_root }) => signed_root.race_id === event.event_id,
  );
  const stated = own?.signed_root.signature ?? "not in the receipt";
  return compare("root_of_receipt", where, [root?.signature ?? "none", stated]);
}

async function keysFor(source: string, { options }: Arguments): Promise<readonly ClubKey[] | null> {
  const given = options.get("keys");
  if (given !== undefined) return await loadKeys(given);
  return isUrl(source) ? await loadKeys(keysAddress(source)) : null;
}

const DAY_MS = 86_400_000;
const MOST_DAYS = 1000;

async function checkRoots(source: string, args: Arguments): Promise<CheckLine[]> {
  if (!isUrl(source)) {
    const keys = await loadKeys(`${source}/keys.json`);
    const value = readKept(source, keys);
    return await checkValue("roots", value, { keys: null, tools: NODE_TOOLS });
  }
  const [from, to] = [args.options.get("from"), args.options.get("to")];
  if (from === undefined || to === undefined) throw new CannotLoad(USAGE);
  const days = [];
  for (const day of daysBetween(from, to)) days.push(await fetchLogDay(source, day));
  const keys = await loadKeys(args.options.get("keys") ?? keysAddress(source));
  const value = { format: "club-log-file/1", keys, days };
  return await checkValue("roots", value, { keys: null, tools: NODE_TOOLS });
}

function daysBetween(from: string, to: string): string[] {
  const [start, end] = [Date.parse(`${from}T00:00:00Z`), Date.parse(`${to}T00:00:00Z`)];
  const count = Math.round((end - start) / DAY_MS) + 1;
  if (!(count > 0 && count <= MOST_DAYS)) throw new CannotLoad(USAGE);
  return Array.from({ length: count }, (_, i) =>
    new Date(start + i * DAY_MS).toISOString().slice(0, 10),
  );
}

async function runWitness(
  urls: readonly string[],
  { options }: Arguments,
  { now }: Terminal,
): Promise<CheckLine[]> {
  const folder = options.get("to");
  if (folder === undefined || !urls.every(isUrl)) throw new CannotLoad(USAGE);
  const lines: CheckLine[] = [];
  for (const url of urls) lines.push(...(await witness({ url, folder, now }, NODE_TOOLS)));
  return lines;
}

function report(lines: readonly CheckLine[], args: Arguments, terminal: Terminal): number {
  const { options } = args;
  const trust = trustOf(args);
  const wrong = lines.filter(({ verdict }) => verdict === "differs").length;
  const unchecked = lines.filter(({ verdict }) => verdict === "unchecked");
  const unknown = unchecked.length;
  const code = codeOf(lines, wrong);
  if (options.has("json")) {
    const shown = {
      equal: code === EXIT.equal,
      checks: lines.length,
      differs: wrong,
      unknown,
      ...(trust === null ? {} : { trust }),
      lines,
    };
    terminal.write(`${JSON.stringify(shown)}\n`);
    return code;
  }
  const shown = options.has("all") ? lines : lines.filter(({ verdict }) => verdict !== "equal");
  for (const line of shown) terminal.write(`${sentenceOf(line)}\n`);
  terminal.write(`${summaryOf(lines.length, wrong, unchecked)}\n`);
  if (trust !== null) terminal.write(`${trust}\n`);
  return code;
}

function codeOf(lines: readonly CheckLine[], wrong: number): number {
  if (wrong > 0) return EXIT.differs;
  return allEqual(lines) ? EXIT.equal : EXIT.unknown;
}

function summaryOf(all: number, wrong: number, unchecked: readonly CheckLine[]): string {
  if (wrong > 0) return `${all} checks, ${wrong} differ.`;
  // Keys do not help with what else is unknown (a double whose second race is to come).
  const hint = unchecked.some(({ computed }) => computed === NO_KEYS) ? ": give --keys" : "";
  if (unchecked.length > 0) return `${all} checks, ${unchecked.length} could not be made${hint}.`;
  return `${all} checks, all equal.`;
}
