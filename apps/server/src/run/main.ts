import { createLog } from "../core/metrics/log.ts";
import { UnfitServer } from "../core/db/check-server.ts";
import { readSettings, SettingsError } from "../core/settings/settings.ts";
import type { Settings } from "../core/settings/settings.ts";
import { startServer, StartError } from "./start-server.ts";
import type { RunningServer } from "./start-server.ts";

const DRAIN_WITHIN_MS = 9000;
const GRACE_MS = 500;

/** Mistakes of whoever starts the club: one sentence is enough, and a restart would not help. */
const MISTAKES = [SettingsError, UnfitServer, StartError];
const PORT_ERRORS = new Set(["EADDRINUSE", "EACCES", "EADDRNOTAVAIL"]);

/** The server process of the club. Its starter provides a database and prints its output. */
async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const { databaseUrl } = settings;
  if (databaseUrl === undefined) {
    throw new SettingsError(
      "The server needs DATABASE_URL; `npm start` sets it for the embedded database.",
    );
  }
  const log = createLog(settings.logLevel);
  const server = await startServer({ settings, databaseUrl, log, hasProcessMetrics: true });
  stopOnSignals(server);
  tellStarter({ type: "ready", url: server.url, lines: readyLines(settings, server) });
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

/** Stops gracefully (promise P16): on a signal, or when the starter that kept us is gone. */
function stopOnSignals(server: RunningServer): void {
  let isStopping = false;
  const stop = (): void => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(0), DRAIN_WITHIN_MS).unref();
    server.stop(GRACE_MS).then(
      () => process.exit(0),
      (error: unknown) => {
        server.ctx.log.error({ err: error }, "the stop was not clean");
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  process.on("disconnect", stop);
}

function tellStarter(message: object): void {
  if (process.send !== undefined) process.send(message);
  else if ("lines" in message) process.stdout.write(`${(message.lines as string[]).join("\n")}\n`);
}

/** Prints in one sentence why the club does not start, and exits with 1. */
function refuseToStart(error: unknown): void {
  process.exitCode = 1;
  const message = sentenceOf(error);
  if (message === null) {
    createLog("error").fatal({ err: error }, "the server did not start");
    setImmediate(() => process.exit(1));
    return;
  }
  process.stderr.write(process.send === undefined ? `${message}\n` : "");
  process.send?.({ type: "refused", message }, () => process.exit(1));
  if (process.send === undefined) process.exit(1);
}

function sentenceOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (MISTAKES.some((kind) => error instanceof kind)) return error.message;
  const { code, port } = error as { code?: string; port?: number };
  return code !== undefined && PORT_ERRORS.has(code)
    ? `Port ${port ?? ""} cannot be used (${code}): set PORT to another one.`
    : null;
}

main().catch(refuseToStart);
