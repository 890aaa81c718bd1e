import type { EditedNotice } from "@club/contract";
import { LANGUAGES, type ContentLanguage } from "./languages.ts";

export type Drafts = Readonly<
  Partial<Record<ContentLanguage, { readonly title: string; readonly body: string }>>
>;

/** The languages in which something stands; one without a title is not written yet. */
export function textsOf(drafts: Drafts): EditedNotice["texts"] {
  const written = LANGUAGES.flatMap((language) => {
    const { title = "", body = "" } = drafts[language] ?? {};
    if (title.trim() === "") return [];
    return [[language, { title: title.trim(), body: body.trim() }] as const];
  });
  return Object.fromEntries(written);
}

/** An instant as the field of this desk shows it; empty: none. */
export function localOf(instant: string | null | undefined): string {
  if (instant === null || instant === undefined) return "";
  const at = new Date(instant);
  const offsetMs = at.getTimezoneOffset() * 60_000;
  return new Date(at.getTime() - offsetMs).toISOString().slice(0, 16);
}

/** What the field says as an instant; null: none. */
export function instantOf(local: string): string | null {
  const at = Date.parse(local);
  return local === "" || Number.isNaN(at) ? null : new Date(at).toISOString();
}
