import { fileURLToPath } from "node:url";

export interface LogArchive {
  /** Made if missing; the database's account owns it. */
  folder: string;
  /** Run for each piece after it is in the folder, to take it elsewhere. */
  command?: string | undefined;
}

const ARCHIVE_LOG = fileURLToPath(new URL("archive-log.ts", import.meta.url));
/** A piece is whole after 16 MB or, in a quiet club, after this time: what a lost machine takes along. */
const ARCHIVE_WITHIN_S = 45;

/** What the embedded PostgreSQL is started with, so that it keeps its log. */
export function archiveFlags(archive: LogArchive | undefined): Record<string, string | number> {
  if (archive === undefined) return {};
  const store = logCommand("store", '"%p"', shellWord(archive.folder));
  const { command } = archive;
  return {
    archive_mode: "on",
    archive_command: command === undefined ? store : `${store} && (${command})`,
    archive_timeout: ARCHIVE_WITHIN_S,
  };
}

/** A command line for PostgreSQL, which puts the piece's path for %p and its name for %f. */
export function logCommand(verb: "store" | "fetch", from: string, to: string): string {
  const program = [process.execPath, "--disable-warning=ExperimentalWarning", ARCHIVE_LOG];
  return [...program.map(shellWord), verb, from, to].join(" ");
}

export function shellWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''").replaceAll("%", "%%")}'`;
}
