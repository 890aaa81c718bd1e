import { readFileSync } from "node:fs";
import { join } from "node:path";
import { BackupError } from "../apps/server/src/run/backup/manifest.ts";
import { runClubCommand, USAGE } from "../apps/server/src/run/cli/club-command.ts";
import { SeasonError } from "../apps/server/src/run/cli/export-season.ts";
import { createContext } from "../apps/server/src/run/create-context.ts";
import { EmbeddedError } from "../apps/server/src/core/db/embedded.host.ts";
import { DatabaseAway } from "../apps/server/src/core/db/errors.ts";
import { VERSION } from "../apps/server/src/core/kit/version.ts";
import {
  readSettings,
  SettingsError,
  type Settings,
} from "../apps/server/src/core/settings/settings.ts";
import { asksForHelp } from "./lib/asks-for-help.ts";
import { BACKUP_USAGE, runBackupCommand } from "./lib/backup-command.ts";
import { EDGE_USAGE, runEdgeCommand } from "./lib/edge-command.ts";
import { appUrlOf } from "./lib/club-database.ts";

const ONE_SENTENCE = [BackupError, DatabaseAway, EmbeddedError, SeasonError, SettingsError];
const ALL_USAGE = `${USAGE}\n${BACKUP_USAGE}\n${EDGE_USAGE}\nnpm run club -- --version           says which release this is`;
const NO_SERVER = "ECONNREFUSED";

/** `npm run club -- COMMAND`: maintenance by the person who runs a club, on its own database. */
try {
  process.exitCode = await main();
} catch (error) {
  console.error(sentenceOf(error));
  process.exitCode = 1;
}

async function main(): Promise<number> {
  const argv = process.argv.slice(2);
  if (asksForHelp(argv)) {
    console.log(ALL_USAGE);
    return 0;
  }
  if (argv[0] === "--version") {
    console.log(VERSION);
    return 0;
  }
  return (await run(readSettings(process.env), argv, (line) => console.log(line))) ?? misspelt();
}

/** Null where it is misspelt. */
async function run(
  settings: Settings,
  argv: readonly string[],
  say: (line: string) => void,
): Promise<number | null> {
  const [command = ""] = argv;
  if (command === "edge") return argv.length === 1 ? await runEdgeCommand(settings, say) : null;
  if (command === "backup" || command === "restore") {
    return await runBackupCommand(settings, argv, say);
  }
  if (!USAGE.includes(`npm run club -- ${command} `)) return null;
  const ctx = createContext({ settings, databaseUrl: settings.databaseUrl ?? ownUrl(settings) });
  try {
    return await runClubCommand(ctx, argv, say);
  } finally {
    await ctx.db.end();
  }
}

function misspelt(): number {
  console.log(ALL_USAGE);
  return 2;
}

function sentenceOf(error: unknown): string {
  if (ONE_SENTENCE.some((kind) => error instanceof kind)) return (error as Error).message;
  if ((error as { code?: string }).code === NO_SERVER)
    return "The club does not run: start it first.";
  throw error;
}

/** The address of the embedded database of a running club. */
function ownUrl({ dataDir }: Settings): string {
  try {
    return appUrlOf(JSON.parse(readFileSync(join(dataDir, "postgres.json"), "utf8")));
  } catch {
    throw new SettingsError(`There is no club in ${dataDir}: set CLUB_DATA_DIR or DATABASE_URL.`);
  }
}
