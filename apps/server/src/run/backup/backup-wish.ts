import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { backupsOf } from "./backup-list.ts";

/*
 * The server asks, and the starter takes backups: it alone is the database's superuser. They share
 * the data folder, and speak by two files in it.
 */

const ASKED = "asked";
const LAST = "last.json";
const OWN_FOLDER = 0o700;
const OWN_FILE = 0o600;

const last = z.object({ ended_at: z.string(), failure: z.string().nullable() });
export type LastBackup = z.infer<typeof last>;

const fileOf = (dataDir: string, name: string): string => join(backupsOf(dataDir), name);

/** False where one is asked for already, or under way. */
export async function askForBackup(dataDir: string): Promise<boolean> {
  await mkdir(backupsOf(dataDir), { recursive: true, mode: OWN_FOLDER });
  try {
    await writeFile(fileOf(dataDir, ASKED), "", { flag: "wx", mode: OWN_FILE });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

export async function isBackupAsked(dataDir: string): Promise<boolean> {
  return (await readFile(fileOf(dataDir, ASKED)).catch(() => null)) !== null;
}

/** How one went, asked for or not. What was asked for is done first: a full disk must not have it tried for ever. */
export async function noteBackup(dataDir: string, failure: string | null): Promise<void> {
  await rm(fileOf(dataDir, ASKED), { force: true });
  const text = JSON.stringify({ ended_at: new Date().toISOString(), failure } satisfies LastBackup);
  await mkdir(backupsOf(dataDir), { recursive: true, mode: OWN_FOLDER });
  await writeFile(fileOf(dataDir, LAST), text, { mode: OWN_FILE });
}

export async function readLast(dataDir: string): Promise<LastBackup | null> {
  const text = await readFile(fileOf(dataDir, LAST), "utf8").catch(() => "");
  try {
    return last.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
