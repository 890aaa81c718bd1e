import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LAWS } from "../../test/laws.ts";
import { raceWithBets } from "../../test/race-arbitrary.ts";
import { raceFileOf } from "../../test/race-file.ts";
import { readVectors } from "../../test/read-fixture.ts";
import { type RaceVector, factsOf, orderOf } from "../../test/vector-shapes.ts";
import { allEqual } from "./check-line.ts";
import { checkRace } from "./check-race.ts";
import { checkRootOfRace } from "./check-root.ts";
import { type RaceFile, readRaceFile } from "./race-file.ts";
import { FormatError } from "./read-json.ts";

const copy = (file: RaceFile): RaceFile => JSON.parse(JSON.stringify(file)) as RaceFile;

function linesOf(value: unknown) {
  const file = readRaceFile(value);
  return [...checkRace(file), ...checkRootOfRace(file)];
}

const vectors = ["race_settlement", "race_settlement_2"].flatMap((name) =>
  readVectors<RaceVector>(name),
);

describe("the public file of a race", () => {
  test.each(vectors.map((vector) => [vector.id, vector] as const))("%s is equal", (_, vector) => {
    const lines = linesOf(copy(raceFileOf(factsOf(vector), vector.bets.map(orderOf))));
    expect(lines.filter(({ verdict }) => verdict !== "equal")).toEqual([]);
    expect(allEqual(lines)).toBe(true);
  });

  test("of any race is equal, and no amount in it may be another", () => {
    fc.assert(
      fc.property(raceWithBets, fc.nat(), fc.integer({ min: 1, max: 500 }), (each, pick, by) => {
        const file = copy(raceFileOf(each.race, each.bets));
        expect(linesOf(file).filter(({ verdict }) => verdict !== "equal")).toEqual([]);
        const amounts = amountsIn(file.pools);
        const at = amounts[pick % amounts.length]!;
        at.object[at.key] = (at.object[at.key] as number) + by;
        expect(allEqual(linesOf(file)), `${at.path} may be another`).toBe(false);
      }),
      LAWS,
    );
  });

  test("names what is wrong", () => {
    const vector = vectors.find(({ id }) => id.length > 0 && vectorPays(id))!;
    const file = copy(raceFileOf(factsOf(vector), vector.bets.map(orderOf)));
    const pool = file.pools.find(({ status }) => status === "PAID")!;
    const [combination, cents] = Object.entries(pool.dividends_cents)[0]!;
    (pool.dividends_cents as Record<string, number>)[combination] = cents + 10;
    const wrong = linesOf(file).filter(({ verdict }) => verdict !== "equal");
    expect(wrong).toEqual([
      {
        check: "dividend",
        pool: pool.pool,
        at: file.pools.indexOf(pool),
        item: combination,
        computed: String(cents),
        stated: String(cents + 10),
        verdict: "differs",
      },
    ]);
  });

  test.each([
    [
      "another result",
      (file: RaceFile) => Object.assign(file.results[0]!, { placings: [[9], [9]] }),
    ],
    ["no result", (file: RaceFile) => Object.assign(file, { results: [] })],
    ["no root", (file: RaceFile) => Object.assign(file, { root: null })],
    ["another race's root", (file: RaceFile) => Object.assign(file.root!, { race_id: "other" })],
    [
      "another close",
      (file: RaceFile) =>
        Object.assign(file.race, { closed_at: file.race.start_time.replace("11", "12") }),
    ],
    ["not settled", (file: RaceFile) => Object.assign(file.race, { status: "final" })],
    [
      "another rule",
      (file: RaceFile) => Object.assign(file.rule_set.takeout_bps, { WIN: 1, PLACE: 1 }),
    ],
  ])("%s is not equal", (_, change) => {
    const vector = vectors.find(({ id }) => vectorPays(id))!;
    const file = copy(raceFileOf(factsOf(vector), vector.bets.map(orderOf)));
    change(file);
    expect(allEqual(linesOf(file))).toBe(false);
  });

  test.each([null, 7, "x", [], {}, { format: "club-race/2" }])("%o is no race file", (value) => {
    expect(() => readRaceFile(value)).toThrow(FormatError);
  });
});

function vectorPays(id: string): boolean {
  const { expected } = vectors.find((vector) => vector.id === id)!;
  return Object.values(expected.pools).some(
    ({ status, paid_cents, takeout_cents }) =>
      status === "PAID" && paid_cents > 0 && takeout_cents > 0,
  );
}

/** Every amount of the pools, as the object that holds it. */
function amountsIn(
  value: unknown,
  path = "pools",
): { object: Record<string, unknown>; key: string; path: string }[] {
  if (typeof value !== "object" || value === null) return [];
  const object = value as Record<string, unknown>;
  return Object.entries(object).flatMap(([key, each]) =>
    typeof each === "number"
      ? [{ object, key, path: `${path}.${key}` }]
      : amountsIn(each, `${path}.${key}`),
  );
}
