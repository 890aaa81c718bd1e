import { Worker } from "node:worker_threads";
import { Refusal } from "@club/domain";

/** What a table as PDF shows, a statement or a report; every text is worded already. */
export interface PdfTable {
  readonly title: string;
  readonly club: string;
  /** Whose, of which days, in what time and money. */
  readonly lines: readonly string[];
  readonly sums: readonly (readonly [label: string, amount: string])[];
  readonly head: readonly string[];
  /** Side by side over the whole width; figures at the right edge of theirs. */
  readonly columns: readonly { readonly share: number; readonly isRight: boolean }[];
  /** Lying paper, for many columns. */
  readonly isWide: boolean;
  readonly rows: readonly (readonly string[])[];
  /** "Page {n} of {of}" with its places still in it. */
  readonly page: string;
}

const MOST_MS = 12_000;
const AT_ONCE = 1;
const MOST_WAITING = 4;

let running = 0;
const waiting: (() => void)[] = [];

/**
 * Sets a table as PDF, in a thread of its own: setting thousands of lines would hold up bets. One
 * at a time; a few wait.
 *
 * @throws club.busy when more wait, or it takes too long
 */
export async function makePdf(table: PdfTable): Promise<Buffer> {
  if (running >= AT_ONCE) {
    if (waiting.length >= MOST_WAITING) throw new Refusal("club.busy");
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  running += 1;
  try {
    return await setInThread(table);
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

async function setInThread(table: PdfTable): Promise<Buffer> {
  const worker = new Worker(new URL("./pdf.worker.ts", import.meta.url), { workerData: table });
  let timer: NodeJS.Timeout | undefined;
  try {
    const bytes = await new Promise<Uint8Array>((resolve, reject) => {
      timer = setTimeout(() => reject(new Refusal("club.busy")), MOST_MS);
      worker.once("message", resolve);
      worker.once("error", reject);
      worker.once("exit", () => reject(new Error("The thread of a PDF ended early.")));
    });
    return Buffer.from(bytes);
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
