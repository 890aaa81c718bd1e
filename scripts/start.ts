import { EmbeddedError } from "../apps/server/src/core/db/embedded.host.ts";
import { DatabaseAway } from "../apps/server/src/core/db/errors.ts";
import { MigrationError } from "../apps/server/src/core/db/migrate.ts";
import { UnfitServer } from "../apps/server/src/core/db/check-server.ts";
import { readSettings, SettingsError } from "../apps/server/src/core/settings/settings.ts";
import { CannotStart, Club } from "./lib/club.ts";

/** `npm start`: database, schema, apps, server; runs until told to stop. */

const ONE_SENTENCE = [
  CannotStart,
  DatabaseAway,
  EmbeddedError,
  MigrationError,
  SettingsError,
  UnfitServer,
];

let club: Club | undefined;
let isEnding = false;

try {
  club = new Club(readSettings(process.env), (line) => console.log(line));
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(name, () => void end(0));
  }
  // The first step of npm start holds the other end; when that closes, whoever started us is gone.
  process.on("disconnect", () => void end(0));
  process.channel?.unref();
  await club.start((sentence) => void fail(sentence));
} catch (error) {
  await fail(sentenceOf(error));
}

async function fail(sentence: string): Promise<void> {
  if (!isEnding) console.error(sentence);
  await end(1);
}

async function end(code: number): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  try {
    await club?.stop();
  } catch (error) {
    console.error(sentenceOf(error));
    process.exit(1);
  }
  process.exit(code);
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (ONE_SENTENCE.some((kind) => error instanceof kind)) return error.message;
  const code = (error as { code?: string }).code ?? "";
  if (code === "ENOSPC") return "The disk is full: make room and start again.";
  return `The club cannot start. ${error.stack ?? error.message}`;
}
