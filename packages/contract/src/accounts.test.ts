import { expect, test } from "vitest";
import { registerPlayer } from "./accounts.ts";

const FORM = {
  user_name: "ann",
  password: "correct horse battery",
  verification_id: "0190f8a0-0000-7000-8000-000000000000",
  timestamp: 1,
  phone: "+61400000000",
  code: "123456",
};

test.each<[string, object, boolean]>([
  ["nothing beside what every club needs", {}, true],
  ["nulls", { full_name: null, date_of_birth: null, email: null, postcode: null }, true],
  [
    "all that a register may need",
    { full_name: "Ann", date_of_birth: "1990-05-17", postcode: "2000" },
    true,
  ],
  ["a name of spaces", { full_name: "   " }, false],
  ["a long name", { full_name: "a".repeat(101) }, false],
  ["no day", { date_of_birth: "17 May 1990" }, false],
  ["a day that was none", { date_of_birth: "1990-02-30" }, false],
  ["a long postcode", { postcode: "1".repeat(21) }, false],
  ["an empty postcode", { postcode: "" }, false],
])("a sign-up with %s", (_what, given, isTaken) => {
  expect(registerPlayer.body.safeParse({ ...FORM, ...given }).success).toBe(isTaken);
});
