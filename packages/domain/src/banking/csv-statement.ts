import {
  type BankDateFormat,
  type BankFileFault,
  type BankFileRule,
  type BankLine,
  type BankStatement,
  MOST_BANK_LINES,
  bankAmount,
  bankDay,
  bankWords,
} from "./bank-statement.ts";

/** Where a bank puts what in its CSV. A column is its heading, or its place counted from one. */
export interface CsvProfile {
  readonly id: string;
  readonly delimiter: "," | ";" | "\t";
  readonly hasHead: boolean;
  readonly decimal: "." | ",";
  readonly dateFormat: BankDateFormat;
  readonly date: string;
  /** One signed column, or one for money in and one for money out. */
  readonly amount: string | { readonly in: string; readonly out: string };
  readonly reference: string;
  readonly name: string;
  readonly details: string;
}

const common = {
  delimiter: ",",
  hasHead: true,
  decimal: ".",
  name: "",
  details: "",
  reference: "",
} as const;

/** The built-in profiles; a club adds its own. An empty heading: there is no such column. */
export const CSV_PROFILES: readonly CsvProfile[] = [
  {
    ...common,
    id: "plain",
    dateFormat: "YYYY-MM-DD",
    date: "Date",
    amount: "Amount",
    reference: "Reference",
    name: "Name",
    details: "Details",
  },
  {
    ...common,
    id: "au-four",
    hasHead: false,
    dateFormat: "DD/MM/YYYY",
    date: "1",
    amount: "2",
    details: "3",
  },
  {
    ...common,
    id: "au-debit-credit",
    dateFormat: "DD/MM/YYYY",
    date: "Date",
    amount: { in: "Credit", out: "Debit" },
    details: "Narrative",
    reference: "Serial",
  },
  {
    ...common,
    id: "uk",
    dateFormat: "DD/MM/YYYY",
    date: "Date",
    amount: "Amount",
    details: "Memo",
    reference: "Reference",
  },
  {
    ...common,
    id: "us",
    dateFormat: "MM/DD/YYYY",
    date: "Date",
    amount: "Amount",
    details: "Description",
  },
  {
    ...common,
    id: "eu-semicolon",
    delimiter: ";",
    decimal: ",",
    dateFormat: "DD.MM.YYYY",
    date: "Buchungstag",
    amount: "Betrag",
    reference: "Kundenreferenz (End-to-End)",
    name: "Beguenstigter/Zahlungspflichtiger",
    details: "Verwendungszweck",
  },
];

class Fault extends Error {
  readonly fault: BankFileFault;

  constructor(rule: BankFileRule, line: number) {
    super(rule);
    this.fault = { rule, line };
  }
}

/** Reads a statement by a profile; a fault names the first line that it cannot read. */
export function readCsvStatement(text: string, profile: CsvProfile): BankStatement | BankFileFault {
  try {
    return read(text, profile);
  } catch (error) {
    if (error instanceof Fault) return error.fault;
    throw error;
  }
}

function read(text: string, profile: CsvProfile): BankStatement {
  const rows = csvRows(text.replace(/^\uFEFF/, ""), profile.delimiter);
  const head = profile.hasHead ? rows.shift()?.cells : undefined;
  if (profile.hasHead && head === undefined) throw new Fault("empty", 1);
  const places = placesOf(profile, head?.map((cell) => cell.trim().toLowerCase()) ?? null);
  const lines = rows
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ""))
    .map((row) => lineOf(row, profile, places));
  if (lines.length === 0) throw new Fault("empty", 1);
  if (lines.length > MOST_BANK_LINES) throw new Fault("too_many", MOST_BANK_LINES);
  return {
    lines: lines.filter((line) => line.amountCents !== 0n),
    closingCents: null,
    closingDay: null,
  };
}

interface Places {
  readonly date: number;
  readonly amount: number;
  readonly in: number;
  readonly out: number;
  readonly reference: number;
  readonly name: number;
  readonly details: number;
}

const NONE = -1;

function placesOf(profile: CsvProfile, head: readonly string[] | null): Places {
  const place = (column: string): number => {
    if (column === "") return NONE;
    const at = head === null ? Number(column) - 1 : head.indexOf(column.trim().toLowerCase());
    if (!Number.isInteger(at) || at < 0) throw new Fault("columns", 1);
    return at;
  };
  const { amount } = profile;
  const isOne = typeof amount === "string";
  return {
    date: place(profile.date),
    amount: isOne ? place(amount) : NONE,
    in: isOne ? NONE : place(amount.in),
    out: isOne ? NONE : place(amount.out),
    reference: place(profile.reference),
    name: place(profile.name),
    details: place(profile.details),
  };
}

interface Row {
  readonly cells: readonly string[];
  readonly line: number;
}

function lineOf({ cells, line }: Row, profile: CsvProfile, places: Places): BankLine {
  const cell = (at: number): string => (at === NONE ? "" : (cells[at] ?? ""));
  const day = bankDay(cell(places.date), profile.dateFormat);
  if (day === null) throw new Fault("date", line);
  const cents = (at: number): bigint => {
    if (cell(at).trim() === "") return 0n;
    const amount = bankAmount(cell(at), profile.decimal);
    if (amount === null) throw new Fault("amount", line);
    return amount;
  };
  const out = cents(places.out);
  return {
    day,
    amountCents:
      places.amount === NONE ? cents(places.in) - (out < 0n ? -out : out) : cents(places.amount),
    reference: bankWords(cell(places.reference)),
    name: bankWords(cell(places.name)),
    details: bankWords(cell(places.details)),
    bankId: "",
  };
}

/** A cell and what ends it; in quotes it may hold separators, line ends and doubled quotes. */
const CELLS = {
  ",": /(?:"([^"]*(?:""[^"]*)*)"[^,\n]*|([^,\n]*))(,|\n|$)/y,
  ";": /(?:"([^"]*(?:""[^"]*)*)"[^;\n]*|([^;\n]*))(;|\n|$)/y,
  "\t": /(?:"([^"]*(?:""[^"]*)*)"[^\t\n]*|([^\t\n]*))(\t|\n|$)/y,
} as const;

/** Rows of RFC 4180. */
function csvRows(text: string, delimiter: CsvProfile["delimiter"]): Row[] {
  const plain = text.replaceAll(/\r\n?/g, "\n");
  const pattern = CELLS[delimiter];
  const rows: Row[] = [];
  let [at, line] = [0, 1];
  while (at < plain.length) {
    const cells: string[] = [];
    const begun = line;
    let end: string | undefined = delimiter;
    while (end === delimiter) {
      pattern.lastIndex = at;
      const [whole = "", quoted, bare = "", after] = pattern.exec(plain) ?? [];
      if (quoted === undefined && bare.startsWith('"')) throw new Fault("format", begun);
      cells.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'));
      line += whole.split("\n").length - 1;
      at += whole.length;
      end = after;
    }
    rows.push({ cells, line: begun });
  }
  return rows;
}
