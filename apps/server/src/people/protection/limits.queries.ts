import type { LimitKind } from "@club/contract";
import type { LimitPeriod } from "@club/domain";
import type { Queryable } from "../../core/db/connect.ts";
import { command, manyRows } from "../../core/db/statements.ts";

/** A row of a limit; a looser amount that is waiting is in `pending`. */
export interface LimitRow {
  kind: LimitKind;
  period: LimitPeriod;
  amount_cents: bigint | null;
  has_pending: boolean;
  pending_amount_cents: bigint | null;
  pending_from: Date | null;
}

export interface UsedRow {
  period: LimitPeriod;
  resets_at: Date;
  deposit_cents: bigint;
  stake_cents: bigint;
  loss_cents: bigint;
}

/** The instant that a change is judged by: the database's. */
export async function readNow(tx: Queryable): Promise<Date> {
  const { rows } = await tx.query<{ now: Date }>("SELECT club_now_ms() AS now");
  const [row] = rows;
  if (row === undefined) throw new Error("a select without a table has a row");
  return row.now;
}

/** All limits of a player that were ever set. Served by the primary key; takes no lock. */
export const readLimitRows = manyRows<
  LimitRow & { changed_at: Date },
  [playerId: string]
>(`SELECT kind, period, amount_cents, has_pending, pending_amount_cents, pending_from, changed_at
     FROM player_limit WHERE player_id = $1`);

/**
 * What is used of each kind in the current windows: three rows. Served by bet_player_id_id,
 * top_up_player.
 */
export const readUsed = manyRows<UsedRow, [playerId: string]>(
  `SELECT u.* FROM club c CROSS JOIN LATERAL limits_used($1, club_now_ms(), c.time_zone) u`,
);

/** Writes the limit that holds from now on. The caller holds the player's lock. */
export const writeLimit = command<LimitRow, [playerId: string]>(
  `INSERT INTO player_limit (player_id, kind, period, amount_cents, has_pending, pending_amount_cents,
       pending_from, changed_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, club_now_ms())
     ON CONFLICT (player_id, kind, period) DO UPDATE SET amount_cents = excluded.amount_cents,
       has_pending = excluded.has_pending, pending_amount_cents = excluded.pending_amount_cents,
       pending_from = excluded.pending_from, changed_at = excluded.changed_at`,
  ["kind", "period", "amount_cents", "has_pending", "pending_amount_cents", "pending_from"],
);

/** Tells the bet function whether it must look at limits. The caller holds the player's lock. */
export const markLimits = command<
  [playerId: string]
>(`UPDATE player p SET has_stake_limit = l.stake, has_loss_limit = l.loss
     FROM (SELECT count(*) FILTER (WHERE kind = 'stake') > 0 AS stake,
         count(*) FILTER (WHERE kind = 'loss') > 0 AS loss
       FROM player_limit WHERE player_id = $1 AND amount_cents IS NOT NULL) l
     WHERE p.id = $1 AND (p.has_stake_limit, p.has_loss_limit) IS DISTINCT FROM (l.stake, l.loss)`);

/** Makes a limit hold from now on, whatever it was before. The caller holds the player's lock. */
export async function holdLimit(
  tx: Queryable,
  playerId: string,
  limit: { kind: LimitKind; period: LimitPeriod; amountCents: bigint },
): Promise<void> {
  await writeLimit(tx, playerId, {
    kind: limit.kind,
    period: limit.period,
    amount_cents: limit.amountCents,
    has_pending: false,
    pending_amount_cents: null,
    pending_from: null,
  });
}
