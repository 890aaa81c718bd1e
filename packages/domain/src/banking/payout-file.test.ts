import { expect, test } from "vitest";
import { abaFile, fitsAba } from "./aba-file.ts";
import { painFile } from "./pain-file.ts";
import type { PayoutFile, PayoutLine } from "./payout-file.ts";

const SENDER = {
  name: "Horse Club Trust",
  branchCode: "062000",
  accountNumber: "12345678",
  bankCode: "CBA",
  userId: "301500",
};

const line = (part: Partial<PayoutLine> & { name?: string; number?: string }): PayoutLine => ({
  reference: part.reference ?? "WD 401170 TQ",
  amountCents: part.amountCents ?? 15_000n,
  account: {
    bankName: "Harbour Mutual",
    accountName: part.name ?? "Noor Haldane",
    accountNumber: part.number ?? "987654",
    branchCode: "083001",
    swiftBic: "",
    currency: "AUD",
  },
});

const file = (...lines: PayoutLine[]): PayoutFile => ({
  id: "HC-PAY-12",
  madeAt: "2026-11-20T03:15:00.000Z",
  day: "2026-11-23",
  lines,
});

test("a direct entry file, sign by sign", () => {
  const lines = [
    line({}),
    line({
      name: "Zoë Müller-Ångström & Søn of a very long name",
      amountCents: 1_234_567n,
      number: "1",
    }),
  ];
  // Written by hand from the layout: head, two payments, foot.
  expect(abaFile(SENDER, file(...lines)).split("\r\n")).toEqual([
    "0                 01CBA       Horse Club Trust          301500WITHDRAWALS 231126                                        ",
    "1083-001   987654 500000015000Noor Haldane                    WD 401170 TQ      062-000 12345678Horse Club Trust00000000",
    "1083-001        1 500001234567Zoe Muller-Angstrom & Son of a vWD 401170 TQ      062-000 12345678Horse Club Trust00000000",
    "7999-999            000124956700012495670000000000                        000002                                        ",
    "",
  ]);
});

test.each([
  ["ten digits", line({ number: "1234567890" })],
  ["letters", line({ number: "12A" })],
  ["another currency", { ...line({}), account: { ...line({}).account, currency: "EUR" } }],
  ["no branch", { ...line({}), account: { ...line({}).account, branchCode: "" } }],
  ["nothing", line({ amountCents: 0n })],
  ["too much", line({ amountCents: 10_000_000_000n })],
])("a payment with %s does not fit", (_, one) => {
  expect(fitsAba(one)).toBe(false);
  expect(() => abaFile(SENDER, file(one))).toThrow();
});

test("a credit transfer of ISO 20022, with what must be escaped", () => {
  const euro = (name: string, number: string): PayoutLine => ({
    reference: "WD 7 <&> AB",
    amountCents: 100_05n,
    account: {
      ...line({}).account,
      accountName: name,
      accountNumber: number,
      branchCode: "",
      currency: "EUR",
    },
  });
  const sender = {
    name: "O'Club",
    accountNumber: "DE89370400440532013000",
    swiftBic: "COBADEFFXXX",
    currency: "EUR",
  };
  const one = euro('Zoë "Z" <b> O\'Neil', "FR1420041010050500013M02606");
  // Written by hand from the schema.
  expect(painFile(sender, file(one, { ...one, amountCents: 5n }))).toBe(
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
      '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn>' +
      "<GrpHdr><MsgId>HC-PAY-12</MsgId><CreDtTm>2026-11-20T03:15:00.000Z</CreDtTm>" +
      "<NbOfTxs>2</NbOfTxs><CtrlSum>100.10</CtrlSum><InitgPty><Nm>O&apos;Club</Nm></InitgPty></GrpHdr>" +
      "<PmtInf><PmtInfId>HC-PAY-12</PmtInfId><PmtMtd>TRF</PmtMtd><BtchBookg>true</BtchBookg>" +
      "<NbOfTxs>2</NbOfTxs><CtrlSum>100.10</CtrlSum><ReqdExctnDt><Dt>2026-11-23</Dt></ReqdExctnDt>" +
      "<Dbtr><Nm>O&apos;Club</Nm></Dbtr><DbtrAcct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>EUR</Ccy></DbtrAcct>" +
      "<DbtrAgt><FinInstnId><BICFI>COBADEFFXXX</BICFI></FinInstnId></DbtrAgt><ChrgBr>SLEV</ChrgBr>" +
      ["100.05", "0.05"]
        .map(
          (amount) =>
            `<CdtTrfTxInf><PmtId><EndToEndId>WD7AB</EndToEndId></PmtId><Amt><InstdAmt Ccy="EUR">${amount}</InstdAmt></Amt>` +
            "<Cdtr><Nm>Zoe Z b O&apos;Neil</Nm></Cdtr><CdtrAcct><Id><IBAN>FR1420041010050500013M02606</IBAN></Id></CdtrAcct>" +
            "<RmtInf><Ustrd>WD 7 AB</Ustrd></RmtInf></CdtTrfTxInf>",
        )
        .join("") +
      "</PmtInf></CstmrCdtTrfInitn></Document>\n",
  );
});

test("an account that is no IBAN stands with its branch", () => {
  const sender = { name: "Club", accountNumber: "12345678", swiftBic: "", currency: "AUD" };
  const text = painFile(sender, file(line({ name: "張偉" })));
  expect(text).toContain("<Cdtr><Nm>NOTPROVIDED</Nm></Cdtr>");
  expect(text).toContain("<MmbId>083001</MmbId>");
  expect(text).toContain("<CdtrAcct><Id><Othr><Id>987654</Id></Othr></Id></CdtrAcct>");
  expect(text).toContain(
    "<DbtrAgt><FinInstnId><Othr><Id>NOTPROVIDED</Id></Othr></FinInstnId></DbtrAgt>",
  );
});
