import { expect, test } from "vitest";
import { instantOf, localOf, textsOf } from "./notice-form.ts";

test("languages without a title are left out, the others trimmed", () => {
  const drafts = { en: { title: " Track work ", body: " later " }, fr: { title: "", body: "x" } };
  expect(textsOf(drafts)).toEqual({ en: { title: "Track work", body: "later" } });
  expect(textsOf({})).toEqual({});
});

test("a time goes into the field and comes back the same", () => {
  const instant = "2026-11-22T10:05:00.000Z";
  expect(instantOf(localOf(instant))).toBe(instant);
  expect([localOf(null), localOf(undefined), instantOf(""), instantOf("x")]).toEqual([
    "",
    "",
    null,
    null,
  ]);
});
