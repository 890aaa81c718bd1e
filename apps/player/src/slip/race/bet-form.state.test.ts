import { describe, expect, test } from "vitest";
import {
  betFormReducer,
  type BetFormAction,
  type BetFormState,
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
