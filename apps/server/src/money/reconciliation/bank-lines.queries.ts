import type { BANK_LINE_SORTS, BankLineView } from "@club/contract";
import { parseAmountCents, type BankCandidate } from "@club/domain";
import type { Queryable } from "../../core/db/connect.ts";
import { sortedRows, type SortedList } from "../../core/db/sorted-rows.ts";

type Status = BankLineView["status"];
type Kind = NonNullable<BankLineView["kind"]>;
export type MatchKind = BankCandidate["kind"];

export interface BankLineRow {
  id: string;
  day: string;
  amount_cents: bigint;
  reference: string;
  name: string;
  details: string;
  status: Status;
  kind: Kind | null;
  note: string | null;
  is_sent_back: boolean;
  match_kind: MatchKind | null;
  target_id: string | null;
  decided_by: string | null;
  decided_at: Date | null;
}

const LINE = `
  SELECT l.id, l.day::text AS day, l.amount_cents, l.reference, l.name, l.details, l.status, l.kind, l.note, l.is_sent_back,
    CASE WHEN l.top_up_id IS NOT NULL THEN 'top_up' WHEN l.withdrawal_id IS NOT NULL THEN 'withdrawal'
      WHEN l.payout_file_id IS NOT NULL THEN 'payout_file' END AS match_kind,
    coalesce(l.top_up_id, l.withdrawal_id, l.payout_file_id) AS target_id, o.user_name AS decided_by, l.decided_at
  FROM bank_line l LEFT JOIN operator o ON o.id = l.decided_by`;
const OPEN = `${LINE} WHERE l.status = 'open' ORDER BY l.day, l.id LIMIT $1`;
const ONE = `${LINE} WHERE l.id = $1`;

const sortedLines = sortedRows<
  BankLineRow,
  { status: Status | undefined; text: string | null; cents: bigint | null },
  (typeof BANK_LINE_SORTS)[number]
>(
  {
    id: "l.id",
    keys: {
      day: { sql: "l.day", type: "date", as: "day" },
      amount: { sql: "l.amount_cents", type: "bigint", as: "amount_cents" },
    },
    standard: "-day",
  },
  ["status", "text", "cents"],
  ({ after, order }) => `${LINE}
  WHERE ($1::text IS NULL OR l.status = $1)
    AND ($2::text IS NULL OR strpos(lower(concat_ws(' ', l.reference, l.name, l.details)), lower($2)) > 0
      OR strpos(lower(replace(l.reference, ' ', '')), lower(replace($2, ' ', ''))) > 0 OR abs(l.amount_cents) = $3)
    AND ${after} ${order}`,
);

/**
 * Movements; `text` is part of what the bank said, or an amount. By day served by bank_line_day,
 * filters row by row.
 */
export function listLines(
  db: Queryable,
  asked: { status: Status | undefined; text: string | undefined },
): SortedList<BankLineRow> {
  const text = asked.text?.trim() ?? "";
  if (text === "") return sortedLines(db, { status: asked.status, text: null, cents: null });
  const cents = parseAmountCents(text.replace(",", "."));
  return sortedLines(db, { status: asked.status, text, cents });
}

/** The oldest open movements. Served by bank_line_open. */
export async function listOpenLines(db: Queryable, limit: number): Promise<BankLineRow[]> {
  return (await db.query<BankLineRow & Record<string, unknown>>(OPEN, [limit])).rows;
}

export async function countOpen(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    "SELECT count(*)::integer AS n FROM bank_line WHERE status = 'open'",
  );
  return rows[0]?.n ?? 0;
}

export async function readLine(db: Queryable, id: string): Promise<BankLineRow | null> {
  return (await db.query<BankLineRow & Record<string, unknown>>(ONE, [id])).rows[0] ?? null;
}

/** Locks the line's row for the rest of the transaction; players' locks are taken before it. */
export async function lockLine(tx: Queryable, id: string): Promise<BankLineRow | null> {
  await tx.query("SELECT FROM bank_line WHERE id = $1 FOR UPDATE", [id]);
  return await readLine(tx, id);
}

export interface TargetRow {
  kind: MatchKind;
  id: string;
  amount_cents: bigint;
  reference: string;
  names: string[];
  user_name: string | null;
  full_name: string | null;
  status: string;
}

const TOP_UPS = `
  SELECT 'top_up' AS kind, t.id, t.amount_cents, t.reference, array_remove(ARRAY[p.full_name, k.account_name], NULL) AS names,
    p.user_name, p.full_name, t.status
  FROM top_up t JOIN player p ON p.id = t.player_id LEFT JOIN bank_card k ON k.player_id = p.id`;
const WITHDRAWALS = `
  SELECT 'withdrawal' AS kind, w.id, -w.amount_cents AS amount_cents, w.reference,
    array_remove(ARRAY[p.full_name, k.account_name], NULL) AS names, p.user_name, p.full_name, w.status
  FROM withdrawal w JOIN player p ON p.id = w.player_id LEFT JOIN bank_card k ON k.player_id = p.id`;
const FILES = `
  SELECT 'payout_file' AS kind, f.id, -f.total_cents AS amount_cents, 'HC-PAY-' || f.number AS reference,
    ARRAY[]::text[] AS names, NULL AS user_name, NULL AS full_name, f.status
  FROM payout_file f`;

const CANDIDATES = `
  (${TOP_UPS} WHERE t.status IN ('created', 'submitted') AND t.method = 'bank_transfer')
  UNION ALL (${TOP_UPS} WHERE t.status = 'approved' AND t.method = 'bank_transfer'
    AND t.decided_at > club_now() - interval '60 days' AND NOT EXISTS (SELECT FROM bank_line l WHERE l.top_up_id = t.id))
  UNION ALL (${WITHDRAWALS} LEFT JOIN payout_item i ON i.withdrawal_id = w.id AND i.is_live
    LEFT JOIN payout_file f ON f.id = i.file_id
    WHERE (w.status = 'approved' AND f.status IS DISTINCT FROM 'made'
        OR w.status = 'paid' AND w.ended_at > club_now() - interval '60 days')
      AND NOT EXISTS (SELECT FROM bank_line l WHERE l.withdrawal_id = w.id OR l.payout_file_id = f.id))
  UNION ALL (${FILES} WHERE f.status = 'sent' AND NOT EXISTS (SELECT FROM bank_line l WHERE l.payout_file_id = f.id)
    AND NOT EXISTS (SELECT FROM payout_item i JOIN bank_line l ON l.withdrawal_id = i.withdrawal_id
      WHERE i.file_id = f.id AND i.is_live))`;
const TARGETS = `
  (${TOP_UPS} WHERE t.id = ANY ($1)) UNION ALL (${WITHDRAWALS} WHERE w.id = ANY ($1))
  UNION ALL (${FILES} WHERE f.id = ANY ($1))`;

/** What a movement could be: announced or booked lately, and on no statement yet. */
export async function listCandidates(db: Queryable): Promise<TargetRow[]> {
  return (await db.query<TargetRow & Record<string, unknown>>(CANDIDATES)).rows;
}

/** What these movements were matched to. Served by the primary keys. */
export async function readTargets(db: Queryable, ids: readonly string[]): Promise<TargetRow[]> {
  if (ids.length === 0) return [];
  return (await db.query<TargetRow & Record<string, unknown>>(TARGETS, [ids])).rows;
}

/**
 * Whether another movement is matched to it already, or to the file that a withdrawal left with, or to
 * one of a file's. Served by the unique columns.
 */
export async function isTargetTaken(db: Queryable, targetId: string): Promise<boolean> {
  const { rows } = await db.query(
    `SELECT FROM bank_line WHERE top_up_id = $1 OR withdrawal_id = $1 OR payout_file_id = $1
     UNION ALL SELECT FROM payout_item i JOIN bank_line l ON l.payout_file_id = i.file_id
       WHERE i.withdrawal_id = $1 AND i.is_live
     UNION ALL SELECT FROM payout_item i JOIN bank_line l ON l.withdrawal_id = i.withdrawal_id
       WHERE i.file_id = $1 AND i.is_live`,
    [targetId],
  );
  return rows.length > 0;
}

/** Matches a movement to its target. The caller holds the line's lock. */
export async function joinLine(
  tx: Queryable,
  join: { lineId: string; kind: MatchKind; targetId: string; by: string },
): Promise<void> {
  await tx.query(
    `UPDATE bank_line SET status = 'matched', top_up_id = CASE WHEN $2 = 'top_up' THEN $3::uuid END,
       withdrawal_id = CASE WHEN $2 = 'withdrawal' THEN $3::uuid END,
       payout_file_id = CASE WHEN $2 = 'payout_file' THEN $3::uuid END, decided_by = $4, decided_at = club_now_ms()
     WHERE id = $1`,
    [join.lineId, join.kind, join.targetId, join.by],
  );
}

/** Explains a movement that belongs to no player. The caller holds the line's lock. */
export async function writeExplanation(
  tx: Queryable,
  said: {
    lineId: string;
    status: "explained" | "booked";
    kind: Kind;
    note: string;
    by: string;
    isSentBack?: boolean;
  },
): Promise<void> {
  await tx.query(
    `UPDATE bank_line SET status = $2, kind = $3, note = $4, decided_by = $5, is_sent_back = $6, decided_at = club_now_ms()
     WHERE id = $1`,
    [said.lineId, said.status, said.kind, said.note, said.by, said.isSentBack ?? false],
  );
}

/** Opens it again. The caller holds the line's lock and saw that nothing was booked. */
export async function reopenLine(tx: Queryable, lineId: string): Promise<void> {
  await tx.query(
    `UPDATE bank_line SET status = 'open', top_up_id = NULL, withdrawal_id = NULL, payout_file_id = NULL, kind = NULL,
       note = NULL, is_sent_back = false, decided_by = NULL, decided_at = NULL WHERE id = $1`,
    [lineId],
  );
}
