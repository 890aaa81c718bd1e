import { expect, test } from "vitest";
import { EMPTY, faultOf, moveTo, type Draft } from "./bank-form.ts";

const AU: Draft = {
  ...EMPTY,
  bank_name: "Harbour Mutual",
  account_name: "Noor Haldane",
  branch_code: "999-204",
  account_number: "1184 4417",
};
const IBAN: Draft = {
  ...moveTo(AU, "iban"),
  account_number: "DE89 3704 0044 0532 0130 00",
};

const cases: [string, Draft, string | undefined][] = [
  ["an Australian account", AU, undefined],
  ["a BSB of five digits", { ...AU, branch_code: "99920" }, "branch_code bsb"],
  ["a number of four digits", { ...AU, account_number: "1184" }, "account_number au_account"],
  ["no bank", { ...AU, bank_name: " " }, "bank_name length"],
  ["an IBAN", IBAN, undefined],
  [
    "one wrong digit of an IBAN",
    { ...IBAN, account_number: "DE89 3704 0044 0532 0130 01" },
    "account_number iban",
  ],
  ["a number that is no IBAN", { ...IBAN, account_number: "12345678" }, "account_number iban"],
  ["a BIC of nine signs", { ...IBAN, swift_bic: "DEUTDEFFX" }, "swift_bic bic"],
  [
    "another country",
    { ...moveTo(AU, "other"), currency: "HKD", account_number: "024-123456-001" },
    undefined,
  ],
  ["no currency", moveTo(AU, "other"), "currency currency"],
];
test.each(cases)("%s", (_what, draft, fault) => {
  const found = faultOf(draft);
  expect(found && `${found.field} ${found.rule}`).toBe(fault);
});

test("another place forgets what is not asked for there", () => {
  expect(moveTo(AU, "iban")).toMatchObject({
    branch_code: "",
    currency: "EUR",
    account_number: "1184 4417",
  });
});
