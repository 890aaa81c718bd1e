import type { TopUpStatus } from "@club/contract";
import type { Queryable } from "../db/connect.ts";

export interface TopUpRow {
  id: string;
  player_id: string;
  method: string;
  amount_cents: bigint;
  status: TopUpStatus;
  reference: string;
  created_at: Date;
  decided_at: Date | null;
  reason: string | null;
}

export interface OperatorTopUpRow extends TopUpRow {
  user_name: string;
  full_name: string | null;
  decided_by: string | null;
}

/** One page of a player's top-ups, newest first. Served by top_up_player; takes no lock. */
export async function listPlayerTopUps(
  db: Queryable,
  playerId: string,
  page: { status: TopUpStatus | undefined; before: string | undefined; limit: number },
): Promise<TopUpRow[]> {
  const { rows } = await db.query<TopUpRow>(
    `SELECT id, player_id, method, amount_cents, status, reference, created_at, decided_at, reason
     FROM top_up WHERE player_id = $1 AND ($2::text IS NULL OR status = $2)
       AND ($3::uuid IS NULL OR id < $3)
     ORDER BY id DESC LIMIT $4`,
    [playerId, page.status ?? null, page.before ?? null, page.limit],
  );
  return rows;
}

/** One page of everybody's top-ups, newest first. `statuses` empty: all. Served by top_up_status. */
export async function listAllTopUps(
  db: Queryable,
  page: { statuses: readonly TopUpStatus[]; before: string | undefined; limit: number },
): Promise<OperatorTopUpRow[]> {
  const { rows } = await db.query<OperatorTopUpRow>(
    `SELECT t.id, t.player_id, t.method, t.amount_cents, t.status, t.reference, t.created_at,
       t.decided_at, t.reason, p.user_name, p.full_name, o.user_name AS decided_by
     FROM top_up t JOIN player p ON p.id = t.player_id LEFT JOIN operator o ON o.id = t.decided_by
     WHERE (cardinality($1::text[]) = 0 OR t.status = ANY ($1)) AND ($2::uuid IS NULL OR t.id < $2)
     ORDER BY t.id DESC LIMIT $3`,
    [page.statuses, page.before ?? null, page.limit],
  );
  return rows;
}

/** How many top-ups wait for an operator. Served by top_up_status. */
export async function countWaiting(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ waiting: number }>(
    "SELECT count(*)::integer AS waiting FROM top_up WHERE status IN ('created', 'submitted')",
  );
  return rows[0]?.waiting ?? 0;
}

/** Whose top-up it is, or null. Read before the player's lock is taken: the owner never changes. */
export async function findOwner(db: Queryable, topUpId: string): Promise<string | null> {
  const { rows } = await db.query<{ player_id: string }>(
    "SELECT player_id FROM top_up WHERE id = $1",
    [topUpId],
  );
  return rows[0]?.player_id ?? null;
}

/** One top-up as the console shows it, or null. The caller holds the player's lock when it decides. */
export async function readTopUp(tx: Queryable, topUpId: string): Promise<OperatorTopUpRow | null> {
  const { rows } = await tx.query<OperatorTopUpRow>(
    `SELECT t.id, t.player_id, t.method, t.amount_cents, t.status, t.reference, t.created_at,
       t.decided_at, t.reason, p.user_name, p.full_name, o.user_name AS decided_by
     FROM top_up t JOIN player p ON p.id = t.player_id LEFT JOIN operator o ON o.id = t.decided_by
     WHERE t.id = $1`,
    [topUpId],
  );
  return rows[0] ?? null;
}

/** Adds a top-up. The caller holds the player's lock and checked the limits. */
export async function insertTopUp(
  tx: Queryable,
  row: Pick<TopUpRow, "id" | "player_id" | "method" | "amount_cents" | "reference">,
): Promise<TopUpRow> {
  const { rows } = await tx.query<TopUpRow>(
    `INSERT INTO top_up (id, player_id, method, amount_cents, reference, status)
     VALUES ($1, $2, $3, $4, $5, 'created')
     RETURNING id, player_id, method, amount_cents, status, reference, created_at, decided_at, reason`,
    [row.id, row.player_id, row.method, row.amount_cents, row.reference],
  );
  const [added] = rows;
  if (added === undefined) throw new Error("an insert returns its row");
  return added;
}

/** Writes an operator's decision. The caller holds the player's lock and saw that it waits. */
export async function decideRow(
  tx: Queryable,
  decision: { id: string; status: "approved" | "rejected"; by: string; reason: string | null },
): Promise<void> {
  await tx.query(
    `UPDATE top_up SET status = $2, decided_by = $3, reason = $4, decided_at = club_now_ms()
     WHERE id = $1`,
    [decision.id, decision.status, decision.by, decision.reason],
  );
}

/** What the player's deposit limits leave, null without one. The caller holds the player's lock. */
export async function depositRoom(
  tx: Queryable,
  playerId: string,
  withoutTopUp: string | null,
): Promise<bigint | null> {
  const { rows } = await tx.query<{ room: bigint | null }>(
    `SELECT deposit_room($1, club_now_ms(), (SELECT time_zone FROM club), $2) AS room`,
    [playerId, withoutTopUp],
  );
  return rows[0]?.room ?? null;
}

/** The player that an operator is, or null. */
export async function playerOfOperator(tx: Queryable, operatorId: string): Promise<string | null> {
  const { rows } = await tx.query<{ player_id: string | null }>(
    "SELECT player_id FROM operator WHERE id = $1",
    [operatorId],
  );
  return rows[0]?.player_id ?? null;
}

/** The newest version of a setting of the club, or null. Served by the primary key. */
export async function readSetting(db: Queryable, name: string): Promise<unknown> {
  const { rows } = await db.query<{ value: unknown }>(
    "SELECT value FROM setting WHERE name = $1 ORDER BY version DESC LIMIT 1",
    [name],
  );
  return rows[0]?.value ?? null;
}
