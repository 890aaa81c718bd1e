import type { Queryable } from "../../core/db/connect.ts";

export interface ReconcileRow {
  now: Date;
  ledger_cents: bigint;
  bank_cents: bigint;
  joined_cents: bigint;
  joined: number;
  explained_cents: bigint;
  explained: number;
  open_cents: bigint;
  open: number;
  noted_cents: bigint;
  noted: number;
  unseen_cents: bigint;
  unseen: number;
  joined_entries_cents: bigint;
  closing_cents: bigint | null;
  closing_day: string | null;
  last_import_at: Date | null;
}

const SUMS = `
  SELECT club_now_ms() AS now,
    (SELECT coalesce(-sum(p.amount_cents), 0)::bigint FROM account a JOIN posting p ON p.account_id = a.id
     WHERE a.kind = 'bank_clearing') AS ledger_cents,
    b.*, e.*, c.closing_cents, c.closing_day::text AS closing_day,
    (SELECT max(imported_at) FROM bank_import) AS last_import_at
  FROM (SELECT coalesce(sum(amount_cents), 0)::bigint AS bank_cents,
      coalesce(sum(amount_cents) FILTER (WHERE status IN ('matched', 'booked')), 0)::bigint AS joined_cents,
      count(*) FILTER (WHERE status IN ('matched', 'booked'))::integer AS joined,
      coalesce(sum(amount_cents) FILTER (WHERE status = 'explained'), 0)::bigint AS explained_cents,
      count(*) FILTER (WHERE status = 'explained')::integer AS explained,
      coalesce(sum(amount_cents) FILTER (WHERE status = 'open'), 0)::bigint AS open_cents,
      count(*) FILTER (WHERE status = 'open')::integer AS open
    FROM bank_line) b
  CROSS JOIN (SELECT
      coalesce(sum(bank_cents) FILTER (WHERE line_id IS NOT NULL), 0)::bigint AS joined_entries_cents,
      coalesce(sum(bank_cents) FILTER (WHERE line_id IS NULL AND note IS NOT NULL), 0)::bigint AS noted_cents,
      count(*) FILTER (WHERE line_id IS NULL AND note IS NOT NULL)::integer AS noted,
      coalesce(sum(bank_cents) FILTER (WHERE line_id IS NULL AND note IS NULL), 0)::bigint AS unseen_cents,
      count(*) FILTER (WHERE line_id IS NULL AND note IS NULL)::integer AS unseen
    FROM bank_entry) e
  LEFT JOIN LATERAL (SELECT closing_cents, closing_day FROM bank_import WHERE closing_cents IS NOT NULL
    ORDER BY closing_day DESC, id DESC LIMIT 1) c ON true`;

/** Both sides at one moment. Reads every entry of the club's bank account. */
export async function readSums(tx: Queryable): Promise<ReconcileRow> {
  const { rows } = await tx.query<ReconcileRow & Record<string, unknown>>(SUMS);
  const [row] = rows;
  if (row === undefined) throw new Error("sums have a row");
  return row;
}

export interface UnseenRow {
  entry_id: string;
  at: Date;
  kind: string;
  reference: string | null;
  user_name: string | null;
  method: string | null;
  bank_cents: bigint;
  note: string | null;
}

/** The oldest entries that are on no statement, those without a note first. */
export async function listUnseen(tx: Queryable, limit: number): Promise<UnseenRow[]> {
  const { rows } = await tx.query<UnseenRow & Record<string, unknown>>(
    `SELECT b.entry_id, b.at, b.kind, b.reference, p.user_name, b.method, b.bank_cents, b.note
     FROM bank_entry b LEFT JOIN player p ON p.id = b.player_id
     WHERE b.line_id IS NULL ORDER BY b.note IS NOT NULL, b.posting_id LIMIT $1`,
    [limit],
  );
  return rows;
}

/** Whether an entry moved the bank and is on no statement. */
export async function isUnseen(tx: Queryable, entryId: string): Promise<boolean> {
  const { rows } = await tx.query(
    "SELECT FROM bank_entry WHERE entry_id = $1 AND line_id IS NULL",
    [entryId],
  );
  return rows.length > 0;
}

/** Saves the note that explains it; a later note replaces it. */
export async function writeNote(
  tx: Queryable,
  note: { entryId: string; note: string; by: string },
): Promise<void> {
  await tx.query(
    `INSERT INTO bank_entry_note (entry_id, note, noted_by) VALUES ($1, $2, $3)
     ON CONFLICT (entry_id) DO UPDATE SET note = excluded.note, noted_by = excluded.noted_by, noted_at = club_now_ms()`,
    [note.entryId, note.note, note.by],
  );
}
