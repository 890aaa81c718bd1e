import {
  createNotice as createNoticeCall,
  getAbout,
  getHelp,
  getNotices,
  getRules,
  listContentPages,
  listContentVersions,
  listEditedNotices,
  publishContentPage,
  publishNotice,
  putContentPage,
  putNotice,
  withdrawNotice,
} from "@club/contract";
import type { BodyOf } from "@club/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { languageOf } from "../../core/http/envelope.ts";
import { register } from "../../core/http/register.ts";
import { knownId } from "../../core/kit/ids.ts";
import { listPages, publishPage, readVersions, saveDraft } from "./edit-page.ts";
import { changeNotice, createNotice, listNotices, readNotices, setStatus } from "./notices.ts";
import type { NoticeForm } from "./notices.queries.ts";
import { readOnlyPage, readPages } from "./read-pages.ts";
import { findLanguage } from "./shipped-pages.ts";
import type { ContentLanguage } from "./shipped-pages.ts";

/** Rules, about, help and notices: read by everybody, written at the desk. */
export function contentRoutes(app: FastifyInstance, ctx: AppContext): void {
  const db = ctx.db.browsing;
  register(app, ctx, getRules, async ({ query, request }) => ({
    list: await readPages(db, { area: "rules", language: wanted(query.lang, request) }),
  }));
  register(app, ctx, getAbout, async ({ query, request }) => ({
    data: await readOnlyPage(db, { area: "about", language: wanted(query.lang, request) }),
  }));
  register(app, ctx, getHelp, async ({ query, request }) => ({
    data: await readOnlyPage(db, { area: "help", language: wanted(query.lang, request) }),
  }));
  register(app, ctx, getNotices, async ({ query, request }) => ({
    list: await readNotices(db, wanted(query.lang, request)),
  }));
  pageDesk(app, ctx);
  noticeDesk(app, ctx);
}

function pageDesk(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, listContentPages, async () => ({ list: await listPages(ctx.db.operators) }));
  register(app, ctx, listContentVersions, async ({ params }) => ({
    list: await readVersions(ctx.db.operators, params),
  }));
  register(app, ctx, putContentPage, async ({ params, body, operator, request }) => ({
    data: await saveDraft(ctx, params, {
      title: body.title,
      body: body.body,
      basedOn: body.based_on,
      operator,
      request,
    }),
  }));
  register(app, ctx, publishContentPage, async ({ params, body, operator, request }) => ({
    data: await publishPage(ctx, params, { version: body.version, operator, request }),
  }));
}

function noticeDesk(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, listEditedNotices, async () => ({
    list: await listNotices(ctx.db.operators),
  }));
  register(app, ctx, createNoticeCall, async ({ body, operator, request }) => ({
    data: await createNotice(ctx, formOf(body), { operator, request }),
  }));
  register(app, ctx, putNotice, async ({ params, body, operator, request }) => {
    const asked = { id: knownId(params.notice_id), version: body.version, form: formOf(body) };
    return { data: await changeNotice(ctx, asked, { operator, request }) };
  });
  register(app, ctx, publishNotice, async ({ params, operator, request }) => {
    const asked = { id: knownId(params.notice_id), status: "published" } as const;
    return { data: await setStatus(ctx, asked, { operator, request }) };
  });
  register(app, ctx, withdrawNotice, async ({ params, operator, request }) => {
    const asked = { id: knownId(params.notice_id), status: "withdrawn" } as const;
    return { data: await setStatus(ctx, asked, { operator, request }) };
  });
}

function formOf(body: BodyOf<typeof createNoticeCall>): NoticeForm {
  return {
    tone: body.tone,
    startsAt: body.starts_at ?? null,
    endsAt: body.ends_at ?? null,
    texts: body.texts as NoticeForm["texts"],
  };
}

/** `?lang=`, else the browser's language, else English. */
function wanted(lang: string | undefined, request: FastifyRequest): ContentLanguage {
  return findLanguage(lang) ?? findLanguage(languageOf(request.headers["accept-language"])) ?? "en";
}
