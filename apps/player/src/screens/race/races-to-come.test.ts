import type { DayMeeting, NextRace } from "@club/contract";
import { expect, test } from "vitest";
import { filterRaces, racesToCome } from "./races-to-come.ts";

const next = (id: string, minute: number, more: Partial<NextRace> = {}): NextRace => ({
  event_id: "meeting",
  code: "WR",
  meetings: "Wattle Ridge",
  event_type: "Races",
  country: "AU",
  timezone: "UTC",
  date: "2026-11-26",
  race_id: id,
  raceNo: 1,
  name: "",
  start_time: new Date(Date.UTC(2026, 10, 26, 10, minute)).toISOString(),
  status: "open",
  distance_m: 1200,
  ...more,
});

function meeting(races: readonly NextRace[]): DayMeeting {
  const [first] = races as [NextRace];
  return {
    ...first,
    currency: "AUD",
    going: null,
    turnover_cents: 0,
    multi_pools: [],
    races: races.map((race) => ({ ...race, result: null })),
  };
}

const idsOf = (races: readonly { readonly race_id: string }[]) =>
  races.map(({ race_id }) => race_id).join(" ");

test("the day's open races and the next ones after it, once each, in order of start", () => {
  const day = [
    meeting([next("a", 5), next("c", 25), next("gone", 1, { status: "closed" })]),
    meeting([next("b", 15, { country: "HK" })]),
  ];
  expect(idsOf(racesToCome([next("a", 5), next("tomorrow", 900)], day))).toBe("a b c tomorrow");
  expect(racesToCome([], day)[1]?.country).toBe("HK");
  // News of a race reaches the list of the next ones first.
  expect(idsOf(racesToCome([next("c", 2)], day))).toBe("c a b");
  expect(idsOf(racesToCome([next("a", 5), next("b", 15)], []))).toBe("a b");
});

const CARD = [
  next("horses", 1),
  next("trots", 2, { event_type: "Harness" }),
  next("hk", 3, { country: "HK" }),
  next("dogs", 4, { event_type: "Greyhounds", country: "NZ" }),
];
const ALL = { kinds: [], countries: [] };

test("only what occurs can be chosen, in the order of the home's switch", () => {
  const { kinds, countries } = filterRaces(CARD.slice(1), ALL);
  expect(kinds).toEqual(["Races", "Harness", "Greyhounds"]);
  expect(countries).toEqual(["AU", "HK", "NZ"]);
  expect(filterRaces(CARD.slice(0, 1), ALL)).toMatchObject({ kinds: ["Races"], countries: ["AU"] });
});

test.each([
  ["none", ALL, "horses trots hk dogs"],
  ["a kind", { kinds: ["Races"], countries: [] }, "horses hk"],
  ["two kinds", { kinds: ["Harness", "Greyhounds"], countries: [] }, "trots dogs"],
  ["two countries", { kinds: [], countries: ["HK", "NZ"] }, "hk dogs"],
  ["both", { kinds: ["Races"], countries: ["AU"] }, "horses"],
  ["nothing is both", { kinds: ["Harness"], countries: ["HK"] }, ""],
  ["what does not occur today", { kinds: ["Races"], countries: ["FR"] }, "horses hk"],
] as const)("chosen: %s", (_, filter, expected) => {
  expect(idsOf(filterRaces(CARD, filter).races)).toBe(expected);
});
