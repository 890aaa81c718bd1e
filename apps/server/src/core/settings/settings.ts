import { readFileSync } from "node:fs";
import { VARIABLES } from "./settings.table.ts";
import type { Variable } from "./settings.table.ts";

type Table = typeof VARIABLES;
type Env = Readonly<Record<string, string | undefined>>;

/** The settings of the process. An unset one without a default is `undefined`. */
export type Settings = {
  [K in Exclude<keyof Table, "host">]: Table[K] extends Variable<infer T> ? T : never;
} & { host: string };

/** A setting that cannot be used; the message is one sentence for the person who starts the club. */
export class SettingsError extends Error {
  override name = "SettingsError";
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/;

/**
 * Variables of the starter and of the test rig: not settings of a club, so they are in no table.
 */
const INTERNAL = new Set(["CLUB_SERVER_MAIN", "CLUB_TEST_DATABASE", "CLUB_CRASH_AT"]);

const ROWS: readonly Variable<unknown>[] = Object.values(VARIABLES);

/**
 * Reads every setting from the environment.
 *
 * An empty variable counts as unset. A secret may be in a file: NAME_FILE. An unknown CLUB_ name is
 * an error, since a misspelt limit would otherwise silently not apply.
 *
 * @throws SettingsError with one sentence.
 */
export function readSettings(env: Env): Settings {
  refuseUnknown(env);
  const values: Record<string, unknown> = {};
  for (const [key, row] of Object.entries<Variable<unknown>>(VARIABLES)) {
    values[key] = readOne(row, env);
  }
  const settings = values as Settings;
  const isAlone = settings.databaseUrl === undefined && settings.edgeOf === undefined;
  settings.host ??= isAlone ? "127.0.0.1" : "0.0.0.0";
  checkTogether(settings);
  return settings;
}

/** The settings as rows of a markdown table, for docs/configuration.md. */
export function settingsTable(): string {
  const lines = ["| Variable | Default | What it does |", "| --- | --- | --- |"];
  for (const row of ROWS) {
    const shown =
      row.shownDefault ?? (row.fallback === undefined ? "unset" : `\`${row.fallback}\``);
    const secret = row.secret === true ? ` Secret: \`${row.name}_FILE\` names a file instead.` : "";
    lines.push(`| \`${row.name}\` | ${shown} | ${row.about}${secret} |`);
  }
  return `${lines.join("\n")}\n`;
}

/** True when the address can be reached from this machine alone. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host.replace(/^\[|\]$/g, ""));
}

function readOne(row: Variable<unknown>, env: Env): unknown {
  const text = textOf(row, env) ?? row.fallback;
  if (text === undefined) return undefined;
  const parsed = row.schema.safeParse(text);
  if (parsed.success) return parsed.data;
  // A secret's value never goes into a message, which may end in a log.
  const given = row.secret === true || text === "" ? "" : ` (it is "${text.slice(0, 80)}")`;
  throw new SettingsError(`${row.name} ${parsed.error.issues[0]?.message ?? "is wrong"}${given}.`);
}

function textOf(row: Variable<unknown>, env: Env): string | undefined {
  const direct = env[row.name] === "" ? undefined : env[row.name];
  const fileName = `${row.name}_FILE`;
  const path = row.secret === true ? env[fileName] : undefined;
  if (path === undefined || path === "") return direct;
  if (direct !== undefined) {
    throw new SettingsError(`Set ${row.name} or ${fileName}, not both.`);
  }
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    throw new SettingsError(`The file "${path}" that ${fileName} names cannot be read.`);
  }
}

function refuseUnknown(env: Env): void {
  const known = new Set(INTERNAL);
  for (const row of ROWS) {
    known.add(row.name);
    if (row.secret === true) known.add(`${row.name}_FILE`);
  }
  for (const name of Object.keys(env)) {
    if (!name.startsWith("CLUB_") || known.has(name)) continue;
    throw new SettingsError(`There is no setting ${name}. Is ${nearest(name, known)} meant?`);
  }
}

function checkTogether(settings: Settings): void {
  if (settings.rateFactor === 0 && !isLoopback(settings.host)) {
    throw new SettingsError(
      `CLUB_RATE_FACTOR=0 turns every rate limit off; it needs HOST=127.0.0.1 (HOST is "${settings.host}").`,
    );
  }
  if (settings.operatorSecondFactor === "required" && settings.demo) {
    throw new SettingsError(
      "CLUB_OPERATOR_2FA=required needs CLUB_DEMO=0: the operators of the demo are no people and have no second factor.",
    );
  }
  const oidc = [settings.oidcIssuer, settings.oidcClientId, settings.oidcClientSecret];
  if (oidc.includes(undefined) && oidc.some((value) => value !== undefined)) {
    throw new SettingsError(
      "CLUB_OIDC_ISSUER, CLUB_OIDC_CLIENT_ID and CLUB_OIDC_CLIENT_SECRET belong together: set all three or none.",
    );
  }
  checkBeside(settings);
}

/** Settings that need another one beside them. */
function checkBeside(settings: Settings): void {
  if (settings.alertsUrl !== undefined && settings.alertsSecret === undefined) {
    throw new SettingsError(
      "CLUB_ALERTS_URL needs CLUB_ALERTS_SECRET beside it: alerts are signed.",
    );
  }
  if (settings.edgeOf !== undefined && settings.edgeToken === undefined) {
    throw new SettingsError(
      "CLUB_EDGE_OF needs CLUB_EDGE_TOKEN beside it, the same as the club's.",
    );
  }
  if (settings.databaseOwnerUrl !== undefined && settings.databaseUrl === undefined) {
    throw new SettingsError("DATABASE_OWNER_URL needs DATABASE_URL beside it.");
  }
  if (settings.databaseReadUrl !== undefined && settings.databaseUrl === undefined) {
    throw new SettingsError("DATABASE_READ_URL needs DATABASE_URL beside it.");
  }
}

function nearest(name: string, known: ReadonlySet<string>): string {
  let best = "";
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of known) {
    if (INTERNAL.has(candidate)) continue;
    const distance = editDistance(name, candidate);
    if (distance < least) [best, least] = [candidate, distance];
  }
  return best;
}

/** Levenshtein: how many letters must change to make one word of the other. */
function editDistance(left: string, right: string): number {
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let column = 1; column <= right.length; column++) {
      const change = left[row - 1] === right[column - 1] ? 0 : 1;
      current.push(
        Math.min(
          (previous[column] ?? 0) + 1,
          (current[column - 1] ?? 0) + 1,
          (previous[column - 1] ?? 0) + change,
        ),
      );
    }
    previous = current;
  }
  return previous[right.length] ?? 0;
}
