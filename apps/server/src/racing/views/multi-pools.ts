import type { DeskMultiPool, MultiPool, MultiPoolLeg, MultiPoolWish } from "@club/contract";
import { outcomeFromJson, type OutcomeJson, Refusal, standInsOf, type StandIn } from "@club/domain";
import type { FastifyRequest } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import { manyRows, oneRow } from "../../core/db/statements.ts";
import { wireCents, wireInstant } from "../../core/http/wire.ts";
import { knownId } from "../../core/kit/ids.ts";
import { forgetPublicRaces, rememberList } from "../../proofs/log/race-cache.ts";
import { auditLayout, layPools, racesOfMeeting } from "../pools/lay-multi-pools.ts";
import { lockRaces } from "../races/race-locks.ts";
import { listMultiPoolsOf, readMultiPool, toMultiPoolLine } from "../pools/multi-pool-rows.ts";
import { type MultiStand, standOf } from "../pools/multi-stand.ts";

/** A pool of three races and more: its legs, and what is alive after each. @throws not_found */
export async function multiPool(ctx: AppContext, id: string): Promise<MultiPool> {
  const poolId = knownId(id);
  const pool = await rememberList(ctx, `multi:${poolId}`, async () => await read(ctx, poolId));
  if (pool === null) throw new Refusal("not_found");
  return pool;
}

async function read(ctx: AppContext, id: string): Promise<MultiPool | null> {
  const db = ctx.db.browsing;
  const row = await readMultiPool(db, id);
  const face = await readFace(db, id);
  if (row === null || face === null) return null;
  const stand = await standOf(ctx, id);
  if (stand === null) return null;
  const standIns = standInsOf(stand.facts);
  const legs = (await readLegLines(db, id)).map((leg) =>
    toLeg(leg, { stand, standIn: standIns[leg.leg - 1] }),
  );
  const { event_id, meetings, date, outcome } = face;
  return {
    ...toMultiPoolLine(row),
    event_id,
    meetings,
    date,
    takeout_bps: row.rules.takeoutBps[row.code],
    legs,
    decided: legs.filter((leg) => leg.void || leg.winners !== null).length,
    // While it takes bets everything in it is alive.
    live_cents: wireCents(row.status === "OPEN" ? row.gross_cents : stand.liveCents),
    will_pays: (stand.willPays?.list() ?? []).map((each) => ({
      horse_id: each.runner,
      stakes_cents: wireCents(each.stakesCents),
      dividend_cents: wireCents(each.dividendCents),
      minor_dividend_cents: wireCents(each.minorDividendCents),
    })),
    dividends: (outcome === null ? [] : outcomeFromJson(outcome).dividends).map((each) => ({
      pool: row.code,
      combination: each.combination,
      dividend_cents: wireCents(each.dividendCents),
    })),
  };
}

interface FaceRow {
  readonly event_id: string;
  readonly meetings: string;
  readonly date: string;
  /** From the newest posted settlement. */
  readonly outcome: OutcomeJson | null;
}

const readFace = oneRow<FaceRow, [poolId: string]>(`
  SELECT m.id AS event_id, m.name AS meetings, m.date,
    (SELECT s.outcome FROM settlement s WHERE s.pool_id = p.id AND s.step IN ('posted', 'announced')
      ORDER BY s.created_at DESC LIMIT 1) AS outcome
  FROM pool p JOIN race r ON r.id = p.race_id JOIN meeting m ON m.id = r.meeting_id WHERE p.id = $1`);

type LegLine = Pick<MultiPoolLeg, "leg" | "race_id" | "raceNo" | "race_name" | "status"> & {
  readonly start_time: Date;
};

const readLegLines = manyRows<LegLine, [poolId: string]>(`
  SELECT l.leg, r.id AS race_id, r.number AS "raceNo", r.name AS race_name, r.start_time, r.status
  FROM pool_leg l JOIN race r ON r.id = l.race_id WHERE l.pool_id = $1 ORDER BY l.leg`);

interface LegStand {
  readonly stand: MultiStand;
  readonly standIn: StandIn | undefined;
}

function toLeg(line: LegLine, { stand, standIn }: LegStand): MultiPoolLeg {
  const leg = stand.facts.legs[line.leg - 1];
  return {
    ...line,
    start_time: wireInstant(line.start_time),
    winners: leg?.placings?.[0] === undefined ? null : [...leg.placings[0]],
    void: leg?.void ?? false,
    ...standInOf(line, standIn),
  };
}

/** Until the leg's betting has closed the favourite may be another. */
function standInOf({ status }: LegLine, standIn: StandIn | undefined) {
  const isKnown = standIn !== undefined && status !== "draft" && status !== "open";
  if (!isKnown) return { withdrawn: [], favourite: null };
  return { withdrawn: [...standIn.withdrawn], favourite: standIn.favourite };
}

/** What the desk sees of a meeting's pools of three races and more. */
export async function deskMultiPools(ctx: AppContext, eventId: string): Promise<DeskMultiPool[]> {
  const rows = await listMultiPoolsOf(ctx.db.operators, [knownId(eventId)]);
  return rows.map((row) => ({
    ...toMultiPoolLine(row),
    bets: row.bets,
    is_used: row.is_used,
    paused: row.is_paused,
  }));
}

export interface Layout {
  readonly eventId: string;
  readonly wishes: readonly MultiPoolWish[];
  readonly operator: { readonly id: string };
  readonly request?: FastifyRequest;
}

/**
 * Lays out a meeting's pools of three races and more. Under the locks of all its races, so no bet is
 * in flight for a pool that goes.
 *
 * @throws not_found, request.invalid, pool.in_use, pool.not_offered
 */
export async function layMeeting(ctx: AppContext, asked: Layout): Promise<void> {
  const meetingId = knownId(asked.eventId);
  await withTransaction(ctx.db.operators, async (tx) => {
    await lockRaces(tx, { exclusive: await racesOfMeeting(tx, meetingId) });
    const layout = await layPools(tx, meetingId, asked.wishes);
    if (layout.added.length + layout.removed.length === 0) return;
    const { operator, request } = asked;
    await auditLayout(tx, { eventId: meetingId, operator, request, layout });
  });
  forgetPublicRaces(ctx, meetingId);
}
