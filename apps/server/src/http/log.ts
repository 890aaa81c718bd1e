import { pino } from "pino";
import type { DestinationStream, Logger } from "pino";

/** Names of fields that never reach a log, wherever they stand up to three levels deep (promise S23). */
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

/** The log of a process: one JSON line each, secrets taken out. */
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
    serializers: { err: pino.stdSerializers.err },
  };
  return stream === undefined ? pino(options) : pino(options, stream);
}
