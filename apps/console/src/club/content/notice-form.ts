import type { EditedNotice } from "@club/contract";
import { LANGUAGES, type Language } from "@club/i18n";

export type Drafts = Readonly<
  Partial<Record<Language, { readonly title: string; readonly body: string }>>
>;

/** The languages that are written; one without a title is not. */
export function textsOf(drafts: Drafts): EditedNotice["texts"] {
  const written = LANGUAGES.flatMap(({ id: language }) => {
    const { title = "", body = "" } = drafts[language] ?? {};
    if (title.trim() === "") return [];
    return [[language, { title: title.trim(), body: body.trim() }] as const];
  });
  return Object.fromEntries(written);
}
