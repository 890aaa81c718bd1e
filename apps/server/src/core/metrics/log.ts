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
  return stream === undefined ? pino(options) : pino(options, stream);
}

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
