import { describe, expect, test } from "vitest";
import { multiRaceFile as fileOf } from "../../test/multi-file.ts";
import type { MultiVector } from "../../test/multi-vector.ts";
import { readVectors } from "../../test/read-fixture.ts";
import { type RaceFile, readRaceFile } from "./race-file.ts";
import { checkRace } from "./check-race.ts";
import { FormatError } from "./read-json.ts";

const vectors = readVectors<MultiVector>("wider_card").filter(({ kind }) => kind === "multi");

const wrongIn = (file: RaceFile) =>
  checkRace(file).filter(({ verdict }) => verdict !== "equal" && verdict !== "unchecked");

describe("the public file of a pool over several races", () => {
  test.each(vectors.map((vector) => [vector.id, vector] as const))("%s is equal", (_, vector) => {
    expect(wrongIn(fileOf(vector))).toEqual([]);
  });

  const paid = fileOf(vectors.find(({ expected }) => expected.pool["status"] === "PAID")!);
  type Change = (pool: RaceFile["pools"][number]) => object;
  test.each<[string, Change]>([
    ["a bet that was taken out", ({ selections }) => ({ selections: selections!.slice(1) })],
    [
      "a bet with another unit",
      ({ selections }) => ({
        selections: selections!.map((each, i) =>
          i === 0 ? { ...each, unit_cents: 99_999 } : each,
        ),
      }),
    ],
    [
      "a bet on a runner that is none",
      ({ selections }) => ({
        selections: selections!.map((each) => ({
          ...each,
          legs: each.legs.map((leg) => [...leg.slice(1), 99]),
        })),
      }),
    ],
    ["another guarantee", () => ({ guarantee_cents: 900_000_000 })],
    [
      "another dividend",
      ({ dividends_cents }) => ({
        dividends_cents: Object.fromEntries(
          Object.entries(dividends_cents).map(([key, cents]) => [key, cents + 10]),
        ),
      }),
    ],
    ["no tickets", () => ({ tickets: {} })],
    [
      "another finish of the last leg",
      ({ legs }) => ({ legs: legs!.with(-1, { ...legs!.at(-1)!, placings: [[1], [2]] }) }),
    ],
  ])("%s is found", (_, change) => {
    const pools = paid.pools.map((pool) => ({ ...pool, ...change(pool) }));
    expect(wrongIn({ ...paid, pools }).length).toBeGreaterThan(0);
  });

  test("a runner that is none is named as such", () => {
    const [pool] = paid.pools;
    const selections = pool!.selections!.map((each) => ({
      ...each,
      legs: each.legs.map((leg) => [...leg.slice(1), 99]),
    }));
    const wrong = wrongIn({ ...paid, pools: [{ ...pool!, selections }] });
    expect(wrong.map(({ check }) => check)).toContain("combinations");
  });

  test("a leg too few, or a bet without a unit, is no such file", () => {
    const [pool] = paid.pools;
    const few = { ...pool!, legs: pool!.legs!.slice(1) };
    const free = { ...pool!, selections: [{ ...pool!.selections![0]!, unit_cents: 0 }] };
    for (const bad of [few, free]) {
      expect(() => checkRace({ ...paid, pools: [bad] })).toThrow(FormatError);
    }
  });

  test("a rule set from before the pool was there has no figures for it", () => {
    const { takeout_bps, ...rest } = paid.rule_set;
    const { [paid.pools[0]!.pool]: _, ...fewer } = takeout_bps;
    const older = { ...paid, rule_set: { ...rest, takeout_bps: fewer } };
    expect(() => readRaceFile(JSON.parse(JSON.stringify({ ...older, pools: [] })))).not.toThrow();
    expect(() => checkRace(older)).toThrow(FormatError);
  });
});
