import { defineReport, type ColumnEntry, type ReportWords } from "./define-report.ts";

/** What the texts of a line are made of. */
interface LineFacts {
  readonly at: string;
  readonly type: string;
  readonly reference: string | null;
  readonly bet: LineBet | null;
  readonly sport: LineSport | null;
}

interface LineSport {
  readonly legs: number;
  readonly home: string;
  readonly away: string;
  readonly home_names: Names;
  readonly away_names: Names;
}

type Names = Readonly<Record<string, string>>;

interface LineBet {
  readonly receipt_no: string;
  readonly bet_type: number;
  readonly meetings: string;
  readonly raceNo: number;
  readonly meetings2: string | null;
  readonly raceNo2: number | null;
}

type Words = Pick<ReportWords, "t">;

/**
 * The columns of a player's statement, from which its files and the rows of the player app are
 * drawn. Their heads are the texts `export.ID`. A `field` is sent on the wire under that name, and
 * read under it from the query.
 */
export const STATEMENT_FIELDS = [
  { id: "day", kind: "day", value: dayOf, signs: 12, paper: 54 },
  { id: "time", kind: "text", value: timeOf, signs: 10, paper: 44 },
  {
    id: "type",
    kind: "text",
    value: typeOf,
    signs: 16,
    paper: 68,
    app: { place: "title", value: titleOf },
  },
  {
    id: "detail",
    kind: "text",
    value: detailOf,
    signs: 38,
    paper: 168,
    app: { place: "meta", value: raceOfPayment },
  },
  {
    id: "reference",
    kind: "text",
    field: "reference",
    value: ({ bet, reference }: LineFacts) => bet?.receipt_no ?? reference,
    signs: 18,
    paper: 74,
    app: { place: "meta", value: knownReference },
  },
  {
    id: "amount",
    kind: "money",
    field: "amount_cents",
    signs: 14,
    paper: 52,
    app: { place: "figure" },
  },
  {
    id: "balance",
    kind: "money",
    field: "balance_cents",
    signs: 14,
    paper: 55,
    app: { place: "figure" },
  },
  { id: "entry", kind: "text", field: "entry_id", signs: 40, paper: 0 },
] as const satisfies readonly ColumnEntry<LineFacts>[];

export const STATEMENT = defineReport<LineFacts>({ columns: STATEMENT_FIELDS });

function dayOf({ at }: LineFacts, { clock }: ReportWords): string {
  return clock(at).slice(0, 10);
}

function timeOf({ at }: LineFacts, { clock }: ReportWords): string {
  return clock(at).slice(11);
}

function typeOf({ type }: LineFacts, { t }: Words): string {
  return t.find(`statement.type.${type}`) ?? t.find("statement.type.other") ?? "";
}

/** "Each Way · Wattle Ridge R5", "Ellerby Town – Castle Moor + 2". */
function detailOf({ bet, sport }: LineFacts, { t }: Words): string {
  if (sport !== null) return eventOf(t, sport);
  return bet === null ? "" : joined([betName(t, bet), raceOf(t, bet)]);
}

/** "Each Way · Wattle Ridge R5", "Payout · Quinella", "Top-up"; of sports what files say of it. */
function titleOf(line: LineFacts, words: Words): string {
  if (line.bet === null) return joined([typeOf(line, words), detailOf(line, words)]);
  if (line.type === "bet") return detailOf(line, words);
  return joined([typeOf(line, words), betName(words.t, line.bet)]);
}

function raceOfPayment({ type, bet }: LineFacts, { t }: Words): string | null {
  return bet === null || type === "bet" ? null : raceOf(t, bet);
}

/** A claim for a correction of a sport bet refers to a number that nobody knows. */
function knownReference({ type, bet, reference }: LineFacts): string | null {
  if (bet !== null) return type === "bet" ? bet.receipt_no : null;
  return type === "correction_claim" ? null : reference;
}

/** The first leg's event, and how many others there are. */
function eventOf(t: Words["t"], { home, away, legs, ...names }: LineSport): string {
  const named = (own: string, by: Names) => by[t.language ?? ""] ?? own;
  const sides = [named(home, names.home_names), named(away, names.away_names)];
  const event = sides.filter((side) => side !== "").join(" – ");
  return legs < 2 ? event : `${event} + ${legs - 1}`;
}

function betName(t: Words["t"], { bet_type: type }: LineBet): string {
  return t.find(`betType.${type}`) ?? "";
}

function raceOf(t: Words["t"], bet: LineBet): string {
  const legOf = (meeting: string, n: number) => `${meeting} ${t.find("race.short", { n }) ?? ""}`;
  const first = legOf(bet.meetings, bet.raceNo);
  if (bet.meetings2 === null || bet.raceNo2 === null) return first;
  return `${first} + ${legOf(bet.meetings2, bet.raceNo2)}`;
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(" · ");
}
