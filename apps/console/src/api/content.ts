import type {
  createNotice,
  EditedNotice,
  EditedPage,
  ListItemOf,
  listContentPages,
  listContentVersions,
  listEditedNotices,
  publishContentPage,
  publishNotice,
  putContentPage,
  putNotice,
  withdrawNotice,
} from "@club/contract";
import type { UseQueryResult } from "@tanstack/react-query";
import { call } from "./client.ts";
import { readAnew, send } from "./query-client.ts";
import { useList } from "./read.ts";

const PAGES_KEY = ["content", "pages"] as const;
const NOTICES_KEY = ["content", "notices"] as const;

export type PageName = Pick<EditedPage, "area" | "slug" | "language">;

/** Every page in every language, with drafts. */
export function useContentPages(): UseQueryResult<readonly EditedPage[]> {
  return useList<typeof listContentPages>(PAGES_KEY, { path: "/api/operator/content/pages" });
}

export type PageVersion = ListItemOf<typeof listContentVersions>;

/** All versions of one page, newest first. */
export function useVersions(
  name: PageName,
  newest: number,
): UseQueryResult<readonly PageVersion[]> {
  return useList<typeof listContentVersions>(
    [...PAGES_KEY, name.area, name.slug, name.language, newest],
    { path: "/api/operator/content/pages/:area/:slug/:language/versions", params: paramsOf(name) },
  );
}

export async function saveDraft(
  name: PageName,
  draft: { title: string; body: string; basedOn: number },
): Promise<void> {
  await send<typeof putContentPage>([PAGES_KEY], {
    method: "PUT",
    path: "/api/operator/content/pages/:area/:slug/:language",
    params: paramsOf(name),
    body: { title: draft.title, body: draft.body, based_on: draft.basedOn },
  });
}

export async function publishVersion(name: PageName, version: number): Promise<void> {
  await send<typeof publishContentPage>([PAGES_KEY], {
    method: "POST",
    path: "/api/operator/content/pages/:area/:slug/:language/publish",
    params: paramsOf(name),
    body: { version },
  });
}

export function useEditedNotices(): UseQueryResult<readonly EditedNotice[]> {
  return useList<typeof listEditedNotices>(NOTICES_KEY, { path: "/api/operator/content/notices" });
}

export type NoticeForm = Pick<EditedNotice, "tone" | "texts"> & {
  readonly starts_at: string | null;
  readonly ends_at: string | null;
};

/** Saves a notice: a new one as a draft, an existing one as it is published. */
export async function keepNotice(form: NoticeForm, known: EditedNotice | null): Promise<void> {
  if (known === null) {
    await call<typeof createNotice>({
      method: "POST",
      path: "/api/operator/content/notices",
      body: form,
    });
  } else {
    await call<typeof putNotice>({
      method: "PUT",
      path: "/api/operator/content/notices/:notice_id",
      params: { notice_id: known.notice_id },
      body: { ...form, version: known.version },
    });
  }
  await readAnew(NOTICES_KEY);
}

export async function showNotice(noticeId: string, isShown: boolean): Promise<void> {
  const wish = { method: "POST", params: { notice_id: noticeId } } as const;
  if (isShown) {
    const path = "/api/operator/content/notices/:notice_id/publish" as const;
    await call<typeof publishNotice>({ ...wish, path });
  } else {
    const path = "/api/operator/content/notices/:notice_id/withdraw" as const;
    await call<typeof withdrawNotice>({ ...wish, path });
  }
  await readAnew(NOTICES_KEY);
}

const paramsOf = ({ area, slug, language }: PageName) => ({ area, slug, language });
