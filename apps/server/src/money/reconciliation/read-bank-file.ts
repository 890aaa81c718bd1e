import { Refusal } from "@club/domain";
import type { BankFileFault, BankStatement, CsvProfile } from "@club/domain";
import { askWorker, TooSlow } from "../../core/kit/worker.ts";
import { ConcurrencyLimit } from "../../core/limits/concurrency.ts";

/** A statement of 8 MiB takes a second or two; anything slower is not a statement. */
const MOST_MS = 10_000;
const MEMORY_MB = 512;
const FILE_WORKER = new URL("./read-bank-file.worker.ts", import.meta.url);
const FILES = { name: "bank-files", turns: { atOnce: 1, inLine: 4 } };

/** Bytes of the hash that identifies a movement. */
export const KEY_BYTES = 32;

/** The order to the thread. */
export interface BankFileOrder {
  readonly text: string;
  /** Null: camt.053. */
  readonly profile: CsvProfile | null;
  readonly currency: string;
}

/** A statement with the keys of its movements, concatenated. */
export interface KeyedStatement extends BankStatement {
  readonly keys: Uint8Array;
}

const line = new ConcurrencyLimit(MOST_MS);

/**
 * Reads a bank's file in its own thread, one file at a time, so betting is not held up.
 *
 * @throws bank.file_slow when it takes too long or too much memory; club.busy
 */
export async function readBankFile(
  order: BankFileOrder,
  mostMs = MOST_MS,
): Promise<KeyedStatement | BankFileFault> {
  return await line.run(FILES, "", async () => await readInThread(order, mostMs));
}

async function readInThread(
  order: BankFileOrder,
  mostMs: number,
): Promise<KeyedStatement | BankFileFault> {
  try {
    return await askWorker(FILE_WORKER, order, { mostMs, memoryMb: MEMORY_MB });
  } catch (error) {
    throw isTooMuch(error) ? new Refusal("bank.file_slow") : error;
  }
}

function isTooMuch(error: unknown): boolean {
  const { code } = error as { code?: string };
  return error instanceof TooSlow || code === "ERR_WORKER_OUT_OF_MEMORY";
}
