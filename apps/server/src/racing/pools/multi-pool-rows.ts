import type { MultiPoolCode, PoolStatus, RuleSet } from "@club/domain";
import type { MultiPoolLine } from "@club/contract";
import type { Queryable } from "../../core/db/connect.ts";
import { manyRows } from "../../core/db/statements.ts";
import type { AppContext } from "../../core/context.ts";
import { wireCents } from "../../core/http/wire.ts";
import { BatchLoader } from "../../core/db/batch-loader.ts";
import { TtlCache } from "../../core/kit/cache.ts";
import { isId } from "../../core/kit/ids.ts";
import { perServer } from "../../core/kit/per-server.ts";
import { MULTI_JACKPOT } from "./pool-money.ts";

/** A pool of three races and more, with its live money. */
export interface MultiPoolRow {
  readonly id: string;
  readonly event_id: string;
  readonly code: MultiPoolCode;
  readonly name: string;
  readonly races: readonly number[];
  readonly race_ids: readonly string[];
  readonly status: "OPEN" | "CLOSED" | PoolStatus;
  readonly rules: RuleSet;
  readonly gross_cents: bigint;
  readonly bets: number;
  readonly jackpot_cents: bigint;
  readonly guarantee_cents: bigint;
  readonly is_paused: boolean;
  /** Bets or money hang on it, or it takes no bets any more. */
  readonly is_used: boolean;
}

/** Whether the newest result of a leg tells official dividends of `pool p`: without it, that result would name nothing. */
const IS_NAMED = `(p.dividends = 'declared' AND EXISTS (SELECT FROM pool_leg k
    CROSS JOIN LATERAL (SELECT w.declared FROM result w WHERE w.race_id = k.race_id ORDER BY w.version DESC LIMIT 1) w
    CROSS JOIN LATERAL jsonb_array_elements(w.declared) e
    WHERE k.pool_id = p.id AND e ->> 'pool' = p.code
      AND coalesce(e ->> 'race_id', p.race_id::text) = p.race_id::text
      AND coalesce(e ->> 'race_id2', p.race_id2::text) = p.race_id2::text))`;

/** Whether a `pool p` can neither change nor be taken away. */
export const IS_USED = `(p.status <> 'OPEN' OR ${IS_NAMED} OR EXISTS (SELECT FROM bet b WHERE b.pool_id = p.id)
    OR EXISTS (SELECT FROM refund_job j WHERE j.pool_id = p.id)
    OR EXISTS (SELECT FROM incident i WHERE i.pool_id = p.id)
    OR EXISTS (SELECT FROM posting l WHERE l.account_id = p.escrow_account))`;

/* Served by pool_single's race, pool_leg's and posting's keys; takes no lock. */
const COLUMNS = `
  SELECT p.id, o.meeting_id AS event_id, p.code, p.name, p.status, s.rules, p.guarantee_cents,
    p.paused_by IS NOT NULL AS is_paused, ${IS_USED} AS is_used, g.races, g.race_ids,
    coalesce(l.gross_cents, 0)::bigint AS gross_cents, coalesce(l.bets, 0) AS bets,
    (${MULTI_JACKPOT})::bigint AS jackpot_cents
  FROM pool p JOIN race o ON o.id = p.race_id
  JOIN rule_set s ON s.name = p.rule_set AND s.version = p.rule_set_version
  CROSS JOIN LATERAL (SELECT array_agg(r.number::integer ORDER BY k.leg) AS races, array_agg(r.id ORDER BY k.leg) AS race_ids
    FROM pool_leg k JOIN race r ON r.id = k.race_id WHERE k.pool_id = p.id) g
  LEFT JOIN pool_live l ON l.pool_id = p.id
  WHERE p.name IS NOT NULL`;
const IN_ORDER = "ORDER BY o.start_time, p.code, p.name, p.id";

export const listMultiPoolsOf = manyRows<MultiPoolRow, [meetingIds: readonly string[]]>(
  `${COLUMNS} AND o.meeting_id = ANY ($1) ${IN_ORDER}`,
);

const READ = `${COLUMNS} AND p.id = $1`;

export async function readMultiPool(db: Queryable, id: string): Promise<MultiPoolRow | null> {
  const { rows } = await db.query<MultiPoolRow>(READ, [id]);
  return rows[0] ?? null;
}

/** What a bet needs of its pool; its races never change. */
export interface BetsMultiPool {
  readonly poolId: string;
  readonly code: MultiPoolCode;
  readonly raceIds: readonly string[];
}

const TTL_MS = 1000;
const cacheOf = perServer(() => new TtlCache<BetsMultiPool | null>(TTL_MS));
const loaderOf = perServer(
  ({ db }: Pick<AppContext, "db">) =>
    new BatchLoader<BetsMultiPool>(async (ids) => {
      const { rows } = await db.bets.query<BetsMultiPool>(
        `SELECT p.id AS "poolId", p.code,
           (SELECT array_agg(k.race_id ORDER BY k.leg) FROM pool_leg k WHERE k.pool_id = p.id) AS "raceIds"
         FROM pool p WHERE p.id = ANY ($1::uuid[]) AND p.name IS NOT NULL`,
        [ids],
      );
      return new Map(rows.map((row) => [row.poolId, row]));
    }),
);

/** A pool over three races and more for a bet, or null. Read on the bets' connections. */
export async function findMultiPool(
  ctx: Pick<AppContext, "db">,
  id: string,
): Promise<BetsMultiPool | null> {
  if (!isId(id)) return null;
  return await cacheOf(ctx).get(id, async () => await loaderOf(ctx).get(id));
}

export function toMultiPoolLine(row: MultiPoolRow): MultiPoolLine {
  return {
    multi_pool_id: row.id,
    code: row.code,
    name: row.name,
    races: [...row.races],
    status: row.status,
    gross_cents: wireCents(row.gross_cents),
    jackpot_cents: wireCents(row.jackpot_cents),
    guarantee_cents: wireCents(row.guarantee_cents),
  };
}
