import { checkBankAccount, Refusal } from "@club/domain";
import { expect, test } from "vitest";
import { accountKeyOf } from "./bank-card.ts";
import { lastDigitsOf, maskAccount } from "../../core/kit/mask-account.ts";

const AU = {
  bank_name: "First Bank",
  account_name: "A. Player",
  account_number: "12345678",
  branch_code: "062-000",
  swift_bic: "",
  currency: "AUD",
};
const ELSEWHERE = { ...AU, currency: "HKD", branch_code: "", account_number: "012-345678-833" };
const IBAN = { ...ELSEWHERE, currency: "EUR", account_number: "DE89 3704 0044 0532 0130 00" };

test.each([
  ["an Australian one", AU, { accountNumber: "12345678", branchCode: "062000" }],
  ["its shortest", { ...AU, account_number: "12345" }, { accountNumber: "12345" }],
  ["its longest", { ...AU, account_number: "1234567890" }, { accountNumber: "1234567890" }],
  ["a BSB with another currency", { ...AU, currency: "usd" }, { currency: "USD" }],
  ["wide digits", { ...AU, account_number: "１２３４５６７８" }, { accountNumber: "12345678" }],
  ["any other", ELSEWHERE, { accountNumber: "012345678833", branchCode: "" }],
  ["four signs", { ...ELSEWHERE, account_number: "1a2b" }, { accountNumber: "1A2B" }],
  ["34 signs", { ...ELSEWHERE, account_number: "7".repeat(34) }, { accountNumber: "7".repeat(34) }],
  ["absent codes", { ...ELSEWHERE, branch_code: null, swift_bic: undefined }, { swiftBic: "" }],
  ["a German IBAN", IBAN, { accountNumber: "DE89370400440532013000" }],
  ["a small IBAN", { ...IBAN, account_number: "no93 8601 1117 947" }, { currency: "EUR" }],
  ["a long IBAN", { ...IBAN, account_number: "MT84MALT011000012345MTLCAST001S" }, {}],
  ["an IBAN and a sort code", { ...IBAN, branch_code: "601613" }, { branchCode: "601613" }],
  ["a BIC of 8", { ...IBAN, swift_bic: "deutdeff" }, { swiftBic: "DEUTDEFF" }],
  ["a BIC of 11", { ...IBAN, swift_bic: "DEUTDEFF500" }, { swiftBic: "DEUTDEFF500" }],
  ["a Chinese name", { ...ELSEWHERE, account_name: " 陳大文 " }, { accountName: "陳大文" }],
])("taken: %s", (_, form, expected) => {
  expect(checkBankAccount(form)).toMatchObject(expected);
});

test.each([
  [{ ...AU, bank_name: " " }, "bank_name", "length"],
  [{ ...AU, bank_name: "x".repeat(101) }, "bank_name", "length"],
  [{ ...AU, account_name: "" }, "account_name", "length"],
  [{ ...AU, account_name: "A\nPlayer" }, "account_name", "characters"],
  [{ ...AU, account_name: "A\u202EPlayer" }, "account_name", "characters"],
  [{ ...AU, account_name: "A\u0000" }, "account_name", "characters"],
  [{ ...AU, branch_code: "" }, "branch_code", "bsb"],
  [{ ...AU, branch_code: "06200" }, "branch_code", "bsb"],
  [{ ...AU, branch_code: "06200A" }, "branch_code", "bsb"],
  [{ ...AU, account_number: "1234" }, "account_number", "au_account"],
  [{ ...AU, account_number: "12345678901" }, "account_number", "au_account"],
  [{ ...AU, account_number: "1234567A" }, "account_number", "au_account"],
  [{ ...AU, currency: "USD", account_number: "1234" }, "account_number", "au_account"],
  [{ ...ELSEWHERE, account_number: "123" }, "account_number", "length"],
  [{ ...ELSEWHERE, account_number: "7".repeat(35) }, "account_number", "length"],
  [{ ...ELSEWHERE, account_number: "" }, "account_number", "length"],
  [{ ...ELSEWHERE, account_number: "1234;5678" }, "account_number", "characters"],
  [{ ...ELSEWHERE, account_number: "1234ß678" }, "account_number", "characters"],
  [{ ...ELSEWHERE, branch_code: "1".repeat(21) }, "branch_code", "length"],
  [{ ...ELSEWHERE, branch_code: "12'4" }, "branch_code", "characters"],
  [{ ...IBAN, account_number: "DE88370400440532013000" }, "account_number", "iban"],
  [{ ...IBAN, account_number: "DE89370400440532013001" }, "account_number", "iban"],
  [{ ...IBAN, account_number: "DE89" }, "account_number", "iban"],
  [{ ...IBAN, account_number: "DEX9370400440532013000" }, "account_number", "iban"],
  [{ ...AU, swift_bic: "DEUTDEF" }, "swift_bic", "bic"],
  [{ ...AU, swift_bic: "DEUTDEFF5" }, "swift_bic", "bic"],
  [{ ...AU, swift_bic: "DEUT12FF" }, "swift_bic", "bic"],
  [{ ...AU, currency: "" }, "currency", "currency"],
  [{ ...AU, currency: "A$" }, "currency", "currency"],
  [{ ...AU, currency: "AUDX" }, "currency", "currency"],
])("refused: %j, %s by %s", (form, field, rule) => {
  const refusal = expect(() => checkBankAccount(form));
  refusal.toThrow(Refusal);
  refusal.toThrow(
    expect.objectContaining({ code: "bank_card.invalid", params: { field, rule } }) as Error,
  );
});

test.each([
  [AU, { ...AU, account_number: "0012345678", branch_code: "062 000", bank_name: "FIRST" }, true],
  [AU, { ...AU, branch_code: "062001" }, false],
  [AU, { ...AU, account_number: "12345679" }, false],
  [IBAN, { ...IBAN, account_number: "de89370400440532013000", branch_code: "1" }, true],
  [ELSEWHERE, { ...ELSEWHERE, account_number: "12345678833" }, false],
])("the same account, however it is typed: %j and %j: %s", (one, other, expected) => {
  const [left, right] = [one, other].map((form) => accountKeyOf(checkBankAccount(form)));
  expect(left === right).toBe(expected);
});

test.each([
  ["12345678", "•••5678"],
  ["1234567", "•••567"],
  ["1234", "•••34"],
])("%s is shown as %s", (number, shown) => {
  expect(maskAccount(lastDigitsOf(number))).toBe(shown);
});
