import type { PLAYER_SORTS } from "@club/contract";
import { sortedRows } from "../../core/db/sorted-rows.ts";
import { command, manyRows, oneRow, theRow } from "../../core/db/statements.ts";

type PlayerSort = (typeof PLAYER_SORTS)[number];

export interface PlayerRow {
  id: string;
  user_name: string;
  full_name: string | null;
  status: "active" | "frozen" | "closed";
  is_demo: boolean;
  is_adult: boolean;
  language: string;
  cash_cents: bigint;
  held_cents: bigint;
  bonus_cents: bigint;
  created_at: Date;
}

export interface PlayerSearch {
  /** The beginning of a user name or name, or an id; null: everybody. */
  readonly text: string | null;
  /** Hash of the text, where it may be a phone number. */
  readonly phoneHash: Buffer | null;
  /** Players of the bets that the text matches. */
  readonly bettors: readonly string[];
}

/**
 * Players. A text is compared with all of them, and money sorts all of them: a club's players fit in
 * memory, and an index of balances would be written anew with each bet.
 */
export const findPlayerRows = sortedRows<PlayerRow, PlayerSearch, PlayerSort>(
  {
    id: "p.id",
    keys: {
      name: { sql: "p.user_name_key", type: "text", as: "user_name_key" },
      full: { sql: "coalesce(lower(p.full_name), '')", type: "text", as: "full_name_key" },
      cash: { sql: "w.cash_cents", type: "bigint", as: "cash_cents" },
      held: { sql: "w.held_cents", type: "bigint", as: "held_cents" },
      since: "id",
    },
    standard: "-since",
  },
  ["text", "phoneHash", "bettors"],
  ({ after, order }) => `
    SELECT p.id, p.user_name, p.full_name, p.status, p.is_demo, p.is_adult, p.language, p.created_at,
      w.cash_cents, w.held_cents, w.bonus_cents, p.user_name_key, coalesce(lower(p.full_name), '') AS full_name_key
    FROM player p JOIN wallet w ON w.player_id = p.id
    WHERE ($1::text IS NULL OR p.user_name_key ^@ lower($1) OR lower(p.user_name) ^@ lower($1)
        OR lower(p.full_name) ^@ lower($1) OR p.id::text = lower($1)
        OR p.phone_hash = $2 OR p.id = ANY ($3::uuid[]))
      AND ${after} ${order}`,
);

/** One player, or null. Served by the primary keys. */
export const readPlayer = oneRow<PlayerRow, [playerId: string]>(`
  SELECT p.id, p.user_name, p.full_name, p.status, p.is_demo, p.is_adult, p.language, p.created_at,
    w.cash_cents, w.held_cents, w.bonus_cents
  FROM player p JOIN wallet w ON w.player_id = p.id WHERE p.id = $1`);

export interface OrderRow {
  id: string;
  bet_type: number;
  status: string;
  cost_cents: bigint;
  payout_cents: bigint;
  refund_cents: bigint;
  accepted_at: Date;
  race_id: string;
  meetings: string;
  race_no: number;
  selections: string;
}

/** The newest bets of a player. Served by bet_player_id_id. */
export const readLastOrders = manyRows<OrderRow, [playerId: string, limit: number]>(`
  SELECT b.id, b.bet_type, b.status, b.cost_cents, b.payout_cents, b.refund_cents, b.accepted_at, b.race_id,
    m.name AS meetings, r.number AS race_no, b.selections
  FROM bet_view b JOIN race r ON r.id = b.race_id JOIN meeting m ON m.id = r.meeting_id
  WHERE b.player_id = $1 ORDER BY b.id DESC LIMIT $2`);

/** Bets of a player whose pools are not settled, and their stakes that have not come back. */
export const sumOpenBets = theRow<{ bets: number; stakes_cents: bigint }, [playerId: string]>(`
  SELECT count(*)::integer AS bets, coalesce(sum(b.cost_cents - b.refund_cents), 0)::bigint AS stakes_cents
  FROM pool q JOIN bet_view b ON b.pool_id = q.id AND b.player_id = $1 AND b.status = 'accepted'
  WHERE q.status IN ('OPEN', 'CLOSED')`);

/** Sets the status of a player and says the one before. The caller holds the player's lock. */
export const setPlayerStatus = command<[playerId: string, status: PlayerRow["status"]]>(
  "UPDATE player SET status = $2 WHERE id = $1",
);

/** Ends every session of a player; refresh tokens die with them. Served by session_player. */
export const endSessions = command<[playerId: string]>(`
  UPDATE session SET ended_at = club_now_ms(), end_reason = 'freeze'
  WHERE player_id = $1 AND ended_at IS NULL`);
