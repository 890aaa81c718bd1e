import type { DaySign } from "@club/contract";
import type { Queryable } from "../../core/db/connect.ts";

export type PoolSign = Omit<DaySign, "at">;

/** Pools below this are too small to mean anything. */
const LEAST_POOL_CENTS = 10_000;
const LEAST_JUMP_CENTS = 20_000;
/** Races are watched from this long before their start. */
const AHEAD_MINUTES = 30;

const NEAR = `SELECT p.id AS pool_id, p.code AS pool, r.id AS race_id, r.number AS "raceNo", m.name AS meetings,
    l.gross_cents
  FROM race r JOIN meeting m ON m.id = r.meeting_id JOIN pool p ON p.race_id = r.id
  JOIN pool_live l ON l.pool_id = p.id
  WHERE r.status = 'open' AND r.start_time < club_now() + make_interval(mins => $1) AND l.gross_cents >= $2`;

const HEAVY_HANDS = `SELECT 'one_player' AS kind, n.pool_id, n.pool, n.race_id, n."raceNo", n.meetings,
       n.gross_cents::float8 AS gross_cents, t.cents::float8 AS cents, t.player_id
     FROM (${NEAR}) n CROSS JOIN LATERAL (
       SELECT b.player_id, sum(b.cents) AS cents FROM (
         SELECT player_id, cost_cents - cost2_cents AS cents FROM bet WHERE pool_id = n.pool_id
         UNION ALL SELECT player_id, cost2_cents FROM bet WHERE pool_id2 = n.pool_id) b
       GROUP BY b.player_id ORDER BY cents DESC, b.player_id LIMIT 1) t
     WHERE t.cents * 2 > n.gross_cents ORDER BY t.cents DESC`;
const JUMPS = `SELECT 'pool_jump' AS kind, n.pool_id, n.pool, n.race_id, n."raceNo", n.meetings,
       n.gross_cents::float8 AS gross_cents, t.cents::float8 AS cents, NULL AS player_id
     FROM (${NEAR}) n CROSS JOIN LATERAL (
       SELECT coalesce(sum(cost_cents - cost2_cents), 0) AS cents FROM bet
       WHERE pool_id = n.pool_id AND id >= uuid_floor(club_now() - interval '70 seconds')
         AND accepted_at > club_now() - interval '60 seconds') t
     WHERE t.cents >= $3 AND t.cents < n.gross_cents AND t.cents * 4 >= n.gross_cents - t.cents
       AND n.gross_cents - t.cents >= $2
     ORDER BY t.cents DESC`;

/** Pools with over half by one player. By race_due, pool_race, bet_pool_id, bet_pool2_id. */
export async function readHeavyHands(db: Queryable): Promise<PoolSign[]> {
  const { rows } = await db.query<PoolSign>(HEAVY_HANDS, [AHEAD_MINUTES, LEAST_POOL_CENTS]);
  return rows;
}

/** Pools that grew by a quarter or more in the last minute. The range of ids bounds the read. */
export async function readJumps(db: Queryable): Promise<PoolSign[]> {
  const { rows } = await db.query<PoolSign>(JUMPS, [
    AHEAD_MINUTES,
    LEAST_POOL_CENTS,
    LEAST_JUMP_CENTS,
  ]);
  return rows;
}
