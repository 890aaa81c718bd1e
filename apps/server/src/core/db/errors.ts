/** The database cannot be reached, or the connection broke before the answer. Nothing was committed. */
export class DatabaseAway extends Error {
  override name = "DatabaseAway";
}

/** The database is there but overloaded: the queue is full or the wait was too long. */
export class DatabaseBusy extends Error {
  override name = "DatabaseBusy";
}

/**
 * COMMIT was sent and no certain answer came: the transaction may or may not stand. Never say
 * "refused".
 */
export class CommitInDoubt extends Error {
  override name = "CommitInDoubt";
}

/** Time-outs set by us: lock_timeout, statement_timeout. The statement was rolled back. */
const BUSY_STATES = new Set(["55P03", "57014", "53300", "25P03", "25P04"]);

/** A standby took our write: the primary is elsewhere. */
const READ_ONLY_STATE = "25006";
const AWAY_STATE = /^(08|57P0)/;
const SQLSTATE = /^[0-9A-Z]{5}$/;
const SESSION_ENDED = /^(08|57P|58|XX|25P03|25P04|25006)/;
const DISK_FULL_STATE = "53100";

const SOCKET_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "EPIPE",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOENT",
]);

/** Sentences of the driver, which gives these errors no code. */
const DRIVER_AWAY =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout|timeout expired|The server does not support)/;
const DRIVER_BUSY = /^timeout exceeded when trying to connect/;

export type ErrorKind = "away" | "busy" | "other";

/** Sorts an error of the driver or the server; "other" is an answer to the statement itself. */
export function kindOf(error: unknown): ErrorKind {
  if (error instanceof DatabaseAway) return "away";
  if (error instanceof DatabaseBusy) return "busy";
  if (!(error instanceof Error)) return "other";
  const code = codeOf(error);
  if (code !== undefined) return kindOfCode(code);
  if (DRIVER_BUSY.test(error.message)) return "busy";
  return DRIVER_AWAY.test(error.message) ? "away" : "other";
}

/** The SQLSTATE of a server's error or the code of a socket's. */
export function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined;
  return typeof code === "string" ? code : undefined;
}

/**
 * True for an answer of the server that ended one statement and left the connection sound.
 *
 * Judged by SQLSTATE alone, since the server translates the name of the severity. The excluded
 * states end the session (time-outs of a transaction, crash, shutdown) or come from a standby.
 */
export function isServerAnswer(error: unknown): boolean {
  const code = codeOf(error);
  return code !== undefined && SQLSTATE.test(code) && !SESSION_ENDED.test(code);
}

/** No room on the database's disk. */
export function isDiskFull(error: unknown): boolean {
  return codeOf(error) === DISK_FULL_STATE;
}

/**
 * Wraps connection errors in their class; an answer to the statement itself is returned as it is.
 */
export function classify(error: unknown): unknown {
  if (error instanceof CommitInDoubt) return error;
  const kind = kindOf(error);
  if (kind === "other" || error instanceof DatabaseAway || error instanceof DatabaseBusy) {
    return error;
  }
  const cause = error as Error;
  const text = `${codeOf(cause) ?? "no code"}: ${cause.message}`;
  return kind === "away"
    ? new DatabaseAway(`The database is away (${text}).`, { cause })
    : new DatabaseBusy(`The database is busy (${text}).`, { cause });
}

function kindOfCode(code: string): ErrorKind {
  if (BUSY_STATES.has(code)) return "busy";
  if (code === READ_ONLY_STATE || AWAY_STATE.test(code) || SOCKET_CODES.has(code)) return "away";
  return "other";
}
