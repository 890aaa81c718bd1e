import { approximateDividends, isRunnerPool, type PoolCode, type RuleSet } from "@club/domain";
import type { Queryable } from "../../core/db/connect.ts";
import { wireCents } from "../../core/http/wire.ts";

export interface PoolOdds {
  readonly pool: PoolCode;
  readonly pool_id: string;
  readonly race_id2: string | null;
  readonly status: string;
  readonly gross_cents: number;
  readonly bets: number;
  /** WIN and PLACE: what each backed runner would pay now, in cents per 1.00; others: empty. */
  readonly approximates: Readonly<Record<string, number>>;
}

export interface RaceOdds {
  readonly race_id: string;
  readonly pools: readonly PoolOdds[];
}

interface PoolRow {
  race_id: string;
  race_id2: string | null;
  pool_id: string;
  code: PoolCode;
  status: string;
  rules: RuleSet;
  handicap: boolean;
  runners: number[];
  scratched: number[];
  stakes: Record<string, number>;
  gross_cents: bigint;
  bets: number;
}

/**
 * Folded totals and approximate dividends of every pool of the races that these pools belong to.
 * Reads pools by race and totals by primary key, not the unfolded deltas; takes no lock.
 */
export async function readOdds(db: Queryable, poolIds: readonly string[]): Promise<RaceOdds[]> {
  const { rows } = await db.query<PoolRow>(
    `SELECT p.race_id, p.race_id2, p.id AS pool_id, p.code, p.status, s.rules, r.handicap,
       (SELECT coalesce(json_agg(n.number ORDER BY n.number), '[]') FROM runner n WHERE n.race_id = r.id) AS runners,
       (SELECT coalesce(json_agg(n.number), '[]') FROM runner n
         WHERE n.race_id = r.id AND n.scratched_at IS NOT NULL) AS scratched,
       (SELECT coalesce(json_object_agg(t.number, t.stakes_cents - coalesce((SELECT sum(v.stakes_cents) FROM pool_void v
           WHERE v.pool_id = t.pool_id AND v.number = t.number), 0)), '{}') FROM pool_total t
         WHERE t.pool_id = p.id) AS stakes,
       greatest(coalesce(l.stakes_cents, 0) - g.gone_cents, 0)::bigint AS gross_cents,
       coalesce(l.bets, 0)::integer AS bets
     FROM pool p JOIN race r ON r.id = p.race_id
     JOIN rule_set s ON s.name = p.rule_set AND s.version = p.rule_set_version
     JOIN pool_gone g ON g.pool_id = p.id
     LEFT JOIN pool_total l ON l.pool_id = p.id AND l.number = 0
     WHERE r.status <> 'draft' AND p.name IS NULL AND p.race_id IN (SELECT q.race_id FROM pool q WHERE q.id = ANY ($1::uuid[]))
     ORDER BY p.race_id, p.id`,
    [poolIds],
  );
  const byRace = Map.groupBy(rows, (row) => row.race_id);
  return [...byRace].map(([race_id, pools]) => ({ race_id, pools: pools.map(toPoolOdds) }));
}

function toPoolOdds(row: PoolRow): PoolOdds {
  const { code, pool_id, race_id2, status, bets } = row;
  return {
    pool: code,
    pool_id,
    race_id2,
    status,
    gross_cents: wireCents(row.gross_cents),
    bets,
    approximates: approximatesOf(row),
  };
}

function approximatesOf({
  code,
  rules,
  handicap,
  runners,
  scratched,
  stakes,
}: PoolRow): Record<string, number> {
  if (!isRunnerPool(code)) return {};
  const stakesByRunner = new Map(
    Object.entries(stakes)
      .filter(([number]) => number !== "0")
      .map(([number, cents]) => [Number(number), BigInt(cents)]),
  );
  const open = { pool: code, rules, handicap, runners, scratched, stakesByRunner } as const;
  return Object.fromEntries(
    approximateDividends(open).flatMap(({ runner, dividendCents }) =>
      dividendCents === null ? [] : [[String(runner), wireCents(dividendCents)]],
    ),
  );
}
