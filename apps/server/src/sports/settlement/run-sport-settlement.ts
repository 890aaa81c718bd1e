import type { AppContext } from "../../core/context.ts";
import { crashPoint } from "../../core/kit/crash-points.ts";
import { pause } from "../../core/kit/pause.ts";
import { perServer } from "../../core/kit/per-server.ts";
import { SingleFlight } from "../../core/kit/single-flight.ts";
import { newId } from "../../core/kit/ids.ts";
import { areBooksOff } from "../../money/ledger/books-state.ts";
import { settleLegBet } from "./settle-leg-bet.ts";
import { FROM_START } from "./sport-dry-run.ts";
import { type LegBetData, readLegBets } from "./stored-results.ts";

/** Bets of one transaction: it holds the wallets of their players. */
const CHUNK = 2000;
const OTHER_PAUSE_MS = 100;

export interface SportVersion {
  readonly eventId: string;
  readonly version: number;
}

/** One at a time for each version. */
const runsOf = perServer(() => new SingleFlight<boolean>());

/**
 * Pays what a planned result decides, chunk by chunk from where its cursor stands, and ends it. Says
 * whether it is done: false where the process is told to stop before, or the books are off. Whoever
 * comes next goes on.
 */
export async function runSportSettlement(
  ctx: AppContext,
  asked: SportVersion,
  chunk = CHUNK,
): Promise<boolean> {
  const key = `${asked.eventId}/${asked.version}`;
  return await runsOf(ctx).run(key, async () => await payAll(ctx, asked, chunk));
}

/** Goes on with every settlement that was begun and is not posted: what a crash left. */
export async function runSportSettlements(ctx: AppContext): Promise<void> {
  const { rows } = await ctx.db.jobs.query<{ event_id: string; version: number }>(
    "SELECT event_id, version FROM sport_settlement WHERE step = 'posting' ORDER BY created_at LIMIT 50",
  );
  const faults: unknown[] = [];
  for (const { event_id: eventId, version } of rows) {
    try {
      await runSportSettlement(ctx, { eventId, version });
    } catch (error) {
      faults.push(error);
    }
  }
  if (faults.length > 0) throw faults[0];
}

async function payAll(ctx: AppContext, asked: SportVersion, chunk: number): Promise<boolean> {
  for (;;) {
    if (ctx.lifecycle.isDraining || (await areBooksOff(ctx.db.jobs))) return false;
    const cursor = await readCursor(ctx, asked);
    if (cursor === undefined) return true;
    const bets = await readLegBets(ctx.db.jobs, {
      eventId: asked.eventId,
      after: cursor ?? FROM_START,
      limit: chunk,
    });
    const last = bets.at(-1);
    if (last === undefined) {
      crashPoint("sport.before-finish");
      if (await finish(ctx, asked, cursor)) return true;
      await pause(OTHER_PAUSE_MS);
      continue;
    }
    crashPoint("sport.before-chunk");
    const verdict = await payChunk(ctx, asked, { cursor, to: last.id, bets });
    crashPoint("sport.chunk-paid");
    if (verdict === "busy") await pause(OTHER_PAUSE_MS);
  }
}

/** Null: at the start. Undefined: it is posted. */
async function readCursor(
  ctx: AppContext,
  { eventId, version }: SportVersion,
): Promise<string | null | undefined> {
  const { rows } = await ctx.db.jobs.query<{ step: string; cursor_bet: string | null }>(
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

/** What this page of bets comes to, as far as it differs from what they have. */
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

const PAY = {
  name: "pay_sport_chunk",
  text: `SELECT pay_sport_chunk($1, $2, $3, $4, $5::uuid[], $6::smallint[], $7::text[], $8::bigint[], $9::bigint[],
    $10::uuid[], $11::uuid[]) AS verdict`,
};

async function payChunk(
  ctx: AppContext,
  asked: SportVersion,
  page: { cursor: string | null; to: string; bets: readonly LegBetData[] },
): Promise<string> {
  const paid = paidOf(page.bets);
  const { rows } = await ctx.db.jobs.queryThatCommits<{ verdict: string }>(PAY, [
    asked.eventId,
    asked.version,
    page.cursor,
    page.to,
    paid.map(({ bet }) => bet.id),
    paid.map(({ bet }) => bet.revision + 1),
    paid.map(({ status }) => status),
    paid.map(({ payoutCents }) => payoutCents),
    paid.map(({ refundCents }) => refundCents),
    paid.map(() => newId()),
    paid.map(() => newId()),
  ]);
  return rows[0]?.verdict ?? "busy";
}

async function finish(
  ctx: AppContext,
  { eventId, version }: SportVersion,
  cursor: string | null,
): Promise<boolean> {
  const { rows } = await ctx.db.jobs.queryThatCommits<{ is_done: boolean }>(
    "SELECT finish_sport_settlement($1, $2, $3) AS is_done",
    [eventId, version, cursor],
  );
  return rows[0]?.is_done ?? false;
}
