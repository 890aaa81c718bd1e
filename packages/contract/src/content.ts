import { z } from "zod";
import { PLAYER_LANGUAGES } from "./accounts.ts";
import { defineCall, id, instant } from "./call.ts";

export const CONTENT_AREAS = ["rules", "about", "help"] as const;
export type ContentArea = (typeof CONTENT_AREAS)[number];

const MOST_TITLE = 120;
const MOST_BODY = 20_000;
const language = z.enum(PLAYER_LANGUAGES);
const title = z.string().trim().min(1).max(MOST_TITLE);
/** Small Markdown: headings, paragraphs, lists, tables, bold, italics, links. No HTML. */
const body = z.string().trim().min(1).max(MOST_BODY);
const slug = z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/);

export const contentPage = z.object({
  slug: z.string(),
  language,
  /** 0: as shipped. */
  version: z.int(),
  title: z.string(),
  body: z.string(),
});
export type ContentPage = z.infer<typeof contentPage>;

const inLanguage = z.object({ lang: z.string().max(20).optional() });

export const getRules = defineCall("GET /api/content/rules", {
  summary: "The pages of the rules, in order, in the language.",
  access: "public",
  query: inLanguage,
  list: z.array(contentPage),
});

export const getAbout = defineCall("GET /api/content/about", {
  summary: "What the club says about itself.",
  access: "public",
  query: inLanguage,
  data: contentPage,
});

export const getHelp = defineCall("GET /api/content/help", {
  summary: "Where somebody whose betting hurts finds help: help lines, registers, a self-test.",
  access: "public",
  query: inLanguage,
  data: contentPage,
});

export const NOTICE_TONES = ["info", "warning"] as const;

export const notice = z.object({
  notice_id: id,
  tone: z.enum(NOTICE_TONES),
  title: z.string(),
  body: z.string(),
  starts_at: instant,
  ends_at: instant.nullable(),
});
export type Notice = z.infer<typeof notice>;

export const getNotices = defineCall("GET /api/content/notices", {
  summary: "What the club has to say now, newest first.",
  access: "public",
  query: inLanguage,
  list: z.array(notice),
});

// ------------------------------------------------------------------ operators

const EDITORS = ["owner", "support"] as const;
const READERS = ["owner", "support", "auditor"] as const;

/** A page as its editor sees it: the published version and the draft. */
export const editedPage = z.object({
  area: z.enum(CONTENT_AREAS),
  slug: z.string(),
  language,
  live: contentPage,
  draft: contentPage.nullable(),
  /** What an edit is based on; 0: nobody has written one. */
  newest_version: z.int(),
  changed_at: instant.nullable(),
});
export type EditedPage = z.infer<typeof editedPage>;

export const listContentPages = defineCall("GET /api/operator/content/pages", {
  summary: "Every page in every language: what is live, and drafts.",
  access: READERS,
  list: z.array(editedPage),
});

const pageName = z.object({ area: z.enum(CONTENT_AREAS), slug, language });

export const putContentPage = defineCall("PUT /api/operator/content/pages/:area/:slug/:language", {
  asksAgain: false,
  summary:
    "Keeps a draft of a page. `based_on` is the version that was edited: another draft since then is refused.",
  access: EDITORS,
  params: pageName,
  body: z.object({ title, body, based_on: z.int().min(0) }),
  data: editedPage,
});

export const publishContentPage = defineCall(
  "POST /api/operator/content/pages/:area/:slug/:language/publish",
  {
    asksAgain: false,
    summary: "Players read this version from now on; older ones are kept.",
    access: EDITORS,
    params: pageName,
    body: z.object({ version: z.int().min(0) }),
    data: editedPage,
  },
);

export const listContentVersions = defineCall(
  "GET /api/operator/content/pages/:area/:slug/:language/versions",
  {
    summary: "All versions of a page, newest first; any of them can be published again.",
    access: READERS,
    params: pageName,
    list: z.array(
      contentPage.extend({ changed_at: instant.nullable(), changed_by: z.string().nullable() }),
    ),
  },
);

const noticeTexts = z.partialRecord(
  language,
  z.object({ title, body: z.string().trim().max(2000) }),
);

export const editedNotice = z.object({
  notice_id: id,
  tone: z.enum(NOTICE_TONES),
  status: z.enum(["draft", "published", "withdrawn"]),
  starts_at: instant,
  ends_at: instant.nullable(),
  texts: noticeTexts,
  version: z.int(),
});
export type EditedNotice = z.infer<typeof editedNotice>;

const noticeForm = z.object({
  tone: z.enum(NOTICE_TONES),
  starts_at: z.iso.datetime().nullish(),
  ends_at: z.iso.datetime().nullish(),
  texts: noticeTexts,
});

export const listEditedNotices = defineCall("GET /api/operator/content/notices", {
  summary: "All notices, newest first.",
  access: READERS,
  list: z.array(editedNotice),
});

const onNotice = { asksAgain: false, access: EDITORS, data: editedNotice } as const;

export const createNotice = defineCall("POST /api/operator/content/notices", {
  ...onNotice,
  summary: "A new notice, as a draft, in five languages.",
  body: noticeForm,
});

export const putNotice = defineCall("PUT /api/operator/content/notices/:notice_id", {
  ...onNotice,
  summary: "Changes a notice. `version` is the one that was edited.",
  params: z.object({ notice_id: id }),
  body: noticeForm.extend({ version: z.int() }),
});

export const publishNotice = defineCall("POST /api/operator/content/notices/:notice_id/publish", {
  ...onNotice,
  summary: "Players see it from its start on.",
  params: z.object({ notice_id: id }),
});

export const withdrawNotice = defineCall("POST /api/operator/content/notices/:notice_id/withdraw", {
  ...onNotice,
  summary: "Players see it no longer.",
  params: z.object({ notice_id: id }),
});
