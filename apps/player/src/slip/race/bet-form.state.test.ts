import { drawRunners } from "@club/domain";
import { describe, expect, test } from "vitest";
import {
  betFormReducer,
  type BetFormAction,
  type BetFormState,
  type MultiRef,
  type RaceRef,
} from "./bet-form.state.ts";
import { EMPTY_FORM } from "./empty-form.ts";

const RACE: RaceRef = {
  eventId: "m1",
  code: "WR",
  meetings: "Wattle Ridge",
  raceNo: 5,
  raceId: "r5",
  date: "2026-11-21",
  startMs: 1000,
};

function run(actions: readonly BetFormAction[], from: BetFormState = EMPTY_FORM): BetFormState {
  return actions.reduce(betFormReducer, from);
}

const tap = (column: number, runner: number): BetFormAction => ({ do: "toggle", column, runner });
const type = (betType: BetFormState["betType"]): BetFormAction =>
  ({ do: "choose type", betType }) as BetFormAction;

describe("choosing a bet type", () => {
  const filled = run([
    { do: "choose race", race: RACE },
    type(10),
    { do: "choose second race", race2: { ...RACE, raceId: "r6", raceNo: 6 } },
    tap(0, 3),
    tap(1, 4),
    { do: "stake", typed: "2.5" },
  ]);

  test("resets second leg, runners and amounts, then stores the type", () => {
    const after = run([type(6)], filled);
    expect(after).toMatchObject({
      betType: 6,
      race: RACE,
      race2: null,
      picks: [[], [], []],
      amount: "",
      amount2: "",
      stakeMode: "unit",
    });
  });

  test("can be undone, wholly", () => {
    const after = run([type(6), { do: "undo type" }], filled);
    expect(after).toEqual({ ...filled, field: null });
  });

  test("has nothing to undo from an empty form, and none when it is the same", () => {
    expect(run([type(1), type(6)]).before).toBeNull();
    expect(run([type(10)], filled)).toBe(filled);
  });
});

test("another race begins anew with the same type", () => {
  const form = run([{ do: "choose race", race: RACE }, type(1), tap(0, 3)]);
  const other = run([{ do: "choose race", race: { ...RACE, raceId: "r6" } }], form);
  expect(other).toMatchObject({ betType: 1, picks: [[]] });
  expect(run([{ do: "choose race", race: { ...RACE } }], form)).toBe(form);
});

describe("the grid", () => {
  test("a tap chooses, a second takes out", () => {
    expect(run([type(5), tap(0, 3), tap(1, 3), tap(0, 3)]).picks).toEqual([[], [3]]);
  });

  test("stand-outs keep the order tapped and are at most one less than the positions", () => {
    const form = run([type(15), tap(0, 9), tap(0, 2), tap(0, 5), tap(0, 7)]);
    expect(form.picks[0]).toEqual([9, 2, 5]);
  });

  test("a stand-out leaves the others", () => {
    expect(run([type(14), tap(1, 4), tap(1, 5), tap(0, 4)]).picks).toEqual([[4], [5]]);
  });

  test("the field is everybody but the stand-outs, and nobody the second time", () => {
    const field: BetFormAction = { do: "field", column: 1, runners: [1, 2, 3, 4] };
    const form = run([type(13), tap(0, 3), field]);
    expect(form.picks).toEqual([[3], [1, 2, 4]]);
    expect(run([field], form).picks).toEqual([[3], []]);
    expect(run([{ ...field, column: 0 }], form)).toBe(form);
  });

  test("the box has everybody who was chosen, and gives them back to each position", () => {
    const boxed = run([type(5), tap(0, 3), tap(1, 4), tap(1, 3), { do: "box" }]);
    expect(boxed).toMatchObject({ isBoxed: true, picks: [[3, 4]] });
    expect(run([{ do: "box" }], boxed)).toMatchObject({
      isBoxed: false,
      picks: [
        [3, 4],
        [3, 4],
      ],
    });
  });

  test("a scratched runner leaves every column of its race, in a double only its leg", () => {
    const drop: BetFormAction = { do: "drop", leg: 2, runners: [3] };
    expect(run([type(10), tap(0, 3), tap(1, 3), drop]).picks).toEqual([[3], []]);
    const first: BetFormAction = { do: "drop", leg: 1, runners: [3] };
    expect(run([type(5), tap(0, 3), tap(1, 3), tap(1, 4), first]).picks).toEqual([[], [4]]);
  });

  test("another second race has other runners", () => {
    const form = run([type(10), tap(0, 3), tap(1, 4), { do: "choose second race", race2: RACE }]);
    expect(form.picks).toEqual([[3], []]);
  });
});

describe("a pool over several races", () => {
  const legs = [5, 6, 7, 8].map((raceNo) => ({ ...RACE, raceNo, raceId: `r${raceNo}` }));
  const multi: MultiRef = { poolId: "p1", code: "QUADDIE", name: "Quaddie", races: legs };
  const choose: BetFormAction = { do: "choose pool", multi };
  const chosen = run([choose, tap(0, 2), tap(3, 2)]);

  test("brings its type and its first race, and what was chosen can be had back", () => {
    const before = run([{ do: "choose race", race: RACE }, type(4), tap(0, 3)]);
    const form = run([choose], before);
    expect(form).toMatchObject({ betType: 31, race: { raceId: "r5" }, picks: [[], [], [], []] });
    expect(run([{ do: "undo type" }], form)).toMatchObject({ betType: 4, picks: [[3]] });
    expect(run([choose], chosen)).toBe(chosen);
  });

  test("is no bet of another race or another type", () => {
    const other = run([{ do: "choose race", race: { ...RACE, raceId: "r9" } }], chosen);
    expect(other).toMatchObject({ betType: 0, picks: [] });
    expect(other.multi).toBeUndefined();
    expect(run([type(1)], chosen).multi).toBeUndefined();
  });

  test("a scratched runner leaves its leg alone", () => {
    const form = run([{ do: "drop", leg: 4, runners: [2] }], chosen);
    expect(form.picks).toEqual([[2], [], [], []]);
  });

  test("a quick pick says that it is one until a runner is changed by hand", () => {
    const drawn = run(
      [{ do: "draw", picks: drawRunners([[1, 2, 3], [4], [5, 6], [7, 8, 9]], 2, () => 0.99) }],
      chosen,
    );
    expect(drawn).toMatchObject({ isDrawn: true, picks: [[2, 3], [4], [5, 6], [8, 9]] });
    expect(run([tap(0, 1)], drawn).isDrawn).toBeUndefined();
  });
});

describe("an All Up", () => {
  const race = (raceNo: number, date = RACE.date): RaceRef => {
    return { ...RACE, raceNo, raceId: `r${raceNo}`, date, startMs: raceNo * 1000 };
  };
  const join = (raceNo: number): BetFormAction => ({ do: "choose race", race: race(raceNo) });
  const start: BetFormAction = { do: "choose all up" };
  const legsOf = ({ allUp, picks }: BetFormState) =>
    allUp?.map((leg, at) => [leg.race.raceId, leg.pool, picks[at]]);
  const chosen = run([join(6), start, tap(0, 2), join(5), tap(0, 7)]);

  test("begins with the race in hand, and each race chosen then is a leg in its place by the start", () => {
    expect(legsOf(run([start]))).toEqual([]);
    expect(legsOf(chosen)).toEqual([
      ["r5", "WIN", [7]],
      ["r6", "WIN", [2]],
    ]);
    expect(run([start], chosen)).toBe(chosen);
    expect(legsOf(run([join(6)], chosen))).toEqual(legsOf(chosen));
  });

  test("a leg that is delayed goes behind the others, with its runners", () => {
    const delayed = run([{ do: "starts", startsMs: new Map([["r5", 7000]]) }], chosen);
    expect(legsOf(delayed)).toEqual([
      ["r6", "WIN", [2]],
      ["r5", "WIN", [7]],
    ]);
    expect(delayed.allUp?.[1]?.race.startMs).toBe(7000);
  });

  test("a further leg begins with the pool of the last one", () => {
    const pool: BetFormAction = { do: "leg pool", leg: 1, pool: "PLACE" };
    expect(legsOf(run([pool, join(8)], chosen))?.at(-1)).toEqual(["r8", "PLACE", []]);
  });

  test("a leg is one combination of its pool: the last runners that were tapped", () => {
    expect(run([tap(0, 3)], chosen).picks).toEqual([[3], [2]]);
    const pair = run([{ do: "leg pool", leg: 0, pool: "QUINELLA" }, tap(0, 3)], chosen);
    expect(pair.picks).toEqual([[7, 3], [2]]);
    expect(run([tap(0, 4)], pair).picks).toEqual([[3, 4], [2]]);
    expect(run([tap(0, 7)], pair).picks).toEqual([[3], [2]]);
    expect(run([{ do: "leg pool", leg: 0, pool: "WIN" }], pair).picks).toEqual([[7], [2]]);
  });

  test("a leg is taken out with its runners, and a scratched runner leaves its own leg alone", () => {
    expect(legsOf(run([{ do: "drop leg", leg: 0 }], chosen))).toEqual([["r6", "WIN", [2]]]);
    const same = run([tap(0, 2), { do: "drop", leg: 1, runners: [2] }], chosen);
    expect(same.picks).toEqual([[], [2]]);
  });

  test("takes six legs of one day; with another race the form begins anew", () => {
    const six = run([1, 2, 3, 4].map(join), chosen);
    expect(six.allUp).toHaveLength(6);
    expect(run([join(7)], six)).toMatchObject({ race: race(7), betType: 0, picks: [] });
    expect(run([join(7)], six).allUp).toBeUndefined();
    const tomorrow = race(7, "2026-11-22");
    expect(run([{ do: "choose race", race: tomorrow }], chosen).allUp).toBeUndefined();
  });

  test("another type drops it for the race in hand, and it can be had back", () => {
    const other = run([type(1)], chosen);
    expect(other).toMatchObject({ betType: 1, race: race(5), picks: [[]] });
    expect(other.allUp).toBeUndefined();
    expect(run([{ do: "undo type" }], other)).toEqual(chosen);
  });
});

describe("stakes of an Each Way", () => {
  test("are tied until they are untied", () => {
    const tied = run([type(9), { do: "stake", typed: "5" }]);
    expect(tied).toMatchObject({ amount: "5", amount2: "5" });
    const untied = run(
      [
        { do: "same stake", on: false },
        { do: "stake", typed: "2", field: "amount2" },
      ],
      tied,
    );
    expect(untied).toMatchObject({ amount: "5", amount2: "2" });
    expect(run([{ do: "same stake", on: true }], untied)).toMatchObject({ amount2: "5" });
  });
});
