import { describe, expect, test } from "vitest";
import { multiRaceFiles } from "../../test/multi-file.ts";
import type { MultiVector } from "../../test/multi-vector.ts";
import { readVectors } from "../../test/read-fixture.ts";
import { checkMoneyOfDay } from "./check-day.ts";
import { checkEarlierLegs, legsElsewhere } from "./check-legs.ts";
import { checkRace } from "./check-race.ts";
import type { DayFile } from "./day-file.ts";
import type { LegFile, RaceFile } from "./race-file.ts";
import { sha256 } from "./sha256.ts";

const vectors = readVectors<MultiVector>("wider_card").filter(({ kind }) => kind === "multi");
const paid = multiRaceFiles(vectors.find(({ expected }) => expected.pool["status"] === "PAID")!);
const wrongIn = (races: readonly RaceFile[]) =>
  checkEarlierLegs(races).filter(({ verdict }) => verdict !== "equal");

/** The races with another first leg in the file of the last. */
function withLeg(change: (leg: LegFile) => Partial<LegFile>): RaceFile[] {
  const last = paid.at(-1)!;
  const pools = last.pools.map((pool) => {
    const [first, ...others] = pool.legs!;
    return { ...pool, legs: [{ ...first!, ...change(first!) }, ...others] };
  });
  return [...paid.slice(0, -1), { ...last, pools }];
}

/** The first race with stakes to win of which others stand now. */
function withWin(win: object, atClose: object): RaceFile[] {
  const [first, ...others] = paid;
  const pool = { ...paid.at(-1)!.pools[0]!, pool: "WIN" as const, legs: undefined, ...win };
  return [{ ...first!, race: { ...first!.race, ...atClose }, pools: [pool] }, ...others];
}

describe("the earlier legs of a pool over several races", () => {
  test.each(vectors.map((vector) => [vector.id, vector] as const))("%s are equal", (_, vector) => {
    const races = multiRaceFiles(vector);
    expect(wrongIn(races)).toEqual([]);
    expect(legsElsewhere(races)).toEqual([]);
  });

  test.each<[string, (leg: LegFile) => Partial<LegFile>]>([
    ["result", ({ placings }) => ({ placings: [...placings!].reverse() })],
    ["field", ({ runners }) => ({ runners: [...runners, 99] })],
    ["scratching", ({ scratched, runners }) => ({ scratched: [...scratched, runners.at(-1)!] })],
    ["late scratching", ({ runners }) => ({ scratched_late: [runners.at(-1)!] })],
    ["void race", () => ({ void: true, void_late: true, placings: null })],
    ["handicap", ({ handicap }) => ({ handicap: !handicap })],
  ])("a false %s in the last race's file is found by the race's own", (_, change) => {
    const races = withLeg(change);
    expect(wrongIn(races)).toMatchObject([{ check: "leg", item: `WR ${races.length} leg 1` }]);
    const day = { races, bets: [], books: [] } as unknown as DayFile;
    const lines = checkMoneyOfDay(day, { hash: sha256 });
    expect(lines.filter(({ check, verdict }) => check === "leg" && verdict === "differs")).toEqual(
      wrongIn(races),
    );
  });

  test("so is a false favourite, by the stakes to win at the close", () => {
    const { favourite } = paid.at(-1)!.pools[0]!.legs![0]!;
    const other = favourite === 1 ? 2 : 1;
    const stakes = (runner: number) => ({ [String(runner)]: 100 });
    expect(wrongIn(withWin({ stakes_cents: stakes(favourite!) }, {}))).toEqual([]);
    expect(wrongIn(withWin({ stakes_cents: stakes(other) }, {}))).toMatchObject([
      { check: "favourite", verdict: "differs" },
    ]);
    // What stands since a bet was cancelled says nothing; the stakes at the close do.
    const since = { stakes_cents: stakes(other), voided_cents: 100 };
    expect(wrongIn(withWin(since, { win_at_close: stakes(favourite!) }))).toEqual([]);
    expect(wrongIn(withWin(since, {}))).toMatchObject([
      { check: "favourite", verdict: "unchecked" },
    ]);
  });

  test("a leg of another day, or one that an older file does not name, is said not to be checked", () => {
    expect(legsElsewhere(paid.slice(1))).toMatchObject([
      { check: "leg", verdict: "unchecked", item: `WR ${paid.length} leg 1` },
    ]);
    const last = paid.at(-1)!;
    const older = { ...last, pools: last.pools.map(({ leg_race_ids: _, ...pool }) => pool) };
    const races = [...paid.slice(0, -1), older];
    expect(legsElsewhere(races)).toHaveLength(paid.length - 1);
    expect(wrongIn(races)).toEqual([]);
  });

  test("the last leg is the race of the file", () => {
    const last = paid.at(-1)!;
    const pools = last.pools.map((pool) => ({
      ...pool,
      leg_race_ids: [...pool.leg_race_ids!].reverse(),
    }));
    const wrong = checkRace({ ...last, pools }).filter(({ verdict }) => verdict === "differs");
    expect(wrong).toMatchObject([{ check: "leg" }]);
  });
});
