import { expect, test } from "vitest";
import { emailOf, missingOf, type Draft } from "./draft.ts";

const DRAFT: Draft = {
  userName: "ann",
  password: "correct horse battery",
  country: "+61",
  phone: "400 000 000",
  email: "",
  code: "123456",
  inviteCode: "",
  isAgreed: true,
};
const t = ((key: string) => key) as unknown as Parameters<typeof missingOf>[0];

test.each([
  ["", "", undefined],
  ["  ", "", undefined],
  [" ann@example.org ", "ann@example.org", undefined],
  ["ann@example", "", "register.needEmail"],
  ["ann", "", "register.needEmail"],
])("e-mail %j", (email, sent, missing) => {
  const draft = { ...DRAFT, email };
  expect([emailOf(draft), missingOf(t, draft, true)]).toEqual([sent, missing]);
});
