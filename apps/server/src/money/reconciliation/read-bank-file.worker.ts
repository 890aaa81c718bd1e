import { createHash } from "node:crypto";
import { readCamtStatement, readCsvStatement } from "@club/domain";
import type { BankFileFault, BankLine } from "@club/domain";
import { answerOrders } from "../../core/kit/worker.ts";
import { KEY_BYTES } from "./read-bank-file.ts";
import type { BankFileOrder, KeyedStatement } from "./read-bank-file.ts";

/** The concatenated hashes of what each line says and of its number among equal lines. */
function keysOf(lines: readonly BankLine[]): Uint8Array {
  const seen = new Map<string, number>();
  const keys = new Uint8Array(lines.length * KEY_BYTES);
  for (const [i, line] of lines.entries()) {
    const { day, amountCents, reference, name, details, bankId } = line;
    const said = JSON.stringify([day, String(amountCents), reference, name, details, bankId]);
    const number = seen.get(said) ?? 0;
    seen.set(said, number + 1);
    keys.set(createHash("sha256").update(`${said}#${number}`).digest(), i * KEY_BYTES);
  }
  return keys;
}

// Parses megabytes of a bank's text off the thread that answers requests.
answerOrders(({ text, profile, currency }: BankFileOrder): KeyedStatement | BankFileFault => {
  const read =
    profile === null ? readCamtStatement(text, currency) : readCsvStatement(text, profile);
  return "rule" in read ? read : { ...read, keys: keysOf(read.lines) };
});
