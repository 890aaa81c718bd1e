import type { PayoutFormat } from "@club/domain";
import type { Queryable } from "../../core/db/connect.ts";
import {
  command,
  hasRow,
  manyRows,
  manyValues,
  oneRow,
  oneValue,
  theRow,
} from "../../core/db/statements.ts";
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

/** The newest hundred files. Served by the primary key. */
export const listPayoutFiles = manyRows<PayoutFileRow>(`${FILE} ORDER BY f.id DESC LIMIT 100`);

export const readPayoutFile = oneRow<PayoutFileRow, [id: string]>(`${FILE} WHERE f.id = $1`);

/** Locks the file's row for the rest of the transaction; false: there is none. */
export const lockPayoutFile = hasRow<[id: string]>(
  "SELECT FROM payout_file WHERE id = $1 FOR UPDATE",
);

/** The file as it was made, sealed. */
export const readPayoutContent = oneValue<Buffer, [id: string]>(
  "SELECT content_cipher FROM payout_file WHERE id = $1",
);

/** The next file number, the moment, and the club's day. A failed file leaves a gap. */
export const nextPayoutNumber = theRow<{ number: bigint; now: Date; today: string }>(
  `SELECT nextval(pg_get_serial_sequence('payout_file', 'number')) AS number, club_now_ms() AS now,
     (club_now() AT TIME ZONE time_zone)::date::text AS today FROM club`,
);

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
export const readFileHolds = theRow<HoldFacts, [fileId: string]>(
  `SELECT club_now_ms() AS now, max(reset_until(p.password_reset_at)) AS reset_until,
     coalesce(bool_or(withdrawals_frozen(p.id)), false) AS is_frozen
   FROM payout_item i JOIN withdrawal w ON w.id = i.withdrawal_id JOIN player p ON p.id = w.player_id
   WHERE i.file_id = $1 AND i.is_live`,
);

/** Withdrawals of a file that the bank has not paid yet. */
export const listUnpaid = manyValues<string, [fileId: string]>(
  `SELECT w.id FROM payout_item i JOIN withdrawal w ON w.id = i.withdrawal_id
   WHERE i.file_id = $1 AND w.status = 'approved' ORDER BY w.id`,
);

/** Whether one of a file's withdrawals belongs to the operator's own player account. */
export const isOwnInFile = hasRow<[fileId: string, by: string]>(
  `SELECT FROM operator o JOIN withdrawal w ON w.player_id = o.player_id
   JOIN payout_item i ON i.withdrawal_id = w.id WHERE o.id = $2 AND i.file_id = $1 LIMIT 1`,
);

/** Locks the players of some withdrawals, in order of id. */
export const lockOwners = command<[withdrawalIds: readonly string[]]>(
  `SELECT FROM wallet WHERE player_id IN (SELECT player_id FROM withdrawal WHERE id = ANY ($1))
   ORDER BY player_id FOR NO KEY UPDATE`,
);
