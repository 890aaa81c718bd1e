import { expect, test } from "vitest";
import { bankAmount, bankDay } from "./bank-statement.ts";
import { readCamtStatement } from "./camt-statement.ts";
import { CSV_PROFILES, readCsvStatement } from "./csv-statement.ts";
import type { CsvProfile } from "./csv-statement.ts";
import { readXml } from "./read-xml.ts";

const profile = (id: string): CsvProfile => {
  const found = CSV_PROFILES.find((each) => each.id === id);
  if (found === undefined) throw new Error(id);
  return found;
};
const amounts = (read: ReturnType<typeof readCsvStatement>) =>
  "rule" in read ? read : read.lines.map((line) => [line.day, line.amountCents, line.details]);

test.each([
  ["1,284.50", ".", 128_450n],
  ["1.284,50", ",", 128_450n],
  ["-12", ".", -1200n],
  ["(12.05)", ".", -1205n],
  ["$3.1", ".", 310n],
  ["-$3.10", ".", -310n],
  ["3.10 DR", ".", -310n],
  ["3.10 CR", ".", 310n],
  ["3.10-", ".", -310n],
  ["1 000,00", ",", 100_000n],
  ["1.234", ".", null],
  ["1e5", ".", null],
  ["", ".", null],
  ["abc", ".", null],
] as const)("%j with %j is %s", (text, decimal, cents) =>
  expect(bankAmount(text, decimal)).toBe(cents),
);

test.each([
  ["2026-11-20", "YYYY-MM-DD", "2026-11-20"],
  ["20/11/2026", "DD/MM/YYYY", "2026-11-20"],
  ["1/2/26", "DD/MM/YYYY", "2026-02-01"],
  ["1/2/26", "MM/DD/YYYY", "2026-01-02"],
  ["31.12.2026", "DD.MM.YYYY", "2026-12-31"],
  ["20261231", "YYYYMMDD", "2026-12-31"],
  ["31/02/2026", "DD/MM/YYYY", null],
  ["20-11-2026", "DD/MM/YYYY", null],
] as const)("%s by %s is %s", (text, format, day) => expect(bankDay(text, format)).toBe(day));

test("columns by heading, quotes, line ends in a cell, blank lines, a mark of UTF-8", () => {
  const text =
    '\uFEFFDate,Amount,Reference,Name,Details\r\n2026-11-20,"1,200.00",HC 1,"Haldane, ""N""","two\nlines"\r\n\r\n2026-11-21,-5.00,,,fee\r\n';
  const read = readCsvStatement(text, profile("plain"));
  expect(read).toMatchObject({
    lines: [
      {
        day: "2026-11-20",
        amountCents: 120_000n,
        reference: "HC 1",
        name: 'Haldane, "N"',
        details: "two lines",
      },
      { day: "2026-11-21", amountCents: -500n, details: "fee" },
    ],
  });
});

test("columns by place, and money in two columns", () => {
  const four = '20/11/2026,"+200.00","HC 40117 TQ","+500.00"\n21/11/2026,-5.5,Fee,494.5\n';
  expect(amounts(readCsvStatement(four, profile("au-four")))).toEqual([
    ["2026-11-20", 20_000n, "HC 40117 TQ"],
    ["2026-11-21", -550n, "Fee"],
  ]);
  const two =
    "Date,Narrative,Debit,Credit,Serial\n20/11/2026,in,,20.00,1\n20/11/2026,out,7.00,,2\n20/11/2026,out,-7.00,,3\n";
  expect(amounts(readCsvStatement(two, profile("au-debit-credit")))).toEqual([
    ["2026-11-20", 2000n, "in"],
    ["2026-11-20", -700n, "out"],
    ["2026-11-20", -700n, "out"],
  ]);
});

test.each([
  ["", "plain", { rule: "empty", line: 1 }],
  ["Date,Amount,Reference,Name,Details\n", "plain", { rule: "empty", line: 1 }],
  ["Day,Amount,Reference,Name,Details\n2026-11-20,1,,,", "plain", { rule: "columns", line: 1 }],
  [
    "Date,Amount,Reference,Name,Details\n2026-11-20,1,,,\nx,1,,,",
    "plain",
    { rule: "date", line: 3 },
  ],
  ["Date,Amount,Reference,Name,Details\n2026-11-20,1.234,,,", "plain", { rule: "amount", line: 2 }],
  ['Date,Amount,Reference,Name,Details\n2026-11-20,"1', "plain", { rule: "format", line: 2 }],
] as const)("%j by %s: %j", (text, id, fault) =>
  expect(readCsvStatement(text, profile(id))).toEqual(fault),
);

const entry = (part: string, amount = "200.00", side = "CRDT"): string =>
  `<Ntry><Amt Ccy="AUD">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt><AcctSvcrRef>B-1</AcctSvcrRef>${part}</Ntry>`;
const camt = (entries: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><!-- day --><n:Document xmlns:n="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><n:BkToCstmrStmt><n:Stmt>
   <n:Bal><n:Tp><n:CdOrPrtry><n:Cd>CLBD</n:Cd></n:CdOrPrtry></n:Tp><n:Amt Ccy="AUD">1200.50</n:Amt><n:CdtDbtInd>CRDT</n:CdtDbtInd><n:Dt><n:Dt>2026-11-20</n:Dt></n:Dt></n:Bal>
   ${entries.replaceAll(/<(\/?)(?=[A-Z])/g, "<$1n:")}</n:Stmt></n:BkToCstmrStmt></n:Document>`;

test("camt.053: who sent it, its reference, the closing balance", () => {
  const details =
    "<NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><RltdPties><Dbtr><Pty><Nm>N &amp; O Haldane</Nm></Pty></Dbtr></RltdPties><RmtInf><Ustrd>HC 40117</Ustrd><Ustrd>TQ</Ustrd></RmtInf></TxDtls></NtryDtls>";
  expect(readCamtStatement(camt(entry(details)), "AUD")).toEqual({
    lines: [
      {
        day: "2026-11-20",
        amountCents: 20_000n,
        reference: "",
        name: "N & O Haldane",
        details: "HC 40117 TQ",
        bankId: "B-1",
      },
    ],
    closingCents: 120_050n,
    closingDay: "2026-11-20",
  });
});

test("camt.053: an entry of several payments gives each; one that does not add up stays whole; pending ones are left out", () => {
  const part = (amount: string, id: string): string =>
    `<TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs><Amt Ccy="AUD">${amount}</Amt><RltdPties><Cdtr><Nm>Pia</Nm></Cdtr></RltdPties></TxDtls>`;
  const both = `<NtryDtls>${part("150.00", "WD1")}${part("50.00", "WD2")}</NtryDtls>`;
  const text = camt(
    entry(both, "200.00", "DBIT") +
      entry(both, "300.00", "DBIT") +
      entry("", "9.00").replace("BOOK", "PDNG"),
  );
  const read = readCamtStatement(text, "AUD");
  expect(
    "rule" in read
      ? read
      : read.lines.map((line) => [line.amountCents, line.reference, line.bankId, line.name]),
  ).toEqual([
    [-15_000n, "WD1", "B-1/1", "Pia"],
    [-5000n, "WD2", "B-1/2", "Pia"],
    [-30_000n, "WD1", "B-1", "Pia"],
  ]);
});

test.each([
  ["another currency", camt(entry("")).replaceAll("AUD", "EUR"), { rule: "currency", line: 1 }],
  ["no document", "<a/>", { rule: "format", line: 1 }],
  ["no text", "", { rule: "format", line: 1 }],
  ["no day", camt(entry("").replace("2026-11-20", "soon")), { rule: "date", line: 1 }],
  ["no amount", camt(entry("", "x")), { rule: "amount", line: 1 }],
])("camt.053 with %s", (_, text, fault) => expect(readCamtStatement(text, "AUD")).toEqual(fault));

test.each([
  ["a document type", '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
  ["a file of the server", '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
  ["an entity of its own", "<a>&b;</a>"],
  ["an entity that is not ended", "<a>&amp</a>"],
  ["a code that is no sign", "<a>&#1114112;</a>"],
  ["an open element", "<a><b></a>"],
  ["two roots", "<a/><b/>"],
  ["words around", "<a/>b"],
  ["endless depth", "<a>".repeat(60) + "</a>".repeat(60)],
  ["a broken attribute", "<a b=c/>"],
  ["an end without a beginning", "</a>"],
  ["a comment that is not ended", "<a><!-- </a>"],
])("XML with %s is none", (_, text) => expect(readXml(text)).toBeNull());

test("XML: text, entities, raw parts and attributes", () => {
  expect(
    readXml(
      "<?xml version='1.0'?><x:a b='1' c=\"&lt;\"> one &#65;&#x42; <![CDATA[<&>]]><d/></x:a>",
    ),
  ).toEqual({
    name: "a",
    attributes: { b: "1", c: "<" },
    text: "one AB <&>",
    children: [{ name: "d", attributes: {}, children: [], text: "" }],
  });
});
