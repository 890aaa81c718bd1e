import { link, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startOf } from "../../apps/server/src/core/db/embedded.host.ts";

interface Holder {
  pid: number;
  /** When that process began: its number alone may have been reused. */
  start: string;
}

export interface StarterLock {
  release(): Promise<void>;
}

const NAME = "starter.lock";
const OWN_FILE = 0o600;
const PATIENCE_MS = 2000;
const POLL_MS = 100;

/**
 * Takes the data folder for this process. A lock whose process is gone does not count. A starter
 * killed with its npm takes a moment to notice, so a living one is given two seconds to go.
 *
 * @returns the lock, or the process number of the living starter that holds it.
 */
export async function takeLock(folder: string): Promise<StarterLock | number> {
  const path = join(folder, NAME);
  const mine: Holder = { pid: process.pid, start: (await startOf(process.pid)) ?? "" };
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await put(path, mine))) {
    const holder = await read(path);
    if (holder === undefined || !(await isAlive(holder))) {
      await removeStale(path, holder);
    } else if (Date.now() > deadline) {
      return holder.pid;
    } else {
      await sleep(POLL_MS);
    }
  }
  return { release: () => rm(path, { force: true }) };
}

/** Uses a link: it appears whole or not at all, and never replaces another. */
async function put(path: string, holder: Holder): Promise<boolean> {
  const draft = `${path}.${holder.pid}`;
  await writeFile(draft, JSON.stringify(holder), { mode: OWN_FILE });
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === "EEXIST") return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

async function read(path: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(path, "utf8")) as Holder;
  } catch {
    return undefined;
  }
}

async function isAlive(holder: Holder): Promise<boolean> {
  const start = await startOf(holder.pid);
  return start !== undefined && start === holder.start;
}

/** Renames the stale lock first: only one of two starters that found it can, and it looks again. */
async function removeStale(path: string, stale: Holder | undefined): Promise<void> {
  const aside = `${path}.stale.${process.pid}`;
  try {
    await rename(path, aside);
  } catch {
    return;
  }
  const moved = await read(aside);
  if (moved !== undefined && moved.pid !== stale?.pid)
    await link(aside, path).catch(() => undefined);
  await rm(aside, { force: true });
}
