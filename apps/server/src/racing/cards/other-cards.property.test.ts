import { readFileSync } from "node:fs";
import { CARD_PROBLEMS } from "@club/contract";
import { addDays, localDay } from "@club/domain";
import fc from "fast-check";
import { expect, test } from "vitest";
import { LAWS } from "../../../../../packages/domain/test/laws.ts";
import type { CardOptions, ReadCard } from "./card.ts";
import { readClubCard } from "./club-card.ts";
import { readEntainCard } from "./entain-card.ts";
import { readHkRacedayCard } from "./hk-raceday-card.ts";

// Files as they come from elsewhere, broken in one place or three: each is a card, or problems that name row and
// field, or a refusal; a reader never falls over.

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type Reader = (payload: unknown, options: CardOptions) => ReadCard;

const FOLDER = new URL("../../../../../packages/domain/fixtures/racing/", import.meta.url);
const readJson = (url: URL): Json => JSON.parse(readFileSync(url, "utf8")) as Json;
const fixture = (name: string): Json => readJson(new URL(`fixtures/${name}`, import.meta.url));

const CLUB: Json = {
  format_version: 1,
  meeting: {
    code: "WR",
    name: "Wattle Ridge",
    country: "AU",
    date: "2026-11-20",
    timezone: "Australia/Adelaide",
    currency: "AUD",
    event_type: "Races",
    rule_set: "AU_STD",
    dividends: "club",
  },
  races: [1, 2].map((number) => ({
    number,
    name: `Race ${number}`,
    distance_m: 1200,
    class: "4",
    handicap: true,
    going: "Good",
    start_time: `2026-11-20T0${number}:15:00.000Z`,
    runners: [1, 2, 3].map((runner) => ({
      number: runner,
      name: `Horse ${runner}`,
      barrier: runner,
      jockey: "A Rider",
      trainer: "B Trainer",
      weight_kg: 57.5,
      form: "12x4",
      scratched: false,
    })),
  })),
};

const FILES: readonly (readonly [Reader, Json])[] = [
  [readClubCard, CLUB],
  [readEntainCard, fixture("entain-event.json")],
  [readEntainCard, fixture("entain-meetings.json")],
  ...["2017-02-15-HV", "2017-03-19-ST", "2025-11-15-ST"].map(
    (day) => [readHkRacedayCard, readJson(new URL(`${day}.json`, FOLDER))] as const,
  ),
];

const VALUES: readonly Json[] = [
  null,
  "",
  " ",
  "0",
  "7",
  "-1",
  "1e9",
  "١٢",
  "noon",
  "24:00",
  "02:30",
  "2026-02-30",
  "2026-11-20",
  "0000-01-01",
  "9999-12-31",
  "2026-11-20T11:15:00Z",
  "2026-11-20T11:15:00+14:00",
  "2026-11-20 11:15",
  "0000-01-01T00:00:00Z",
  "0000-12-31T23:00:00-23:00",
  "9999-12-31T23:59:59Z",
  "9999-12-31T23:59:59-23:59",
  "0001-01-01T00:00:00+12:00",
  "+275760-09-13T00:00:00Z",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "America/St_Johns",
  "Etc/GMT+12",
  "+05:45",
  "Mars/Olympus",
  "Ⅻ 馬 🏇",
  "x".repeat(40),
  "x".repeat(121),
  "x".repeat(9000),
  "SCRATCHED",
  "__proto__",
  true,
  false,
  0,
  -1,
  1,
  2,
  24,
  60,
  61,
  1.5,
  1e9,
  1e21,
  -1e21,
  32_503_680_000,
  2 ** 53,
  [],
  {},
  [[]],
  [null],
  { en: null },
];

/** Every place of a file, as a path. */
function places(value: Json, path: readonly string[] = []): string[][] {
  if (value === null || typeof value !== "object") return [[...path]];
  const inside = Object.entries(value).flatMap(([name, each]) => places(each, [...path, name]));
  return path.length === 0 ? inside : [[...path], ...inside];
}

type Break = {
  readonly path: readonly string[];
  readonly how: "set" | "drop" | "twice" | "text";
  readonly value: Json;
};

function broken(file: Json, breaks: readonly Break[]): Json {
  const copy = structuredClone(file);
  for (const { path, how, value } of breaks) {
    const last = path.at(-1) as string;
    let parent = copy as Record<string, Json> | undefined;
    for (const name of path.slice(0, -1)) {
      const next: Json | undefined = parent?.[name];
      parent =
        typeof next === "object" && next !== null ? (next as Record<string, Json>) : undefined;
    }
    if (parent === undefined) continue;
    if (how === "set") parent[last] = value;
    else if (how === "text") parent[last] = JSON.stringify(parent[last] ?? null);
    else if (Array.isArray(parent) && how === "twice")
      parent.push(structuredClone(parent[Number(last)] as Json));
    else if (Array.isArray(parent)) parent.splice(Number(last), 1);
    else delete parent[last];
  }
  return copy;
}

const options = fc.record({
  currency: fc.constantFrom("AUD", "AUD", "GBP"),
  firstRaceAt: fc.constantFrom(
    null,
    null,
    new Date("2026-10-03T15:30:00Z"),
    new Date("9998-12-31T22:00:00Z"),
  ),
});

const PLACES = new Map(FILES.map(([, file]) => [file, places(file)]));
const files = fc.constantFrom(...FILES).chain(([read, file]) => {
  const all = PLACES.get(file) ?? [];
  const one = fc.record({
    path: fc.constantFrom(...all),
    how: fc.constantFrom(
      "set" as const,
      "set" as const,
      "drop" as const,
      "twice" as const,
      "text" as const,
    ),
    value: fc.constantFrom(...VALUES),
  });
  return fc.record({
    read: fc.constant(read),
    breaks: fc.array(one, { maxLength: 3 }),
    file: fc.constant(file),
    options,
  });
});

const isWhole = (value: number | null, most: number) =>
  value === null || (Number.isInteger(value) && value >= 1 && value <= most);

/** What any card must satisfy: the database accepts it and bets can be placed on it. */
function requireCard({ card, problems }: ReadCard): void {
  if (card === null) {
    expect(problems.length).toBeGreaterThan(0);
    return;
  }
  if (problems.length > 0) return;
  const { meeting, races } = card;
  expect(races.length).toBeGreaterThan(0);
  expect(new Set(races.map(({ number }) => number)).size).toBe(races.length);
  for (const race of races) {
    const start = race.start_time as Date;
    expect(isWhole(race.number, 60) && isWhole(race.distance_m, 100_000)).toBe(true);
    expect([meeting.date, addDays(meeting.date, 1)]).toContain(
      localDay(start.getTime(), meeting.timezone),
    );
    expect(new Set(race.runners.map(({ number }) => number)).size).toBe(race.runners.length);
    for (const runner of race.runners) {
      expect(isWhole(runner.number, 60) && isWhole(runner.barrier, 999)).toBe(true);
      expect(runner.name.trim()).not.toBe("");
      expect(runner.name.length).toBeLessThanOrEqual(120);
      expect(runner.weight_kg === null || (runner.weight_kg > 0 && runner.weight_kg < 1000)).toBe(
        true,
      );
    }
  }
}

function requireNamed({ problems }: ReadCard): void {
  for (const { row, field, code } of problems) {
    expect(row).toMatch(/^(card|meeting|races\[\d+\](\.runners\[\d+\])?|line \d+)$/);
    expect(field).not.toBe("");
    expect(CARD_PROBLEMS).toContain(code);
  }
}

test("a file that was broken somewhere is a card, or says where", () => {
  let taken = 0;
  fc.assert(
    fc.property(files, ({ read, file, breaks, options: asked }) => {
      const result = read(broken(file, breaks), asked);
      requireNamed(result);
      requireCard(result);
      if (result.card !== null && result.problems.length === 0) taken += 1;
    }),
    { ...LAWS, numRuns: LAWS.numRuns * 4 },
  );
  expect(taken).toBeGreaterThan(LAWS.numRuns / 4);
});

test("a problem of the feed's file names the row of the card, and its numbers", () => {
  const asked = { currency: "AUD", firstRaceAt: null };
  const event = fixture("entain-event.json") as { data: { race: object; runners: object[] } };
  Object.assign(event.data.runners[1]!, { barrier: "inside" });
  Object.assign(event.data.race, { distance: 0 });
  expect(readEntainCard(event, asked).problems).toMatchObject([
    { row: "races[0]", field: "distance", code: "invalid", race: 5, runner: null },
    { row: "races[0].runners[1]", field: "barrier", code: "invalid", race: 5 },
  ]);
  const list = fixture("entain-meetings.json") as { data: { meetings: { races: object[] }[] } };
  Object.assign(list.data.meetings[0]!.races[1]!, { start_time: "soon" });
  expect(readEntainCard(list, asked)).toEqual({
    card: null,
    problems: [
      { row: "races[1]", field: "start_time", code: "time_not_real", race: 6, runner: null },
    ],
  });
});

test("a state or a country that is named like a part of every object is an unknown one", () => {
  const asked = { currency: "AUD", firstRaceAt: null };
  for (const word of ["__proto__", "constructor", "toString"]) {
    const event = fixture("entain-event.json") as { data: { race: object } };
    Object.assign(event.data.race, { state: word });
    expect(readEntainCard(event, asked).card?.meeting.timezone).toBe("Australia/Sydney");
    Object.assign(event.data.race, { country: word });
    expect(readEntainCard(event, asked).card?.meeting.timezone).toBe("Etc/UTC");
  }
});

test("a meeting abroad is on the day and in the zone of its course", () => {
  const list = fixture("entain-meetings.json") as { data: { meetings: { races: object[] }[] } };
  const meeting = list.data.meetings[0]!;
  for (const race of meeting.races) Object.assign(race, { start_time: "2026-11-20T20:10:00Z" });
  const read = (country: string) => {
    Object.assign(meeting, { country, state: null });
    const { card } = readEntainCard(list, { currency: "AUD", firstRaceAt: null });
    return [card?.meeting.country, card?.meeting.timezone, card?.meeting.date];
  };
  expect(read("USA")).toEqual(["US", "America/New_York", "2026-11-20"]);
  expect(read("HKG")).toEqual(["HK", "Asia/Hong_Kong", "2026-11-21"]);
  expect(read("AUS")).toEqual(["AU", "Australia/Sydney", "2026-11-21"]);
});
