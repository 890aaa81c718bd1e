import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { closeFolder } from "../../core/db/embedded.host.ts";

const NAME = "club-proof-";
const REMOVE = { recursive: true, force: true } as const;
const LONG_AGO_MS = 24 * 60 * 60 * 1000;

/** A place for a club that is made to be looked at and thrown away. What a killed proof left there before goes. */
export async function makeScratch(parent = tmpdir()): Promise<string> {
  await forgetScratches(parent);
  const folder = await mkdtemp(join(parent, NAME));
  await closeFolder(folder);
  return folder;
}

/** A whole copy of a club lies in each: none outlives the day. Another user's folder is passed over. */
async function forgetScratches(parent: string): Promise<void> {
  for (const name of await readdir(parent).catch(() => [])) {
    if (!name.startsWith(NAME)) continue;
    const path = join(parent, name);
    const made = await stat(path).catch(() => null);
    if (made === null || Date.now() - made.mtimeMs < LONG_AGO_MS) continue;
    await rm(path, REMOVE).catch(() => undefined);
  }
}
