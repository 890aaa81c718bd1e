import { pino } from "pino";
import type { DestinationStream, Logger } from "pino";

/** Names of fields that never reach a log, at up to three levels of nesting (promise S23). */
const SECRET_FIELDS = [
  "password",
  "old_password",
  "new_password",
  "code",
  "totp",
  "token",
  "access_token",
  "refresh_token",
  "idempotency_key",
  "account_number",
  "receipt",
  "receipt_hash",
  "phone",
  "date_of_birth",
  "full_name",
  "authorization",
  "Authorization",
  "cookie",
  "secret",
];

const DEPTHS = ["", "*.", "*.*."];

/** The log of a process: one JSON line per event, secrets removed. */
export function createLog(level: string, stream?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    redact: {
      paths: [
        ...DEPTHS.flatMap((depth) => SECRET_FIELDS.map((field) => `${depth}${field}`)),
        '*["idempotency-key"]',
        '*.*["idempotency-key"]',
      ],
      censor: "[hidden]",
    },
    serializers: { err: plainError },
  };
  const to = stream ?? (process.stdout.isTTY ? TERMINAL : undefined);
  return to === undefined ? pino(options) : pino(options, to);
}

/** Who sits at a terminal reads sentences; a service's log stays JSON, for programs. */
const TERMINAL: DestinationStream = {
  write: (json) => void process.stdout.write(terminalLine(json)),
};

/**
 * What a log keeps of an error: never the details of the database, which quote whole rows. Its code
 * gets another name, since `code` is hidden because of SMS codes.
 */
function plainError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { type, message, stack } = pino.stdSerializers.err(error);
  const { code, constraint, table } = error as {
    code?: unknown;
    constraint?: unknown;
    table?: unknown;
  };
  return { type, message, stack, error_code: code, constraint, table };
}

const LEVELS: Readonly<Record<number, string>> = { 40: "warning", 50: "error", 60: "fatal" };
const ERROR_LEVEL = 50;
const CLOCK_FROM = 11;
const CLOCK_TO = 19;

/**
 * What stands on a terminal in place of a line of JSON: a sentence, with the reason that it gives.
 * Where the code failed is told of errors alone: a warning is not ours to mend.
 */
export function terminalLine(json: string): string {
  const { level, time, msg, err, reason, ...rest } = JSON.parse(json) as Record<string, unknown> & {
    level: number;
    time: number;
    msg?: string;
    reason?: string;
    err?: { message?: string; stack?: string };
  };
  const at = new Date(time).toISOString().slice(CLOCK_FROM, CLOCK_TO);
  const why = reason ?? err?.message;
  const facts = Object.entries(rest)
    .filter(([, value]) => typeof value !== "object")
    .map(([name, value]) => `${name} ${String(value)}`);
  const details = facts.length === 0 ? "" : ` (${facts.join(", ")})`;
  const word = LEVELS[level] === undefined ? "" : `${LEVELS[level]}: `;
  const text = [msg, why].filter((part) => part !== undefined).join(": ");
  const stack = level >= ERROR_LEVEL && err?.stack !== undefined ? `${err.stack}\n` : "";
  return `${at}  ${word}${text}${details}\n${stack}`;
}
