import { describe, expect, test } from "vitest";
import type { BetTypeIndex } from "@club/domain";
import type { BetFormState, Picks } from "./bet-form.state.ts";
import { EMPTY_FORM } from "./empty-form.ts";
import { priceForm } from "./bet-form.price.ts";

const field = { runners: Array.from({ length: 12 }, (_, i) => i + 1), scratched: [8] };
const RACE = { eventId: "", code: "", meetings: "", raceNo: 1, raceId: "a", date: "", startMs: 0 };

function form(betType: BetTypeIndex, picks: Picks, more: Partial<BetFormState> = {}): BetFormState {
  return { ...EMPTY_FORM, betType, picks, amount: "1", amount2: "1", ...more };
}
const price = (state: BetFormState) => priceForm(state, [field, field]);

// Every bet type through the form's columns: what is chosen, its combinations.
test.each<[BetTypeIndex, Picks, number]>([
  [1, [[3, 4]], 2],
  [2, [[3, 4]], 2],
  [3, [[4], [7, 9]], 2],
  [4, [[1, 2, 3]], 3],
  [
    5,
    [
      [1, 2],
      [1, 3],
    ],
    3,
  ],
  [6, [[3], [1, 2, 5], [1, 2, 4, 5, 6, 7, 9]], 18],
  [7, [[1, 2, 3, 4]], 24],
  [8, [[1], [2], [3], [4, 5]], 2],
  [9, [[2]], 2],
  [
    10,
    [
      [1, 2],
      [3, 4, 5],
    ],
    6,
  ],
  [11, [[1], [1]], 1],
  [12, [[3], [1, 2]], 2],
  [13, [[3], [1, 2]], 2],
  [14, [[3], [1, 2, 4]], 6],
  [
    14,
    [
      [3, 5],
      [1, 2, 4],
    ],
    3,
  ],
  [
    15,
    [
      [3, 1],
      [2, 4, 5, 6, 9],
    ],
    20,
  ],
])("bet type %i of %j has %i combinations", (betType, picks, combinations) => {
  const priced = price(form(betType, picks, { race2: RACE }));
  expect(priced.obstacle).toBeNull();
  expect(priced.combinations).toBe(combinations);
  expect(priced.costCents).toBe(BigInt(combinations) * 100n);
});

describe("what is in the way", () => {
  test.each<[string, BetFormState]>([
    ["form.type", EMPTY_FORM],
    ["form.secondRace", form(10, [[1], [2]])],
    ["bet.nothing_selected", form(1, [[]])],
    ["bet.nothing_selected", form(1, [[]], { amount: "" })],
    ["form.stake", form(1, [[3]], { amount: "" })],
    ["bet.runner_scratched", form(1, [[8]])],
    ["bet.no_combination", form(7, [[1, 2]])],
    ["bet.no_combination", form(7, [[1, 2]], { amount: "" })],
    ["bet.over_limit", form(1, [[1, 2]], { amount: "999999" })],
    ["form.stake", form(6, [[1], [2], [3, 4]], { stakeMode: "total", amount: "0.01" })],
  ])("%s", (code, state) => expect(price(state).obstacle?.code).toBe(code));

  test("a race that is not known yet", () => {
    expect(priceForm(form(1, [[3]]), []).obstacle?.code).toBe("form.race");
  });
});

test("a total is shared down to the cent, and what is left stays the player's", () => {
  const picks = [[3], [1, 2, 5], [1, 2, 4, 5, 6, 7, 9]];
  const priced = price(form(6, picks, { stakeMode: "total", amount: "50" }));
  expect(priced).toMatchObject({ unitCents: 277n, costCents: 4986n, unspentCents: 14n });
});

test("an Each Way in total has one unit for both parts", () => {
  const priced = price(form(9, [[1, 2, 3]], { stakeMode: "total", amount: "10" }));
  expect(priced).toMatchObject({ unitCents: 166n, unit2Cents: 166n, costCents: 996n });
});

test("untied stakes cost what they are", () => {
  const priced = price(form(9, [[1, 2]], { isSameStake: false, amount: "10", amount2: "2.5" }));
  expect(priced).toMatchObject({ unitCents: 1000n, unit2Cents: 250n, costCents: 2500n });
});

test("the box of an Exacta is the same runners for both positions", () => {
  expect(price(form(5, [[1, 2, 3]], { isBoxed: true })).combinations).toBe(6);
});
