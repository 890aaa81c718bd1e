import { readFileSync } from "node:fs";

/** 12,000 connections of players, the static files and the database need this many (promise S19). */
const LEAST_OPEN_FILES = 16_384;
const LINE = /^Max open files\s+(\d+|unlimited)\s/m;

/** A warning if the process may open too few files; null if not, or if the system does not tell. */
export function openFilesWarning(path = "/proc/self/limits"): string | null {
  let limits: string;
  try {
    limits = readFileSync(path, "utf8");
  } catch {
    return null;
  }
  const most = Number(LINE.exec(limits)?.[1]);
  if (!(most < LEAST_OPEN_FILES)) return null;
  return `This process may open ${most} files, too few for 12,000 connections: raise the limit to ${LEAST_OPEN_FILES} (ulimit -n, LimitNOFILE).`;
}
