import type { DayMeeting, DayRace, MultiPoolLine } from "@club/contract";
import type { SelectionPart } from "@club/ui";
import { describe, expect, test } from "vitest";
import type { T } from "../../core/lang.ts";
import { closedLegOf, multiRefOf, openPoolsOf, poolsOfRace, raceRange } from "./multi-pools.ts";
import { combinationParts } from "./selection-parts.ts";

const NOW = Date.parse("2026-11-21T12:00:00Z");
const at = (minutes: number): string => new Date(NOW + minutes * 60_000).toISOString();
const race = (raceNo: number, minutes: number, code = "a"): DayRace => ({
  race_id: `${code}${raceNo}`,
  raceNo,
  name: "",
  start_time: at(minutes),
  status: "open",
  distance_m: null,
  result: null,
});
const pool = (id: string, races: number[], more: Partial<MultiPoolLine> = {}): MultiPoolLine => ({
  multi_pool_id: id,
  code: races.length === 3 ? "TREBLE" : "QUADDIE",
  name: id,
  races,
  status: "OPEN",
  gross_cents: 0,
  jackpot_cents: 0,
  guarantee_cents: 0,
  ...more,
});
const meeting = (code: string, races: DayRace[], pools: MultiPoolLine[]): DayMeeting => ({
  event_id: `event-${code}`,
  code,
  meetings: code,
  event_type: "Races",
  country: "AU",
  timezone: "UTC",
  date: "2026-11-21",
  currency: "AUD",
  going: null,
  turnover_cents: 0,
  races,
  multi_pools: pools,
});

const early = [1, 2, 3, 4, 5].map((n) => race(n, n * 10));
const late = [1, 2, 3].map((n) => race(n, n * 10 - 5, "b"));
const DAY = [
  meeting("a", early, [
    pool("quaddie", [1, 2, 3, 4]),
    pool("treble", [3, 4, 5]),
    // Race 6 is a draft, which the table does not list.
    pool("later", [4, 5, 6]),
  ]),
  meeting("b", late, [pool("other", [1, 2, 3])]),
];
const idsOf = (offers: ReturnType<typeof openPoolsOf>) =>
  offers.map((offer) => offer.pool.multi_pool_id);

describe("which pools are offered", () => {
  test("on a race those that it is a leg of, with all of their legs", () => {
    expect(idsOf(poolsOfRace(DAY, "a3"))).toEqual(["quaddie", "treble"]);
    expect(idsOf(poolsOfRace(DAY, "a1"))).toEqual(["quaddie"]);
    expect(idsOf(poolsOfRace(DAY, "nowhere"))).toEqual([]);
  });

  test("from home those whose legs are all to come, the first to close at the top", () => {
    expect(idsOf(openPoolsOf(DAY, NOW))).toEqual(["other", "quaddie", "treble"]);
    expect(idsOf(openPoolsOf(DAY, Date.parse(at(10))))).toEqual(["treble"]);
    const given = [meeting("a", early, [pool("back", [1, 2, 3], { status: "REFUND" })])];
    expect(idsOf(openPoolsOf(given, NOW))).toEqual([]);
  });

  test("as the form holds one: its races in order of legs", () => {
    const [offer] = poolsOfRace(DAY, "a5");
    const ref = offer && multiRefOf(offer);
    expect(ref).toMatchObject({ poolId: "treble", code: "TREBLE" });
    expect(ref?.races.map(({ raceId }) => raceId)).toEqual(["a3", "a4", "a5"]);
  });
});

test("the leg that has closed is the first of them, by its state or by its time", () => {
  expect(closedLegOf(early, NOW)).toBeNull();
  expect(closedLegOf(early, Date.parse(at(20)))).toBe(1);
  const gone = early.map((leg, i): DayRace => (i === 2 ? { ...leg, status: "abandoned" } : leg));
  expect(closedLegOf([undefined, ...gone.slice(1)], NOW)).toBe(3);
});

const t = ((key: string, values: { n?: number } = {}) =>
  key === "race.short" ? `R${values.n}` : key) as unknown as T;

test("races without a gap are a range", () => {
  expect(raceRange(t, [5, 6, 7, 8])).toBe("R5–R8");
  expect(raceRange(t, [1, 3, 5])).toBe("R1 R3 R5");
});

const n = (number: number): SelectionPart => ({ number, scratched: false });
const slash: SelectionPart = { text: "/" };

test.each<[string, SelectionPart[]]>([
  ["4-7", [n(4), n(7)]],
  ["3-1-1-7", [n(3), n(1), n(1), n(7)]],
  ["3-1/4-F-7", [n(3), slash, n(1), n(4), slash, { text: "multi.field" }, slash, n(7)]],
  ["5/6", [{ text: "5/6" }]],
])("the prize %s is drawn leg by leg", (combination, parts) => {
  expect(combinationParts(t, combination)).toEqual(parts);
});
