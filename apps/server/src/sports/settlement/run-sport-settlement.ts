import { inTurn } from "../../core/kit/in-turn.ts";
import type { AppContext } from "../../core/context.ts";
import type { ClubPool } from "../../core/db/connect.ts";
import { SingleFlight, perServer } from "../../core/kit/per-server.ts";
import { newId } from "../../core/kit/ids.ts";
import { areBooksOff } from "../../money/ledger/books-state.ts";
import { argumentsOf } from "../../core/db/arguments.ts";
import {
  betChunks,
  type BetChunk,
  type ChunkVerdict,
  runChunks,
} from "../../money/ledger/run-chunks.ts";
import { settleLegBet } from "./settle-leg-bet.ts";
import { type LegBetData, readLegBets } from "./stored-results.ts";

/** Bets per transaction: it locks their players' wallets. */
const CHUNK = 2000;

export interface SportVersion {
  readonly eventId: string;
  readonly version: number;
}

/** One run at a time per version. */
const runsOf = perServer(() => new SingleFlight<boolean>());

/**
 * Pays what a planned result decides, chunk by chunk from its cursor, and ends it. Returns whether
 * it is done: false when the process was told to stop first, or the books are off. Whoever comes
 * next goes on.
 */
export async function runSportSettlement(
  ctx: AppContext,
  asked: SportVersion,
  chunk = CHUNK,
): Promise<boolean> {
  const key = `${asked.eventId}/${asked.version}`;
  return await runsOf(ctx).run(key, async () => await payAll(ctx, asked, chunk));
}

/** Resumes every settlement that was begun but not posted: after a crash. */
export async function runSportSettlements(ctx: AppContext): Promise<void> {
  const { rows } = await ctx.db.jobs.query<{ event_id: string; version: number }>(
    "SELECT event_id, version FROM sport_settlement WHERE step = 'posting' ORDER BY created_at LIMIT 50",
  );
  await inTurn(
    rows,
    async ({ event_id: eventId, version }) => await runSportSettlement(ctx, { eventId, version }),
  );
}

async function payAll(ctx: AppContext, asked: SportVersion, limit: number): Promise<boolean> {
  const db = ctx.db.jobs;
  return await runChunks(ctx, {
    begin: async () => {
      const corrections = await countCorrections(db);
      const cursor = await readCursor(db, asked);
      if (cursor === undefined) return null;
      return betChunks({
        cursor,
        limit,
        read: async (page) =>
          await readLegBets(db, { eventId: asked.eventId, isDecided: true, ...page }),
        dueOf: paidOf,
        pay: async (chunk) => await payChunk(db, { ...asked, corrections }, chunk),
        end: async (at) => await finish(db, asked, at),
      });
    },
    isStopping: async () => await areBooksOff(db),
    insists: true,
    crashPoints: {
      beforeChunk: "sport.before-chunk",
      chunkPaid: "sport.chunk-paid",
      beforeEnd: "sport.before-finish",
    },
  });
}

/** Null: at the start. Undefined: already posted. */
async function readCursor(
  db: ClubPool,
  { eventId, version }: SportVersion,
): Promise<string | null | undefined> {
  const { rows } = await db.query<{ step: string; cursor_bet: string | null }>(
    "SELECT step, cursor_bet FROM sport_settlement WHERE event_id = $1 AND version = $2",
    [eventId, version],
  );
  const [row] = rows;
  return row === undefined || row.step === "posted" ? undefined : row.cursor_bet;
}

interface Paid {
  readonly bet: LegBetData;
  readonly status: string;
  readonly payoutCents: bigint;
  readonly refundCents: bigint;
}

/** What this page's bets come to, where it differs from what they have. */
function paidOf(bets: readonly LegBetData[]): Paid[] {
  return bets.flatMap((bet) => {
    const settled = settleLegBet(bet);
    if (settled === null) return [];
    const isKnown =
      bet.revision > 0 &&
      bet.status === settled.status &&
      bet.payout_cents === settled.payoutCents &&
      bet.refund_cents === settled.refundCents;
    return isKnown ? [] : [{ bet, ...settled }];
  });
}

/**
 * How many results have been corrected. A multiple may come to something else by a correction of any
 * of its events, and the run of that event leaves out bets that seem right already.
 */
async function countCorrections(db: ClubPool): Promise<bigint> {
  const { rows } = await db.query<{ count: bigint }>(
    "SELECT count(*) FROM sport_settlement WHERE version > 1",
  );
  return rows[0]?.count ?? 0n;
}

const PAY = {
  name: "pay_sport_chunk",
  text: `SELECT CASE WHEN sport_corrections_are($11) THEN pay_sport_chunk($1, $2, $3, $4, $5::uuid[],
    $6::smallint[], $7::text[], $8::bigint[], $9::bigint[], $10::uuid[]) ELSE 'stale' END AS verdict`,
};

/**
 * Nothing is written, and the work is read again, where a bet has changed since it was read, or a
 * correction of any event has been planned.
 */
async function payChunk(
  db: ClubPool,
  { eventId, version, corrections }: SportVersion & { readonly corrections: bigint },
  { from, to, due }: BetChunk<Paid>,
): Promise<"paid" | "busy" | "moved"> {
  const values = argumentsOf("pay_sport_chunk", {
    p_event: eventId,
    p_version: version,
    p_from: from,
    p_to: to,
    p_bet: due.map(({ bet }) => bet.id),
    p_revision: due.map(({ bet }) => bet.revision + 1),
    p_status: due.map(({ status }) => status),
    p_payout: due.map(({ payoutCents }) => payoutCents),
    p_refund: due.map(({ refundCents }) => refundCents),
    p_entry: due.map(() => newId()),
  });
  const { rows } = await db.queryThatCommits<{ verdict: "paid" | "busy" | "moved" | "stale" }>(
    PAY,
    [...values, corrections],
  );
  const verdict = rows[0]?.verdict ?? "busy";
  return verdict === "stale" ? "moved" : verdict;
}

async function finish(
  db: ClubPool,
  { eventId, version }: SportVersion,
  cursor: string | null,
): Promise<ChunkVerdict> {
  const { rows } = await db.queryThatCommits<{ is_done: boolean }>(
    "SELECT finish_sport_settlement($1, $2, $3) AS is_done",
    [eventId, version, cursor],
  );
  return rows[0]?.is_done === true ? "done" : "busy";
}
