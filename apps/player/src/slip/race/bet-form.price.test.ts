import { describe, expect, test } from "vitest";
import type { BetTypeIndex } from "@club/domain";
import type { AllUpLegRef, BetFormState, Picks } from "./bet-form.state.ts";
import { EMPTY_FORM } from "./empty-form.ts";
import { priceForm } from "./bet-form.price.ts";
import { typeLikeBox } from "./selection-columns.ts";

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
    ["form.unit", form(6, [[1], [2], [3, 4]], { stakeMode: "total", amount: "0.01" })],
    ["form.stake", form(6, [[1], [2], [3, 4]], { stakeMode: "total", amount: "" })],
    ["bet.nothing_selected", form(6, [[1], [2], []], { stakeMode: "total", amount: "0.01" })],
  ])("%s", (code, state) => expect(price(state).obstacle?.code).toBe(code));

  test("a race that is not known yet", () => {
    expect(priceForm(form(1, [[3]]), []).obstacle?.code).toBe("form.race");
  });
});

describe("a pool over several races", () => {
  const whole = Array.from({ length: 12 }, (_, i) => i + 1).filter((n) => n !== 8);
  const priceLegs = (state: BetFormState, legs: number) =>
    priceForm(
      state,
      Array.from({ length: legs }, () => field),
    );

  test("costs the product of its legs, and in total what each cent-rounded unit comes to", () => {
    const picks = [
      [1, 2],
      [3, 4],
      [5, 6],
      [7, 9],
    ];
    const total = form(31, picks, { stakeMode: "total", amount: "5" });
    const priced = priceLegs(total, 4);
    expect(priced).toMatchObject({ combinations: 16, unitCents: 31n, costCents: 496n });
    expect(priced.obstacle).toBeNull();
    const thin = priceLegs({ ...total, amount: "0.15" }, 4);
    expect(thin.obstacle).toEqual({ code: "form.unit", params: { combinations: 16 } });
  });

  test("waits for its races, and takes 100,000 combinations and no more", () => {
    expect(priceLegs(form(31, [[1], [2], [3], [4]]), 3).obstacle?.code).toBe("form.loading");
    const most = form(32, [
      whole.slice(0, 10),
      whole.slice(0, 10),
      whole.slice(0, 10),
      whole.slice(0, 10),
      whole.slice(0, 10),
      [1],
    ]);
    expect(priceLegs({ ...most, amount: "0.01" }, 6)).toMatchObject({
      combinations: 100_000,
      obstacle: null,
    });
    const over = form(
      32,
      Array.from({ length: 6 }, () => whole),
      { amount: "0.01" },
    );
    expect(priceLegs(over, 6).obstacle?.code).toBe("bet.too_many_combinations");
  });
});

describe("an All Up", () => {
  const leg = (raceId: string, startMs: number, pool: AllUpLegRef["pool"] = "WIN") => {
    return { pool, race: { ...RACE, raceId, startMs } };
  };
  const legs = [leg("a", 1), leg("b", 2, "QUINELLA")];
  const allUp = (picks: Picks, more: Partial<BetFormState> = {}): BetFormState => {
    return { ...EMPTY_FORM, allUp: legs, picks, amount: "2.5", ...more };
  };

  test("is one bet: the stake on its first leg", () => {
    const { order, ...priced } = price(allUp([[3], [4, 5]]));
    expect(priced).toMatchObject({ combinations: 1, unitCents: 250n, costCents: 250n });
    expect(priced.obstacle).toBeNull();
    expect(order).toMatchObject({ betType: 1, slots: [[3]], unitStakeCents: 250n });
  });

  test.each<[string, Record<string, unknown>, BetFormState]>([
    ["bet.nothing_selected", { leg: 1 }, allUp([], { allUp: [] })],
    ["bet.nothing_selected", { leg: 2 }, allUp([[3]], { allUp: legs.slice(0, 1) })],
    ["bet.nothing_selected", { leg: 1 }, allUp([[], []], { amount: "" })],
    ["bet.nothing_selected", { leg: 2 }, allUp([[3], [4]], { amount: "" })],
    ["bet.runner_scratched", { leg: 2 }, allUp([[3], [4, 8]])],
    ["form.stake", {}, allUp([[3], [4, 5]], { amount: "" })],
    ["bet.over_limit", {}, allUp([[3], [4, 5]], { amount: "1000000.01" })],
  ])("what is in the way: %s %j", (code, params, state) => {
    expect(price(state).obstacle).toMatchObject({ code, params });
  });

  test("waits for its races", () => {
    expect(priceForm(allUp([[3], [4, 5]]), [field]).obstacle?.code).toBe("form.loading");
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

test("the box of an Exacta is the same runners for both positions, and is told like a Quinella's", () => {
  expect([typeLikeBox(5), typeLikeBox(8)]).toEqual([4, 22]);
  expect(price(form(5, [[1, 2, 3]], { isBoxed: true })).combinations).toBe(6);
});
