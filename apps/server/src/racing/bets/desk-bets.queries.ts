import type { DESK_ORDER_SORTS } from "@club/contract";
import { sortedRows, type Sorts } from "../../core/db/sorted-rows.ts";

export interface DeskBetRow {
  readonly id: string;
  readonly bet_type: number;
  readonly status: string;
  readonly cost_cents: bigint;
  readonly payout_cents: bigint;
  readonly refund_cents: bigint;
  readonly accepted_at: Date;
  readonly race_id: string;
  readonly meetings: string;
  readonly race_no: number;
  readonly selections: string;
  readonly player_id: string;
  readonly user_name: string;
}

export interface DeskBetFilter {
  /** The player, or the race. */
  readonly of: string;
  readonly status: string | null;
  readonly pool: string | null;
  readonly leastCents: number | null;
  readonly mostCents: number | null;
}
const MEMBERS = ["of", "status", "pool", "leastCents", "mostCents"] as const;

type DeskBetSort = (typeof DESK_ORDER_SORTS)[number];
/** Money sorts all bets of the race or the player: an index of amounts would be written with each bet. */
const SORTS: Sorts<DeskBetSort> = {
  id: "b.id",
  keys: {
    at: "id",
    cost: { sql: "b.cost_cents", type: "bigint", as: "cost_cents" },
    paid: { sql: "b.payout_cents", type: "bigint", as: "payout_cents" },
  },
  standard: "-at",
};

const COLUMNS = `b.id, b.bet_type, b.status, b.cost_cents, b.payout_cents, b.refund_cents, b.accepted_at, b.race_id,
  b.selections, b.player_id`;
const NAMED = `SELECT b.*, m.name AS meetings, r.number AS race_no, u.user_name`;
const NAMES = `JOIN race r ON r.id = b.race_id JOIN meeting m ON m.id = r.meeting_id JOIN player u ON u.id = b.player_id`;
const FITS = `($2::text IS NULL OR b.status = $2) AND ($4::bigint IS NULL OR b.cost_cents >= $4)
  AND ($5::bigint IS NULL OR b.cost_cents <= $5)`;

/** Served by bet_player_id_id. */
export const listBetsOfPlayer = sortedRows<DeskBetRow, DeskBetFilter, DeskBetSort>(
  SORTS,
  MEMBERS,
  ({ after, order }) => `${NAMED} FROM (
     SELECT ${COLUMNS} FROM order_view b
     WHERE b.player_id = $1 AND ${FITS} AND ${after}
       AND ($3::text IS NULL OR EXISTS (SELECT FROM pool q WHERE q.id IN (b.pool_id, b.pool_id2) AND q.code = $3))
     ${order}
   ) b ${NAMES} ${order}`,
);

/**
 * A page's worth of each pool in which the race is, by bet_pool_id and bet_pool2_id. The second pool
 * of a bet counts only where a pool is asked for: it would stand here twice.
 */
export const listBetsOfRace = sortedRows<DeskBetRow, DeskBetFilter, DeskBetSort>(
  SORTS,
  MEMBERS,
  ({ after, order }) => `${NAMED} FROM (
     SELECT b.* FROM pool q CROSS JOIN LATERAL (
       (SELECT ${COLUMNS} FROM bet_view b WHERE b.pool_id = q.id AND ${FITS} AND ${after} ${order})
       UNION ALL
       (SELECT ${COLUMNS} FROM bet_view b WHERE $3::text IS NOT NULL AND b.pool_id2 = q.id AND ${FITS} AND ${after}
        ${order})
     ) b
     WHERE ($1 IN (q.race_id, q.race_id2) OR EXISTS (SELECT FROM pool_leg l WHERE l.pool_id = q.id AND l.race_id = $1))
       AND ($3::text IS NULL OR q.code = $3)
     ${order}
   ) b ${NAMES} ${order}`,
);
