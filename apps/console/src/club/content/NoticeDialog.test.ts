import { expect, test } from "vitest";
import { textsOf } from "./NoticeDialog.tsx";

test("languages without a title are left out, the others trimmed", () => {
  const drafts = { en: { title: " Track work ", body: " later " }, fr: { title: "", body: "x" } };
  expect(textsOf(drafts)).toEqual({ en: { title: "Track work", body: "later" } });
  expect(textsOf({})).toEqual({});
});
