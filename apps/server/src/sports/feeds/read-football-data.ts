import type { MatchFact } from "@club/contract";
import { zonedInstant } from "@club/domain";
import {
  type FeedEvent,
  type FeedMarket,
  type FeedOptions,
  type ReadFeed,
  lineOf,
  oddsOf,
  unreadable,
} from "./feed-event.ts";

const DATE = /^(\d{1,2})\/(\d{1,2})\/(\d{2}|\d{4})$/;
/** The first season of these files: a two-digit year from here on is in the last century. */
const FIRST_YEAR = 93;
/** The files give British time; older ones give no time. */
const ZONE = "Europe/London";
const USUAL_TIME = "15:00";
const USUAL_BOOKMAKER = "B365";
const NEEDED = ["Div", "Date", "HomeTeam", "AwayTeam"];
const GOALS = /^\d{1,2}$/;

const DIVISIONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    E0: "England Premier League",
    E1: "England Championship",
    SC0: "Scotland Premiership",
    D1: "Germany Bundesliga",
    I1: "Italy Serie A",
    SP1: "Spain La Liga",
    F1: "France Ligue 1",
  }),
);

type Row = ReadonlyMap<string, string>;

/**
 * Reads a football-data season file: matches, results, 1X2, totals and handicaps.
 *
 * @throws feed.unreadable
 */
export function readFootballData(payload: unknown, options: FeedOptions): ReadFeed {
  if (typeof payload !== "string" || payload.includes("\0")) throw unreadable("csv");
  const [first = "", ...lines] = payload.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
  const header = (cellsOf(first) ?? []).map((name) => name.trim());
  if (!NEEDED.every((name) => header.includes(name))) throw unreadable("header");
  const { bookmaker } = options;
  const isMissing = bookmaker !== null && !header.includes(`${bookmaker}H`);
  const read = lines.flatMap((line, i) =>
    line.replaceAll(",", "").trim() === ""
      ? []
      : [{ at: i + 2, ...readLine(header, line, bookmaker ?? USUAL_BOOKMAKER) }],
  );
  return {
    events: read.flatMap(({ event }) => event ?? []),
    problems: [
      ...(isMissing ? [`no odds of ${bookmaker}`] : []),
      ...read.flatMap(({ at, problem }) => (problem === null ? [] : [`line ${at}: ${problem}`])),
    ],
  };
}

interface ReadLine {
  readonly event: FeedEvent | null;
  readonly problem: string | null;
}

function readLine(header: readonly string[], line: string, bookmaker: string): ReadLine {
  const row = rowOf(header, line);
  if (typeof row === "string") return { event: null, problem: row };
  const event = toEvent(row, bookmaker);
  if (typeof event === "string") return { event: null, problem: event };
  const lame = lameMarket(row, bookmaker);
  return { event, problem: lame === null ? null : `${lame} lacks a price` };
}

/** The cells of a line; commas inside quotes do not split. Null for an unclosed quote. */
function cellsOf(line: string): string[] | null {
  const cell = /("(?:[^"]|"")*"|[^",][^,]*|)(,|$)/y;
  const cells: string[] = [];
  for (;;) {
    const found = cell.exec(line);
    if (found === null) return null;
    const [, value = "", end] = found;
    cells.push(value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value);
    if (end === "") return cells;
  }
}

/** Too many cells may mean a comma in a name: which one is not guessed. */
function rowOf(header: readonly string[], line: string): Row | string {
  const cells = cellsOf(line);
  if (cells === null) return "its quotes have no end";
  if (cells.slice(header.length).some((cell) => cell.trim() !== "")) return "it has too many cells";
  return new Map(header.map((name, at) => [name, (cells[at] ?? "").trim()]));
}

function toEvent(row: Row, bookmaker: string): FeedEvent | string {
  const cell = (name: string): string => row.get(name) ?? "";
  const [div, home, away] = [cell("Div"), cell("HomeTeam"), cell("AwayTeam")];
  const day = dayOf(cell("Date"));
  if (home === "" || away === "") return "a team is missing";
  if (day === null) return "its date is none";
  const start = zonedInstant(day, cell("Time") || USUAL_TIME, ZONE);
  if (start === null) return "its time is none";
  return {
    sourceId: `${div}/${day}/${home}/${away}`.slice(0, 200),
    sport: "football",
    competition: DIVISIONS.get(div) ?? div,
    home,
    away,
    startTime: new Date(start),
    markets: marketsOf(row, bookmaker),
    // A file with only results has no odds columns.
    isPriced: row.has(`${bookmaker}H`),
    score: scoreOf(row),
    facts: factsOf(row),
  };
}

const FACTS: Readonly<Record<MatchFact, readonly [home: string, away: string]>> = {
  shots: ["HS", "AS"],
  on_target: ["HST", "AST"],
  corners: ["HC", "AC"],
  fouls: ["HF", "AF"],
  yellow: ["HY", "AY"],
  red: ["HR", "AR"],
};

/** The file's figures for a match; one missing or blank for either side is left out. */
function factsOf(row: Row): NonNullable<FeedEvent["facts"]> {
  const known = Object.entries(FACTS).flatMap(([fact, columns]) => {
    const cells = columns.map((column) => row.get(column) ?? "");
    return cells.every((cell) => GOALS.test(cell)) ? [[fact, cells.map(Number)]] : [];
  });
  return Object.fromEntries(known);
}

function dayOf(text: string): string | null {
  const match = DATE.exec(text);
  if (match === null) return null;
  const [, dd = "", mm = "", yy = ""] = match;
  const century = Number(yy) >= FIRST_YEAR ? "19" : "20";
  const year = yy.length === 2 ? `${century}${yy}` : yy;
  return `${year}-${mm.padStart(2, "0")}-${dd.padStart(2, "0")}`;
}

function scoreOf(row: Row): FeedEvent["score"] {
  const home = row.get("FTHG") ?? "";
  const away = row.get("FTAG") ?? "";
  if (!GOALS.test(home) || !GOALS.test(away)) return null;
  return { home: Number(home), away: Number(away), isFinal: true };
}

interface MarketColumns {
  readonly shape: Pick<FeedMarket, "type" | "lineMilli">;
  readonly columns: readonly (readonly [key: string, column: string])[];
}

function columnsOf(row: Row, b: string): MarketColumns[] {
  const handicap = lineOf(row.get("AHh") ?? "");
  const sides: MarketColumns["columns"] = [
    ["home", `${b}AHH`],
    ["away", `${b}AHA`],
  ];
  return [
    {
      shape: { type: "1x2", lineMilli: null },
      columns: [
        ["home", `${b}H`],
        ["draw", `${b}D`],
        ["away", `${b}A`],
      ],
    },
    {
      shape: { type: "over_under", lineMilli: 2500 },
      columns: [
        ["over", `${b}>2.5`],
        ["under", `${b}<2.5`],
      ],
    },
    ...(handicap === null
      ? []
      : [{ shape: { type: "asian_handicap" as const, lineMilli: handicap }, columns: sides }]),
  ];
}

function marketsOf(row: Row, bookmaker: string): FeedMarket[] {
  return columnsOf(row, bookmaker).flatMap(({ shape, columns }) => market(row, shape, columns));
}

/** Names a market for which the file has some odds but not all; one entirely blank is ignored. */
function lameMarket(row: Row, bookmaker: string): string | null {
  const lame = columnsOf(row, bookmaker).find(({ columns }) => {
    const cells = columns.map(([, column]) => row.get(column) ?? "");
    return cells.some((cell) => cell !== "") && cells.some((cell) => oddsOf(cell) === null);
  });
  return lame?.shape.type ?? null;
}

/** Leaves out a market with a blank among its odds. */
function market(
  row: Row,
  shape: Pick<FeedMarket, "type" | "lineMilli">,
  columns: readonly (readonly [key: string, column: string])[],
): FeedMarket[] {
  const outcomes = columns.flatMap(([key, column]) => {
    const oddsMilli = oddsOf(row.get(column));
    return oddsMilli === null ? [] : [{ key, name: null, oddsMilli }];
  });
  return outcomes.length === columns.length ? [{ ...shape, outcomes }] : [];
}
