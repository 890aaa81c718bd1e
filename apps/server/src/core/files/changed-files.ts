import { readdir, stat } from "node:fs/promises";
import { extname, join } from "node:path";

/**
 * What a process remembers of a folder: each file's state when it was last looked at, and when it
 * was read.
 */
export interface FolderMemory {
  readonly looked: Map<string, string>;
  readonly read: Map<string, string>;
}

export const newFolderMemory = (): FolderMemory => ({ looked: new Map(), read: new Map() });

export interface ChangedFile {
  readonly name: string;
  readonly path: string;
  readonly size: number;
  /** To be called once the file is dealt with; otherwise it is returned again at the next look. */
  readonly done: () => void;
}

/**
 * Files of a folder with these endings that changed since they were read, in order of name. A file
 * that is still being written is left for later: it must look the same twice in a row.
 *
 * @throws what the file system throws for a folder that is not there
 */
export async function changedFiles(
  folder: string,
  endings: readonly string[],
  memory: FolderMemory,
): Promise<ChangedFile[]> {
  const names = (await readdir(folder)).filter((name) => isWanted(name, endings));
  const changed: ChangedFile[] = [];
  for (const name of names.toSorted()) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found === null || !found.isFile()) continue;
    const state = `${found.mtimeMs} ${found.size}`;
    const isStill = memory.looked.get(name) === state;
    memory.looked.set(name, state);
    if (!isStill || memory.read.get(name) === state) continue;
    changed.push({ name, path, size: found.size, done: () => memory.read.set(name, state) });
  }
  return changed;
}

/** Names that begin with a dot belong to a writer: half a copy, or a lock. */
function isWanted(name: string, endings: readonly string[]): boolean {
  return !name.startsWith(".") && endings.includes(extname(name).toLowerCase());
}
