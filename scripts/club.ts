import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runClubCommand } from "../apps/server/src/cli/club-command.ts";
import { createContext } from "../apps/server/src/context.ts";
import { DatabaseAway } from "../apps/server/src/db/errors.ts";
import { readSettings, SettingsError, type Settings } from "../apps/server/src/settings.ts";
import { appUrlOf } from "./lib/club-database.ts";

/** `npm run club -- COMMAND`: what the keeper of a club does beside it, on the club's own database. */
try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof SettingsError) && !(error instanceof DatabaseAway)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function main(): Promise<number> {
  const settings = readSettings(process.env);
  const ctx = createContext({ settings, databaseUrl: settings.databaseUrl ?? ownUrl(settings) });
  try {
    return await runClubCommand(ctx, process.argv.slice(2), (line) => console.log(line));
  } finally {
    await ctx.db.end();
  }
}

/** The embedded database of a club that runs. */
function ownUrl({ dataDir }: Settings): string {
  try {
    return appUrlOf(JSON.parse(readFileSync(join(dataDir, "postgres.json"), "utf8")));
  } catch {
    throw new SettingsError(`There is no club in ${dataDir}: set CLUB_DATA_DIR or DATABASE_URL.`);
  }
}
