import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { closeFolder } from "../../core/db/embedded.host.ts";

const NAME = "club-proof-";
const REMOVE = { recursive: true, force: true } as const;
const LONG_AGO_MS = 24 * 60 * 60 * 1000;

/** Makes a folder for a throwaway club. Removes what a killed proof left there before. */
export async function makeScratch(parent = tmpdir()): Promise<string> {
  await forgetScratches(parent);
  const folder = await mkdtemp(join(parent, NAME));
  await closeFolder(folder);
  return folder;
}

/** Each holds a whole copy of a club: none outlives the day. Skips another user's folder. */
async function forgetScratches(parent: string): Promise<void> {
  for (const name of await readdir(parent).catch(() => [])) {
    if (!name.startsWith(NAME)) continue;
    const path = join(parent, name);
    const made = await stat(path).catch(() => null);
    if (made === null || Date.now() - made.mtimeMs < LONG_AGO_MS) continue;
    await rm(path, REMOVE).catch(() => undefined);
  }
}
