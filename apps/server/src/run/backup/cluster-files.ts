import { readdir } from "node:fs/promises";
import { join } from "node:path";

/** Folders of a cluster restored empty: their content belongs to a running server. */
const EMPTY = new Set([
  "pg_wal",
  "pg_replslot",
  "pg_dynshmem",
  "pg_notify",
  "pg_serial",
  "pg_snapshots",
  "pg_stat_tmp",
  "pg_subtrans",
]);
const LEFT_OUT =
  /^(postmaster\.(pid|opts)|backup_label(\.old)?|backup_manifest|tablespace_map(\.old)?|(recovery|standby)\.signal|.*\.tmp)$/;
/** Parts of any path that are left out: relation caches and temporary files. */
const PASSING = /^(pg_internal\.init(\.\d+)?|pgsql_tmp.*)$/;
const CONTROL = "global/pg_control";
const SEGMENT = /^[0-9A-F]{24}$/;

export interface ClusterFiles {
  readonly folders: string[];
  /** The control file comes last, so it is not older than what it refers to. */
  readonly files: string[];
}

/** The files of a running cluster that belong in a copy. */
export async function listCluster(root: string): Promise<ClusterFiles> {
  const found: ClusterFiles = { folders: [], files: [] };
  await walk(root, "", found);
  const files = found.files.filter((path) => path !== CONTROL);
  return { folders: found.folders, files: [...files, CONTROL] };
}

/** The log segments from one to another, both included: they make a copy consistent. */
export async function listLog(root: string, first: string, last: string): Promise<string[]> {
  const names = await readdir(join(root, "pg_wal"));
  return names
    .filter((name) => SEGMENT.test(name) && name >= first && name <= last)
    .toSorted()
    .map((name) => `pg_wal/${name}`);
}

async function walk(root: string, folder: string, found: ClusterFiles): Promise<void> {
  const items = await readdir(join(root, folder), { withFileTypes: true });
  for (const item of items) {
    const path = folder === "" ? item.name : `${folder}/${item.name}`;
    if (PASSING.test(item.name) || (folder === "" && LEFT_OUT.test(item.name))) continue;
    if (item.isDirectory()) {
      found.folders.push(path);
      if (!EMPTY.has(path)) await walk(root, path, found);
    } else if (item.isFile()) found.files.push(path);
  }
}
