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

const DATE = /^(\d{2})\/(\d{2})\/(\d{2}|\d{4})$/;
/** The files give British time, and the older ones none. */
const ZONE = "Europe/London";
const USUAL_TIME = "15:00";
const USUAL_BOOKMAKER = "B365";
const NEEDED = ["Div", "Date", "HomeTeam", "AwayTeam"];
const GOALS = /^\d{1,2}$/;

const DIVISIONS: Readonly<Record<string, string>> = {
  E0: "England Premier League",
  E1: "England Championship",
  SC0: "Scotland Premiership",
  D1: "Germany Bundesliga",
  I1: "Italy Serie A",
  SP1: "Spain La Liga",
  F1: "France Ligue 1",
};

type Row = ReadonlyMap<string, string>;

/** Reads a football-data season file: matches, results, 1X2, totals and handicaps. @throws feed.unreadable */
export function readFootballData(payload: unknown, options: FeedOptions): ReadFeed {
  if (typeof payload !== "string") throw unreadable("csv");
  const lines = payload
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "");
  const header = (lines.shift() ?? "").split(",").map((name) => name.trim());
  if (!NEEDED.every((name) => header.includes(name))) throw unreadable("header");
  const events: FeedEvent[] = [];
  const problems: string[] = [];
  for (const [i, line] of lines.entries()) {
    const cells = line.split(",");
    const row: Row = new Map(header.map((name, at) => [name, (cells[at] ?? "").trim()]));
    const event = toEvent(row, options.bookmaker ?? USUAL_BOOKMAKER);
    if (typeof event === "string") problems.push(`line ${i + 2}: ${event}`);
    else events.push(event);
  }
  return { events, problems };
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
    competition: DIVISIONS[div] ?? div,
    home,
    away,
    startTime: new Date(start),
    markets: marketsOf(row, bookmaker),
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

/** What the file counts of a match; a column that is missing or blank for one side counts for none. */
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
  const [, dd = "", mm = "", year = ""] = match;
  return `${year.length === 2 ? `20${year}` : year}-${mm}-${dd}`;
}

function scoreOf(row: Row): FeedEvent["score"] {
  const home = row.get("FTHG") ?? "";
  const away = row.get("FTAG") ?? "";
  if (!GOALS.test(home) || !GOALS.test(away)) return null;
  return { home: Number(home), away: Number(away), isFinal: true };
}

function marketsOf(row: Row, b: string): FeedMarket[] {
  const handicap = lineOf(row.get("AHh") ?? "");
  return [
    ...market(row, { type: "1x2", lineMilli: null }, [
      ["home", `${b}H`],
      ["draw", `${b}D`],
      ["away", `${b}A`],
    ]),
    ...market(row, { type: "over_under", lineMilli: 2500 }, [
      ["over", `${b}>2.5`],
      ["under", `${b}<2.5`],
    ]),
    ...(handicap === null
      ? []
      : market(row, { type: "asian_handicap", lineMilli: handicap }, [
          ["home", `${b}AHH`],
          ["away", `${b}AHA`],
        ])),
  ];
}

/** A market with a blank among its odds is left out. */
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
