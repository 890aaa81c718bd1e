import { Refusal } from "@club/domain";
import { askWorker, TooSlow } from "../kit/worker.ts";
import { ConcurrencyLimit } from "../limits/concurrency.ts";

/** What a table shows as PDF, a statement or a report; every text is already translated. */
export interface PdfTable {
  readonly title: string;
  readonly club: string;
  /** The colour of the head, dark enough for white, and the club's logo, a PNG, upon it. */
  readonly ground: string;
  readonly logo: Uint8Array | null;
  /** Whose it is, for which days, in what time zone and currency. */
  readonly lines: readonly string[];
  readonly sums: readonly (readonly [label: string, amount: string])[];
  readonly head: readonly string[];
  /** Columns side by side over the whole width; figures are right-aligned. */
  readonly columns: readonly { readonly share: number; readonly isRight: boolean }[];
  /** Landscape, for many columns. */
  readonly isWide: boolean;
  readonly rows: readonly (readonly string[])[];
  /** "Page {n} of {of}", with its placeholders still in it. */
  readonly page: string;
}

const MOST_MS = 12_000;
const PDFS = { name: "pdfs", turns: { atOnce: 1, inLine: 4 } };
const PDF_WORKER = new URL("./pdf.worker.ts", import.meta.url);

const limit = new ConcurrencyLimit(Number.POSITIVE_INFINITY);

/**
 * Typesets a table as PDF, in a thread of its own: thousands of lines would hold up bets. One at a
 * time; a few wait.
 *
 * @throws club.busy when more wait, or it takes too long
 */
export async function makePdf(table: PdfTable): Promise<Buffer> {
  return await limit.run(PDFS, "", async () => {
    try {
      return await typeset(table);
    } catch (error) {
      throw error instanceof TooSlow ? new Refusal("club.busy") : error;
    }
  });
}

/** A logo that cannot be drawn, whatever is wrong with it, keeps nobody from a statement. */
async function typeset(table: PdfTable): Promise<Buffer> {
  try {
    const bytes = askWorker<PdfTable, Uint8Array>(PDF_WORKER, table, { mostMs: MOST_MS });
    return Buffer.from(await bytes);
  } catch (error) {
    if (error instanceof TooSlow || table.logo === null) throw error;
    return await typeset({ ...table, logo: null });
  }
}
