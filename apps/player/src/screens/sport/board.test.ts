import type { SportEventRow, SportMarket } from "@club/contract";
import { expect, test } from "vitest";
import { chosenOf, competitionsOf, countsOf, firstOf, sportsOf } from "./board.ts";
import { groupsOf, opensAtFirst } from "./market-groups.ts";

const row = (
  id: string,
  competition: string,
  more: Partial<SportEventRow> = {},
): SportEventRow => ({
  event_id: id,
  sport: "football",
  competition,
  home: "A",
  away: "B",
  home_names: {},
  away_names: {},
  start_time: "2026-11-21T15:00:00.000Z",
  status: "open",
  is_live: false,
  live: null,
  result: null,
  markets_count: 1,
  main_market: market(["home", "draw", "away"]),
  ...more,
});

function market(keys: readonly string[]): NonNullable<SportEventRow["main_market"]> {
  const outcomes = keys.map((key) => ({
    outcome_id: key,
    key,
    name: null,
    odds_milli: 2000,
    previous_odds_milli: null,
    result: null,
  }));
  return {
    market_id: "m",
    type: "1x2",
    line: null,
    status: "open",
    version: 1,
    outcomes,
  } as NonNullable<SportEventRow["main_market"]>;
}

test("sports stand in the club's order, unknown ones last; those without a match today too", () => {
  const events = [
    row("1", "L", { sport: "darts" }),
    row("2", "L", { sport: "tennis" }),
    row("3", "L"),
  ];
  expect(sportsOf(events, ["football", "golf"])).toEqual([
    { sport: "football", count: 1 },
    { sport: "tennis", count: 1 },
    { sport: "golf", count: 0 },
    { sport: "darts", count: 1 },
  ]);
});

test("matches stand by competition, favourites first", () => {
  const events = [row("1", "League"), row("2", "Cup"), row("3", "Cup")];
  const groups = competitionsOf(events, ["3"]);
  expect(
    groups.map(({ name, events: all }) => [name, all.map(({ event_id }) => event_id)]),
  ).toEqual([
    ["Cup", ["3", "2"]],
    ["League", ["1"]],
  ]);
});

test("what is over stands behind what can still be bet on, unless it is a favourite", () => {
  const events = [
    row("1", "L", { status: "settled" }),
    row("2", "L", { status: "void" }),
    row("3", "L"),
    row("4", "L", { status: "suspended" }),
  ];
  const ids = competitionsOf(events, ["2"]).flatMap(({ events: all }) =>
    all.map(({ event_id }) => event_id),
  );
  expect(ids).toEqual(["2", "3", "4", "1"]);
});

test("columns have a head only where all prices of a competition are for the same", () => {
  const two = row("2", "Mixed", { main_market: market(["home", "away"]) });
  const many = row("3", "Outright", { main_market: market(["a", "b", "c", "d"]) });
  const groups = competitionsOf([row("1", "Mixed"), two, many, row("4", "League")], []);
  expect(groups.map(({ name, columns }) => [name, columns])).toEqual([
    ["Mixed", []],
    ["Outright", []],
    ["League", ["home", "draw", "away"]],
  ]);
});

test("the first so many matches, and no empty head after them", () => {
  const groups = competitionsOf([row("1", "A"), row("2", "A"), row("3", "B"), row("4", "C")], []);
  const shown = firstOf(groups, 3).map(({ name, events }) => `${name}${events.length}`);
  expect(shown).toEqual(["A2", "B1"]);
});

const kind = (type: SportMarket["type"], outcomes: number, line: number | null = null) =>
  ({
    market_id: `${type} ${line}`,
    type,
    line,
    status: "open",
    outcomes: Array.from({ length: outcomes }, (_, at) => ({ odds_milli: 2000 + at * 100 })),
  }) as unknown as SportMarket;

test("kinds stand in the order of what people look for; long lists are folded, unless alone", () => {
  const groups = groupsOf([
    kind("correct_score", 12),
    kind("asian_handicap", 2, -0.5),
    kind("over_under", 2, 3.5),
    kind("1x2", 3),
    kind("over_under", 2, 2.5),
  ]);
  expect(groups.map(({ type }) => type)).toEqual([
    "1x2",
    "over_under",
    "asian_handicap",
    "correct_score",
  ]);
  expect(groups[1]?.markets.map(({ line }) => line)).toEqual([2.5, 3.5]);
  expect(groups.map((_, at) => opensAtFirst(groups, at))).toEqual([true, true, true, false]);
  expect(opensAtFirst(groupsOf([kind("outright", 40)]), 0)).toBe(true);
});

test("a folded competition is its head alone, and leaves its room to the others", () => {
  const events = [row("1", "A"), row("2", "A"), row("3", "B"), row("4", "B"), row("5", "C")];
  const all = competitionsOf(events, []);
  const drawn = firstOf(all, 2, ["A"]).map(({ name, isFolded, count, events: own }) => [
    name,
    isFolded,
    count,
    own.length,
  ]);
  expect(drawn).toEqual([
    ["A", true, 2, 0],
    ["B", false, 2, 2],
  ]);
});

test("competitions are counted by sport and name", () => {
  const events = [row("1", "Open"), row("2", "Cup"), row("3", "Open", { sport: "tennis" })];
  expect(countsOf([...events, row("4", "Cup")])).toEqual([
    { id: "football Cup", name: "Cup", count: 2 },
    { id: "football Open", name: "Open", count: 1 },
    { id: "tennis Open", name: "Open", count: 1 },
  ]);
});

test("a choice holds for its sport alone; a sport without one shows everything", () => {
  const events = [row("1", "Open"), row("2", "Cup"), row("3", "Open", { sport: "tennis" })];
  const ids = (chosen: readonly string[]) => chosenOf(events, chosen).map(({ event_id: id }) => id);
  expect(ids([])).toEqual(["1", "2", "3"]);
  expect(ids(["football Cup"])).toEqual(["2", "3"]);
  expect(ids(["football Gone"])).toEqual(["3"]);
  expect(ids(["tennis Open", "football Open"])).toEqual(["1", "3"]);
});
