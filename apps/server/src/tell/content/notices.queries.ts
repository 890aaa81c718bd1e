import type { Queryable } from "../../core/db/connect.ts";
import { command, manyRows, oneRow } from "../../core/db/statements.ts";

export type NoticeTexts = Record<string, { title: string; body: string }>;

export interface NoticeRow {
  id: string;
  tone: "info" | "warning";
  status: "draft" | "published" | "withdrawn";
  starts_at: Date;
  ends_at: Date | null;
  texts: NoticeTexts;
  version: number;
}

const LIVE = `
  SELECT id, tone, status, starts_at, ends_at, texts, version FROM content_notice
  WHERE status = 'published' AND starts_at <= club_now() AND (ends_at IS NULL OR ends_at > club_now())
  ORDER BY starts_at DESC, id DESC LIMIT 20`;
const ALL = `
  SELECT id, tone, status, starts_at, ends_at, texts, version FROM content_notice ORDER BY id DESC LIMIT 200`;
const LOCKED = `
  SELECT id, tone, status, starts_at, ends_at, texts, version FROM content_notice WHERE id = $1 FOR NO KEY UPDATE`;

/** Notices that players see now, newest first. Served by content_notice_live. */
export const listLiveNotices = manyRows<NoticeRow>(LIVE);

/** All of them, newest first, 200 at most. */
export const listNoticeRows = manyRows<NoticeRow>(ALL);

/** One, locked for a change; null where there is none. */
export const lockNotice = oneRow<NoticeRow, [id: string]>(LOCKED);

export interface NoticeForm {
  readonly tone: "info" | "warning";
  /** Null: now. */
  readonly startsAt: string | null;
  readonly endsAt: string | null;
  readonly texts: NoticeTexts;
}

/** False where it would be over before it begins: one without a start begins now. */
export async function insertNotice(tx: Queryable, id: string, form: NoticeForm): Promise<boolean> {
  const { rowCount } = await tx.query(
    `INSERT INTO content_notice (id, tone, starts_at, ends_at, texts)
     SELECT $1::uuid, $2::text, n.at, $4::timestamptz, $5::jsonb
     FROM (SELECT coalesce($3::timestamptz, club_now_ms()) AS at) n
     WHERE $4::timestamptz IS NULL OR $4::timestamptz > n.at`,
    [id, form.tone, form.startsAt, form.endsAt, JSON.stringify(form.texts)],
  );
  return rowCount === 1;
}

export async function updateNotice(tx: Queryable, id: string, form: NoticeForm): Promise<void> {
  await tx.query(
    `UPDATE content_notice SET tone = $2, starts_at = coalesce($3::timestamptz, starts_at), ends_at = $4, texts = $5,
       version = version + 1 WHERE id = $1`,
    [id, form.tone, form.startsAt, form.endsAt, JSON.stringify(form.texts)],
  );
}

export const setNoticeStatus = command<[id: string, status: NoticeRow["status"]]>(
  "UPDATE content_notice SET status = $2, version = version + 1 WHERE id = $1",
);
