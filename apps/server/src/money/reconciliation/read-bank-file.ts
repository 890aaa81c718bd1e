import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { Refusal } from "@club/domain";
import type { BankFileFault, BankStatement, CsvProfile } from "@club/domain";
import { AtOnce } from "../../core/limits/at-once.ts";

/** A statement of 8 MiB takes a second or two; what takes longer is no statement. */
const MOST_MS = 10_000;
const MEMORY_MB = 512;
const FILES = { name: "bank-files", turns: { atOnce: 1, inLine: 4 } };

/** Bytes of the hash that a movement is known by. */
export const KEY_BYTES = 32;

/** What the thread is asked. */
export interface BankFileOrder {
  readonly text: string;
  /** Null: camt.053. */
  readonly profile: CsvProfile | null;
  readonly currency: string;
}

/** A statement with what its movements are known by, one after the other. */
export interface KeyedStatement extends BankStatement {
  readonly keys: Uint8Array;
}

const line = new AtOnce(MOST_MS);

/**
 * Reads a bank's file in a thread of its own, one file at a time: bets go on meanwhile.
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
  workerData: BankFileOrder,
  mostMs: number,
): Promise<KeyedStatement | BankFileFault> {
  const worker = new Worker(new URL("./read-bank-file.worker.ts", import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  try {
    const [read] = (await once(worker, "message", { signal: AbortSignal.timeout(mostMs) })) as [
      KeyedStatement | BankFileFault,
    ];
    return read;
  } catch (error) {
    throw isTooMuch(error) ? new Refusal("bank.file_slow") : error;
  } finally {
    // Whatever it is still at: nobody waits for it any more.
    await worker.terminate();
  }
}

function isTooMuch(error: unknown): boolean {
  const { name, code } = error as { name?: string; code?: string };
  return name === "AbortError" || code === "ERR_WORKER_OUT_OF_MEMORY";
}
