import { isBetTypeIndex } from "@club/domain";
import type { AnyTranslate } from "@club/i18n";
import type { TableColumn } from "../../core/tables/table-file.ts";
import { referenceOf, typeOf } from "./read-statement.ts";
import type { LineRow } from "./read-statement.ts";

/**
 * The columns of a statement as CSV, XLSX and PDF, each defined once; their headings are the texts
 * `export.ID`. What a row holds is in statement.queries.ts.
 */
export const STATEMENT_COLUMNS: readonly TableColumn<LineRow>[] = [
  {
    id: "day",
    kind: "day",
    value: ({ at }, { clock }) => clock(at).slice(0, 10),
    signs: 12,
    paper: 54,
  },
  {
    id: "time",
    kind: "text",
    value: ({ at }, { clock }) => clock(at).slice(11),
    signs: 10,
    paper: 44,
  },
  { id: "type", kind: "text", value: typeText, signs: 16, paper: 68 },
  { id: "detail", kind: "text", value: (row, { t }) => detailOf(t, row), signs: 38, paper: 168 },
  { id: "reference", kind: "text", value: referenceOf, signs: 18, paper: 74 },
  { id: "amount", kind: "money", value: (row) => row.amount_cents, signs: 14, paper: 52 },
  { id: "balance", kind: "money", value: (row) => row.balance_cents, signs: 14, paper: 55 },
  { id: "entry", kind: "text", value: (row) => row.entry_id, signs: 40, paper: 0 },
];

function typeText(row: LineRow, { t }: { t: AnyTranslate }): string {
  return t.find(`statement.type.${typeOf(row)}`) ?? t.find("statement.type.other") ?? "";
}

/** "Each Way · Wattle Ridge R5". */
function detailOf(t: AnyTranslate, row: LineRow): string {
  const { order_id: order, bet_type: type, meetings, race_no: number } = row;
  if (order === null) return "";
  const name = type !== null && isBetTypeIndex(type) ? t.find(`betType.${type}`) : undefined;
  const raceOf = (meeting: string | null, n: number | null) =>
    `${meeting ?? ""} ${t.find("race.short", { n: n ?? 0 }) ?? ""}`;
  const first = raceOf(meetings, number);
  const race =
    row.meetings2 === null || row.race_no2 === null
      ? first
      : `${first} + ${raceOf(row.meetings2, row.race_no2)}`;
  return name === undefined ? race : `${name} · ${race}`;
}
