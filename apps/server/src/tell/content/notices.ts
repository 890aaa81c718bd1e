import type { EditedNotice, Notice } from "@club/contract";
import { isSafeMarkdown } from "@club/i18n/markdown";
import { Refusal } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { newId } from "../../core/kit/ids.ts";
import { wireInstant } from "../../core/http/wire.ts";
import { audit } from "../../desk/operators/audit.ts";
import type { Editor } from "./edit-page.ts";
import {
  insertNotice,
  listLiveNotices,
  listNoticeRows,
  lockNotice,
  setNoticeStatus,
  updateNotice,
} from "./notices.queries.ts";
import type { NoticeForm, NoticeRow } from "./notices.queries.ts";

/**
 * The club's notices in a language; a missing text comes in English, else in the first there is.
 */
export async function readNotices(db: Queryable, language: string): Promise<Notice[]> {
  const rows = await listLiveNotices(db);
  return rows.flatMap((row) => {
    const text = row.texts[language] ?? row.texts["en"] ?? Object.values(row.texts)[0];
    if (text === undefined) return [];
    return [
      {
        notice_id: row.id,
        tone: row.tone,
        title: text.title,
        body: text.body,
        starts_at: wireInstant(row.starts_at),
        ends_at: wireInstant(row.ends_at),
      },
    ];
  });
}

/** All notices as their editors see them. */
export async function listNotices(db: Queryable): Promise<EditedNotice[]> {
  return (await listNoticeRows(db)).map(toEdited);
}

/** A new notice, as a draft. @throws request.invalid, content.unsafe */
export async function createNotice(
  ctx: AppContext,
  form: NoticeForm,
  editor: Editor,
): Promise<EditedNotice> {
  checkForm(form);
  const id = newId();
  return await withTransaction(ctx.db.operators, async (tx) => {
    if (!(await insertNotice(tx, id, form))) throw overBefore();
    return await audited(tx, id, { editor, action: "notice.create" });
  });
}

/** Changes a notice. @throws not_found, content.stale, request.invalid, content.unsafe */
export async function changeNotice(
  ctx: AppContext,
  asked: { id: string; version: number; form: NoticeForm },
  editor: Editor,
): Promise<EditedNotice> {
  const { id, version, form } = asked;
  checkForm(form);
  return await withTransaction(ctx.db.operators, async (tx) => {
    const row = await requireNotice(tx, id);
    if (row.version !== version) throw new Refusal("content.stale", { version: row.version });
    if (form.startsAt === null && form.endsAt !== null) checkEnd(row.starts_at, form.endsAt);
    await updateNotice(tx, id, form);
    return await audited(tx, id, { editor, action: "notice.change" });
  });
}

/** Players see a notice, or see it no longer. A repeat changes nothing. @throws not_found */
export async function setStatus(
  ctx: AppContext,
  asked: { id: string; status: "published" | "withdrawn" },
  editor: Editor,
): Promise<EditedNotice> {
  const { id, status } = asked;
  return await withTransaction(ctx.db.operators, async (tx) => {
    const row = await requireNotice(tx, id);
    if (row.status !== status) await setNoticeStatus(tx, id, status);
    return await audited(tx, id, { editor, action: `notice.${status}` });
  });
}

async function audited(
  tx: Queryable,
  id: string,
  { editor, action }: { editor: Editor; action: string },
): Promise<EditedNotice> {
  const row = await requireNotice(tx, id);
  const { operator, request } = editor;
  await audit(tx, { action, operator, request, target: id, after: { status: row.status } });
  return toEdited(row);
}

async function requireNotice(tx: Queryable, id: string): Promise<NoticeRow> {
  const row = await lockNotice(tx, id);
  if (row === null) throw new Refusal("not_found");
  return row;
}

function checkForm({ texts, startsAt, endsAt }: NoticeForm): void {
  const all = Object.values(texts);
  if (all.length === 0) throw new Refusal("request.invalid", { field: "texts" });
  if (!all.every(({ title, body }) => isSafeMarkdown(title) && isSafeMarkdown(body))) {
    throw new Refusal("content.unsafe", { field: "texts" });
  }
  if (startsAt !== null && endsAt !== null) checkEnd(new Date(startsAt), endsAt);
}

function checkEnd(startsAt: Date, endsAt: string): void {
  if (new Date(endsAt) <= startsAt) throw overBefore();
}

const overBefore = (): Refusal => new Refusal("request.invalid", { field: "ends_at" });

function toEdited(row: NoticeRow): EditedNotice {
  return {
    notice_id: row.id,
    tone: row.tone,
    status: row.status,
    starts_at: wireInstant(row.starts_at),
    ends_at: wireInstant(row.ends_at),
    texts: row.texts as EditedNotice["texts"],
    version: row.version,
  };
}
