import type { AppContext } from "../../core/context.ts";
import { CommitInDoubt, DatabaseAway, DatabaseBusy } from "../../core/db/connect.ts";
import { rowsAhead } from "../../core/db/read-ahead.ts";
import { crashPoint } from "../../core/kit/crash-points.ts";
import { pause } from "../../core/kit/pause.ts";

/**
 * The outcome of a step. `busy`: another worker holds the work. `moved`: another worker has moved
 * the cursor, or what was read is out of date, so the work is read again.
 */
export type ChunkVerdict = "done" | "busy" | "moved";

/**
 * Pays one chunk in one transaction, which moves the cursor with the money. `last`: paid, and
 * nothing is left. `end`: there was nothing left to pay.
 */
type PayChunk = () => Promise<"paid" | "last" | "end" | "busy" | "moved">;

/** The work that remains: its chunks from the cursor on, and the transaction that ends it. */
export interface Chunks {
  /** Null: a page that pays nobody. The next chunk moves the cursor past it, at no transaction. */
  readonly each: AsyncIterable<PayChunk | null> | readonly [];
  /** Left out when the last chunk ends the work. */
  readonly end?: () => Promise<ChunkVerdict>;
}

/** Payments for many bets, chunk by chunk: a settlement, a correction, refunds, a sports result. */
export interface ChunkWork {
  /** Reads the progress; null when done. Follows the stored plan, recomputing nothing. */
  readonly begin: () => Chunks | null | Promise<Chunks | null>;
  /** Asked between two chunks, when nothing is half done. A draining process stops anyway. */
  readonly isStopping: () => boolean | Promise<boolean>;
  /** Waits for other workers and the database; else leaves it to the jobs' next round. */
  readonly insists: boolean;
  /** Names of the places at which a test kills the process. */
  readonly crashPoints: {
    readonly beforeChunk?: string;
    readonly chunkPaid: string;
    readonly beforeEnd?: string;
    readonly ended?: string;
  };
}

const BUSY_PAUSE_MS = 200;
const TROUBLE_PAUSE_MS = 250;
const MOST_TROUBLES = 40;

/**
 * Pays a work from its cursor to the end, alongside other workers if there are any. Each goes on
 * from where another left off (promise P8). False: it was told to stop first, or the work was left
 * to another worker.
 */
export async function runChunks(ctx: AppContext, work: ChunkWork): Promise<boolean> {
  const asked = async (): Promise<boolean> => await work.isStopping();
  const isStopping = async (): Promise<boolean> =>
    ctx.lifecycle.isDraining || (await (work.insists ? persist(ctx, asked) : asked()));
  const attempt = async (): Promise<ChunkVerdict | "stopped"> => {
    const chunks = await work.begin();
    return chunks === null ? "done" : await payAll(chunks, work, isStopping);
  };
  for (;;) {
    if (await isStopping()) return false;
    const verdict = await (work.insists ? persist(ctx, attempt) : attempt());
    if (verdict === "done") return true;
    if (verdict !== "busy") continue;
    if (!work.insists) return false;
    await pause(BUSY_PAUSE_MS);
  }
}

async function payAll(
  chunks: Chunks,
  { crashPoints }: ChunkWork,
  isStopping: () => Promise<boolean>,
): Promise<ChunkVerdict | "stopped"> {
  for await (const pay of chunks.each) {
    if (await isStopping()) return "stopped";
    if (pay === null) continue;
    pass(crashPoints.beforeChunk);
    const verdict = await pay();
    if (verdict === "end") break;
    if (verdict === "busy" || verdict === "moved") return verdict;
    pass(crashPoints.chunkPaid);
    if (verdict === "last") break;
  }
  pass(crashPoints.beforeEnd);
  const verdict = (await chunks.end?.()) ?? "done";
  pass(crashPoints.ended);
  return verdict;
}

function pass(point: string | undefined): void {
  if (point !== undefined) crashPoint(point);
}

/** The bets that a work reads, by id, and what each page of them is paid. */
interface BetPages<Bet, Due> {
  readonly cursor: string | null;
  readonly limit: number;
  readonly read: (page: { readonly after: string; readonly limit: number }) => Promise<Bet[]>;
  /** Empty: nobody gets anything on this page. */
  readonly dueOf: (bets: readonly Bet[]) => readonly Due[];
  readonly pay: (chunk: BetChunk<Due>) => ReturnType<PayChunk>;
  readonly end: (cursor: string | null) => Promise<ChunkVerdict>;
}

/** The bets up to `to`, read from the cursor `from`; null: from the start. */
export interface BetChunk<Due> {
  readonly from: string | null;
  readonly to: string;
  readonly due: readonly Due[];
}

/** Chunks of bets: the next one is read while one is being written. */
export function betChunks<Bet extends { readonly id: string }, Due>(
  work: BetPages<Bet, Due>,
): Chunks {
  let from = work.cursor;
  const each = async function* (): AsyncGenerator<PayChunk | null> {
    for await (const bets of rowsAhead(work.limit, work.read, from)) {
      const to = bets.at(-1)?.id;
      const due = work.dueOf(bets);
      if (to === undefined || due.length === 0) {
        yield null;
        continue;
      }
      const chunk = { from, to, due };
      yield async () => await work.pay(chunk);
      from = to;
    }
  };
  return { each: each(), end: async () => await work.end(from) };
}

/** The same step repeated until its transaction finds nothing left to pay. */
export async function* again(pay: PayChunk): AsyncGenerator<PayChunk> {
  for (;;) yield pay;
}

/**
 * Retries when the database was busy or away, or the commit gave no answer: every step first asks
 * the database how far it is. Gives up after a while; the next worker goes on from there.
 */
export async function persist<T>(ctx: AppContext, work: () => Promise<T>): Promise<T> {
  for (let troubles = 1; ; troubles += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isPassing(error) || troubles === MOST_TROUBLES || ctx.lifecycle.isDraining) throw error;
      ctx.log.warn({ err: error }, "settling waits for the database");
      await pause(TROUBLE_PAUSE_MS);
    }
  }
}

function isPassing(error: unknown): boolean {
  return (
    error instanceof DatabaseBusy || error instanceof DatabaseAway || error instanceof CommitInDoubt
  );
}
