import { createLog } from "../core/metrics/log.ts";
import { UnfitServer } from "../core/db/check-server.ts";
import { readSettings, SettingsError } from "../core/settings/settings.ts";
import type { Settings } from "../core/settings/settings.ts";
import { runProcess } from "./run-process.ts";
import type { Running } from "./run-process.ts";
import { startServer } from "./start-server.ts";
import type { RunningServer } from "./start-server.ts";

/** The server process of the club. Its starter provides a database and prints its output. */
async function main(): Promise<Running> {
  const settings = readSettings(process.env);
  const { databaseUrl } = settings;
  if (databaseUrl === undefined) {
    throw new SettingsError(
      "The server needs DATABASE_URL; `npm start` sets it for the embedded database.",
    );
  }
  const log = createLog(settings.logLevel);
  const server = await startServer({ settings, databaseUrl, log, hasProcessMetrics: true });
  return { url: server.url, lines: readyLines(settings, server), stop: server.stop };
}

function readyLines(settings: Settings, server: RunningServer): string[] {
  const { url, seeded } = server;
  const lines = [
    `Player app  ${url}/app/`,
    `Console     ${url}/console/`,
    `Interface   ${url}/api/docs`,
  ];
  if (seeded.ownerPassword !== null) {
    lines.push(`Operator    user owner, password ${seeded.ownerPassword} (shown this once)`);
  } else if (settings.ownerPassword !== undefined) {
    lines.push("Operator    user owner, password of CLUB_OWNER_PASSWORD");
  }
  lines.push(...server.demoLines);
  return lines;
}

runProcess(main, [UnfitServer]);
