import type { PayoutFormat } from "@club/domain";
import type { Queryable } from "../../core/db/connect.ts";
import type { HoldFacts } from "./withdrawal-rules.ts";

export interface PayoutFileRow {
  id: string;
  number: bigint;
  format: PayoutFormat;
  status: "made" | "sent" | "dropped";
  items: number;
  total_cents: bigint;
  paid: number;
  pay_on: string;
  sha256: Buffer;
  made_by: string;
  made_at: Date;
  decided_by: string | null;
  decided_at: Date | null;
  reason: string | null;
}

const FILE = `
  SELECT f.id, f.number, f.format, f.status, f.items, f.total_cents, f.pay_on::text AS pay_on, f.sha256, m.user_name AS made_by,
    f.made_at, d.user_name AS decided_by, f.decided_at, f.reason,
    (SELECT count(*)::integer FROM payout_item i JOIN withdrawal w ON w.id = i.withdrawal_id
     WHERE i.file_id = f.id AND w.status = 'paid') AS paid
  FROM payout_file f JOIN operator m ON m.id = f.made_by LEFT JOIN operator d ON d.id = f.decided_by`;
const FILES = `${FILE} ORDER BY f.id DESC LIMIT 100`;
const ONE = `${FILE} WHERE f.id = $1`;

/** The newest hundred files. Served by the primary key. */
export async function listPayoutFiles(db: Queryable): Promise<PayoutFileRow[]> {
  return (await db.query<PayoutFileRow & Record<string, unknown>>(FILES)).rows;
}

export async function readPayoutFile(db: Queryable, id: string): Promise<PayoutFileRow | null> {
  return (await db.query<PayoutFileRow & Record<string, unknown>>(ONE, [id])).rows[0] ?? null;
}

/** Locks the file's row for the rest of the transaction; false: there is none. */
export async function lockPayoutFile(tx: Queryable, id: string): Promise<boolean> {
  const { rows } = await tx.query("SELECT FROM payout_file WHERE id = $1 FOR UPDATE", [id]);
  return rows.length > 0;
}

/** The file as it was made, sealed. */
export async function readPayoutContent(db: Queryable, id: string): Promise<Buffer | null> {
  const { rows } = await db.query<{ content_cipher: Buffer }>(
    "SELECT content_cipher FROM payout_file WHERE id = $1",
    [id],
  );
  return rows[0]?.content_cipher ?? null;
}

/** The next file number, the moment, and the club's day. A failed file leaves a gap. */
export async function nextPayoutNumber(
  tx: Queryable,
): Promise<{ number: bigint; now: Date; today: string }> {
  const { rows } = await tx.query<{ number: bigint; now: Date; today: string }>(
    `SELECT nextval(pg_get_serial_sequence('payout_file', 'number')) AS number, club_now_ms() AS now,
       (club_now() AT TIME ZONE time_zone)::date::text AS today FROM club`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error("there is a club");
  return row;
}

export interface NewPayoutFile {
  readonly id: string;
  readonly number: bigint;
  readonly format: PayoutFormat;
  readonly cipher: Buffer;
  readonly sha256: Buffer;
  readonly totalCents: bigint;
  readonly payOn: string;
  readonly by: string;
  readonly items: readonly { withdrawalId: string; amountCents: bigint; hash: Buffer }[];
}

/** Writes a file with its withdrawals. The caller holds the players' locks and looked at each. */
export async function insertPayoutFile(tx: Queryable, file: NewPayoutFile): Promise<void> {
  await tx.query(
    `INSERT INTO payout_file (id, number, format, content_cipher, sha256, items, total_cents, pay_on, made_by)
     OVERRIDING SYSTEM VALUE VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      file.id,
      file.number,
      file.format,
      file.cipher,
      file.sha256,
      file.items.length,
      file.totalCents,
      file.payOn,
      file.by,
    ],
  );
  await tx.query(
    `INSERT INTO payout_item (file_id, withdrawal_id, amount_cents, account_hash)
     SELECT $1, i.id, i.amount, i.hash FROM unnest($2::uuid[], $3::bigint[], $4::bytea[]) i (id, amount, hash)`,
    [
      file.id,
      file.items.map((item) => item.withdrawalId),
      file.items.map((item) => item.amountCents),
      file.items.map((item) => item.hash),
    ],
  );
}

/** Sends or drops a file; dropped, it frees its withdrawals. The caller holds the file's lock. */
export async function decidePayoutFile(
  tx: Queryable,
  end: { id: string; status: "sent" | "dropped"; by: string; reason: string | null },
): Promise<void> {
  await tx.query(
    `UPDATE payout_file SET status = $2, decided_by = $3, decided_at = club_now_ms(), reason = $4 WHERE id = $1`,
    [end.id, end.status, end.by, end.reason],
  );
  if (end.status === "dropped") {
    await tx.query("UPDATE payout_item SET is_live = false WHERE file_id = $1", [end.id]);
  }
}

/** What holds a file back: password resets of players in it, and cases of their payments. */
export async function readFileHolds(db: Queryable, fileId: string): Promise<HoldFacts> {
  const { rows } = await db.query<HoldFacts & Record<string, unknown>>(
    `SELECT club_now_ms() AS now, max(reset_until(p.password_reset_at)) AS reset_until,
       coalesce(bool_or(withdrawals_frozen(p.id)), false) AS is_frozen
     FROM payout_item i JOIN withdrawal w ON w.id = i.withdrawal_id JOIN player p ON p.id = w.player_id
     WHERE i.file_id = $1 AND i.is_live`,
    [fileId],
  );
  const [row] = rows;
  if (row === undefined) throw new Error("an aggregate has a row");
  return row;
}

/** Withdrawals of a file that the bank has not paid yet. */
export async function listUnpaid(db: Queryable, fileId: string): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `SELECT w.id FROM payout_item i JOIN withdrawal w ON w.id = i.withdrawal_id
     WHERE i.file_id = $1 AND w.status = 'approved' ORDER BY w.id`,
    [fileId],
  );
  return rows.map(({ id }) => id);
}

/** Whether one of a file's withdrawals belongs to the operator's own player account. */
export async function isOwnInFile(tx: Queryable, fileId: string, by: string): Promise<boolean> {
  const { rows } = await tx.query(
    `SELECT FROM operator o JOIN withdrawal w ON w.player_id = o.player_id
     JOIN payout_item i ON i.withdrawal_id = w.id WHERE o.id = $2 AND i.file_id = $1 LIMIT 1`,
    [fileId, by],
  );
  return rows.length > 0;
}

/** Locks the players of some withdrawals, in order of id. */
export async function lockOwners(tx: Queryable, withdrawalIds: readonly string[]): Promise<void> {
  await tx.query(
    `SELECT FROM wallet WHERE player_id IN (SELECT player_id FROM withdrawal WHERE id = ANY ($1))
     ORDER BY player_id FOR NO KEY UPDATE`,
    [withdrawalIds],
  );
}
