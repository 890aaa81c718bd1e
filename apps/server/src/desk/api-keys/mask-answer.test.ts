import { expect, test } from "vitest";
import { maskAnswer } from "./mask-answer.ts";

test("account numbers by their last digits, no phone and no birthday, however deep", () => {
  const answer = {
    list: [{ user_name: "pia", phone: "+61400000001", date_of_birth: "1990-05-17" }],
    data: {
      account: { account_number: "DE89 3704 0044 0532 0130 00", name: "Horse Club Trust" },
      after: { account_number: "11844417", amount_cents: 11_844_417 },
      next_cursor: null,
    },
  };
  expect(maskAnswer(answer)).toEqual({
    list: [{ user_name: "pia", phone: "•••", date_of_birth: "•••" }],
    data: {
      account: { account_number: "•••3000", name: "Horse Club Trust" },
      after: { account_number: "•••4417", amount_cents: 11_844_417 },
      next_cursor: null,
    },
  });
});

test("an IBAN, and what is copied from a bank's text into a reason or a reference", () => {
  const text = "back to GB29 NWBK 6016 1331 9268 19";
  const answer = { iban: "GB29 NWBK 6016 1331 9268 19", reason: text, reference: text };
  const told = "back to •••6819";
  expect(maskAnswer(answer)).toEqual({ iban: "•••6819", reason: told, reference: told });
  expect(maskAnswer({ reference: "HC 40117 TQ", iban: "" })).toEqual({
    reference: "HC 40117 TQ",
    iban: "",
  });
});

test.each([
  ["to GB29NWBK60161331926819 for rent", "to •••6819 for rent"],
  ["GB29 NWBK 6016 1331 9268 19", "•••6819"],
  ["BSB 062-000 acc 1234 5678", "BSB 062-000 acc •••5678"],
  ["062000-12345678", "•••5678"],
  ["WD 401170 TQ", "WD 401170 TQ"],
  ["3 coffees, 12.50", "3 coffees, 12.50"],
])("in what somebody wrote to a bank: %s", (details, told) => {
  expect(maskAnswer({ details, other: details })).toEqual({ details: told, other: details });
});

test("what is no text stays what it is", () => {
  const at = new Date(0);
  expect(maskAnswer({ phone: null, at, list: [1, true], name: ["a"] })).toEqual({
    phone: null,
    at,
    list: [1, true],
    name: ["a"],
  });
});
