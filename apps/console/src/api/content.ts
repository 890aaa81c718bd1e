import type { EditedPage } from "@club/contract";
import { defineAct } from "./ask.ts";
import { useList } from "./read.ts";

const PAGES_KEY = ["content", "pages"];
const NOTICES_KEY = ["content", "notices"];

export type PageName = Pick<EditedPage, "area" | "slug" | "language">;

/** The parts of a page that name it. */
export const nameOf = ({ area, slug, language }: PageName): PageName => ({ area, slug, language });

/** Every page in every language, with drafts. */
export const useContentPages = () => useList(PAGES_KEY, "/api/operator/content/pages");

/** All versions of one page, newest first. */
export const useVersions = (page: PageName, newest: number) =>
  useList(
    [...PAGES_KEY, page.area, page.slug, page.language, newest],
    "/api/operator/content/pages/:area/:slug/:language/versions",
    nameOf(page),
  );

export const saveDraft = defineAct("PUT /api/operator/content/pages/:area/:slug/:language", [
  PAGES_KEY,
]);
export const publishVersion = defineAct(
  "POST /api/operator/content/pages/:area/:slug/:language/publish",
  [PAGES_KEY],
);

export const useEditedNotices = () => useList(NOTICES_KEY, "/api/operator/content/notices");

/** A new notice is a draft, an existing one is saved as it is published. */
export const createNotice = defineAct("POST /api/operator/content/notices", [NOTICES_KEY]);
export const saveNotice = defineAct("PUT /api/operator/content/notices/:notice_id", [NOTICES_KEY]);
export const publishNotice = defineAct("POST /api/operator/content/notices/:notice_id/publish", [
  NOTICES_KEY,
]);
export const withdrawNotice = defineAct("POST /api/operator/content/notices/:notice_id/withdraw", [
  NOTICES_KEY,
]);
