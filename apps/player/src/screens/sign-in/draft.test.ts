import { expect, test } from "vitest";
import type { SignUpField } from "@club/contract";
import { emailOf, missingFact, missingOf, type Draft } from "./draft.ts";

const DRAFT: Draft = {
  userName: "ann",
  password: "correct horse battery",
  country: "+61",
  phone: "400 000 000",
  email: "",
  fullName: "",
  birthDay: "",
  postcode: "",
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

const ALL: readonly SignUpField[] = ["full_name", "date_of_birth", "email", "postcode"];
const WHOLE = { fullName: "Ann Lee", birthDay: "1990-05-17", email: "a@b.c", postcode: "SW1A 1AA" };

test.each<[string, Partial<Draft>, readonly SignUpField[], string | undefined]>([
  ["a club that asks for nothing more", {}, [], undefined],
  ["all that is asked for", WHOLE, ALL, undefined],
  ["no name", { ...WHOLE, fullName: "  " }, ALL, "profile.needName"],
  ["no such day", { ...WHOLE, birthDay: "1880-01-01" }, ALL, "birth.need"],
  ["no address", { ...WHOLE, email: "a@b" }, ALL, "register.needOwnEmail"],
  ["no postcode", { ...WHOLE, postcode: "" }, ALL, "register.needPostcode"],
  ["a name where a name alone is asked for", { fullName: "Ann Lee" }, ["full_name"], undefined],
])("before the register is asked: %s", (_what, given, asked, missing) => {
  expect(missingFact(t, { ...DRAFT, ...given }, asked)).toBe(missing);
});
