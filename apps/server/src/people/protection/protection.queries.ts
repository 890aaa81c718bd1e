import type { Bar } from "@club/contract";
import type { Queryable } from "../../core/db/connect.ts";
import { command, manyRows, oneRow, oneValue } from "../../core/db/statements.ts";

/** A player's protection as stored in the row. */
export interface ProtectionRow {
  /** Null also once a time-out is over. */
  bar: Bar | null;
  bar_from: Date | null;
  /** Null: for good. */
  bar_until: Date | null;
  is_over: boolean;
  return_from: Date | null;
  return_limits: unknown;
  review: "phone" | "account" | "identity" | null;
  reality_minutes: 15 | 30 | 45 | 60;
  marketing: boolean;
  limits_review_due: boolean;
  identity_checked_at: Date | null;
}

const READ = `
  SELECT CASE WHEN bar = 'time_out' AND bar_until <= club_now() THEN NULL ELSE bar END AS bar, bar_from,
    nullif(bar_until, 'infinity') AS bar_until, coalesce(bar_until <= club_now(), false) AS is_over, return_from,
    return_limits, review, reality_minutes, marketing, identity_checked_at,
    limits_reviewed_at < club_now() - interval '6 months' AS limits_review_due
  FROM player WHERE id = $1`;

/** Null for no such player. Served by the primary key; takes no lock. */
export const readProtectionRow = oneRow<ProtectionRow, [playerId: string]>(READ);

/** Logs what the player chose or was told. */
export async function writeLog(
  tx: Queryable,
  playerId: string,
  line: { kind: string; detail?: object },
): Promise<void> {
  await tx.query("INSERT INTO protection_log (player_id, kind, detail) VALUES ($1, $2, $3)", [
    playerId,
    line.kind,
    JSON.stringify(line.detail ?? {}),
  ]);
}

/**
 * Sets a bar; it never ends earlier than one that is already in force. The caller holds the
 * player's lock.
 */
export const writeBar = oneValue<
  Date,
  { bar: Bar; days: number; months: number | null },
  [playerId: string]
>(
  `UPDATE player SET bar = $2, marketing = false, return_from = NULL, return_limits = NULL,
       bar_from = CASE WHEN bar = $2 AND bar_until > club_now() THEN bar_from ELSE club_now_ms() END,
       bar_until = greatest(bar_until, CASE WHEN $4::int IS NULL THEN 'infinity'
         ELSE club_now_ms() + make_interval(months => $4, days => $3) END)
     WHERE id = $1 RETURNING nullif(bar_until, 'infinity') AS until`,
  ["bar", "days", "months"],
);

/**
 * Of somebody whom a register names: how long his own exclusion lasts whatever the register says
 * later. The caller holds the player's lock.
 */
export const keepOwnEnd = command<{ months: number | null }, [playerId: string]>(
  `UPDATE exclusion_watch SET own_until = greatest(own_until, CASE WHEN $2::int IS NULL THEN 'infinity'
       ELSE club_now_ms() + make_interval(months => $2) END)
     WHERE player_id = $1 AND is_barred`,
  ["months"],
);

/** Records the request to come back; it is to be confirmed after 24 hours. */
export async function writeReturn(
  tx: Queryable,
  playerId: string,
  limits: readonly object[],
): Promise<void> {
  await tx.query(
    `UPDATE player SET return_from = club_now_ms() + interval '24 hours', return_limits = $2 WHERE id = $1`,
    [playerId, JSON.stringify(limits)],
  );
}

/** Ends an exclusion whose time is over; what a register said of it is over too. */
export const clearBar = command<
  [playerId: string]
>(`WITH w AS (DELETE FROM exclusion_watch WHERE player_id = $1 AND is_barred)
     UPDATE player SET bar = NULL, bar_from = NULL, bar_until = NULL, return_from = NULL, return_limits = NULL
     WHERE id = $1`);

export interface LogRow {
  id: bigint;
  at: Date;
  kind: string;
  detail: Record<string, unknown>;
}

/** Newest first. Served by protection_log_player. */
export const listLog = manyRows<
  LogRow,
  { before: bigint | undefined; limit: number },
  [playerId: string]
>(
  `SELECT id, at, kind, detail FROM protection_log
     WHERE player_id = $1 AND ($2::bigint IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`,
  ["before", "limit"],
);
