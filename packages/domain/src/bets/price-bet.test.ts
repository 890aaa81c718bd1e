import { describe, expect, test } from "vitest";
import { readVectors } from "../../test/read-fixture.ts";
import { refusalOf } from "../../test/refusal-of.ts";
import { parseAmountCents } from "../money/cents.ts";
import type { BetOrder, RaceField, Slots } from "./bet-order.ts";
import { BET_TYPES, betTypeOf, findBetType } from "./bet-types.ts";
import type { BetTypeIndex } from "./bet-types.ts";
import { areLegsSwapped } from "./double-legs.ts";
import { flexiUnit, priceBet } from "./price-bet.ts";

const LIMITS = { maxCostCents: 100_000_000n, maxCombinations: 30_000 };

function field(count: number, scratched: number[] = []): RaceField {
  return { runners: Array.from({ length: count }, (_, i) => i + 1), scratched };
}

function order(betType: number, slots: Slots, unitStakeCents = 100n): BetOrder {
  return { betType: betType as BetTypeIndex, slots, unitStakeCents, unitStake2Cents: null };
}

function list(text: string): Slots {
  return text.split("|").map((slot) => slot.trim().split(" ").filter(Boolean).map(Number));
}

describe("what each bet type costs", () => {
  test.each([
    [1, "Single Win", "1 2 3", 3],
    [2, "Single Place", "1 2 3", 3],
    [3, "Quinella", "1 2 | 1 2 3", 3],
    [4, "Quinella Box", "1 2 3 4", 6],
    [5, "Exacta", "1 2 | 1 2 3", 4],
    [6, "Trifecta", "1 2 | 1 2 3 | 1 2 3 4", 8],
    [7, "Trifecta Box", "1 2 3 4", 24],
    [8, "First 4", "1 | 2 | 3 4 | 3 4 5", 4],
    [9, "Each Way", "1 2", 4],
    [10, "Double WIN", "1 2 | 1 2 3", 6],
    [11, "Double Place", "1 | 1", 1],
    [12, "Quinella Stand Out", "1 | 2 3 4", 3],
    [13, "Exacta Stand Out", "1 | 2 3 4", 3],
    [14, "Trifecta Stand Out", "1 | 2 3 4", 6],
    [14, "Trifecta Stand Out", "1 | 5 | 2 3 4", 3],
    [15, "First 4 Stand Out", "1 | 2 3 4 5", 24],
    [15, "First 4 Stand Out", "1 | 7 | 8 | 2 3 4 5", 4],
    [16, "Quinella Place", "1 2 | 1 2 3", 3],
    [17, "Quinella Place Box", "1 2 3 4", 6],
    [18, "Quinella Place Stand Out", "1 | 2 3 4", 3],
    [19, "Trio", "1 2 | 1 2 3 | 1 2 3 4", 4],
    [20, "Trio Box", "1 2 3 4", 4],
    [21, "Trio Stand Out", "1 | 2 3 4", 3],
    [21, "Trio Stand Out", "1 | 5 | 2 3 4", 3],
    [22, "Any 4 Box", "1 2 3 4 5", 5],
    [23, "Any 4 Stand Out", "1 | 2 3 4 5", 4],
    [23, "Any 4 Stand Out", "1 | 7 | 8 | 2 3 4 5", 4],
    [30, "Treble", "1 2 | 3 | 4 5 6", 6],
    [31, "Quaddie", "1 2 | 1 2 | 1 2 | 1 2 3", 24],
    [32, "Pick 6", "1 | 1 2 | 1 2 | 3 | 4 | 5 6 7", 12],
  ])("%i %s on %s: %i combinations", (betType, name, text, combinations) => {
    const { legs } = betTypeOf(betType as BetTypeIndex);
    const fields = Array.from({ length: legs }, () => field(8));
    const priced = priceBet(order(betType, list(text)), fields, LIMITS);
    expect(betTypeOf(betType as BetTypeIndex).name).toBe(name);
    expect(priced.combinations).toBe(combinations);
    expect(priced.costCents).toBe(BigInt(combinations) * 100n);
  });

  test("an Each Way has a unit for each of its pools", () => {
    const bet = { ...order(9, [[1, 2]], 250n), unitStake2Cents: 100n };
    expect(priceBet(bet, [field(8)], LIMITS)).toEqual({
      combinations: 4,
      costCents: 700n,
      slots: [[1, 2]],
      parts: [
        { pool: "WIN", combinations: 2, unitStakeCents: 250n, costCents: 500n },
        { pool: "PLACE", combinations: 2, unitStakeCents: 100n, costCents: 200n },
      ],
    });
  });

  test("other types have no second unit", () => {
    const bet = { ...order(1, [[1]]), unitStake2Cents: 0n };
    expect(priceBet(bet, [field(8)], LIMITS).costCents).toBe(100n);
  });

  test("empty stand-out slots before the others are left out", () => {
    const bet = order(15, [[1], [], [], [2, 3, 4]]);
    const priced = priceBet(bet, [field(8)], LIMITS);
    expect(priced.slots).toEqual([[1], [2, 3, 4]]);
    expect(priced.combinations).toBe(6);
  });

  test("a First 4 box of 14 is the largest box allowed", () => {
    const runners = field(14).runners;
    const bet = order(8, [runners, runners, runners, runners], 1n);
    expect(priceBet(bet, [field(14)], LIMITS).combinations).toBe(24_024);
  });
});

describe("what is refused", () => {
  test.each<[string, BetOrder, RaceField[], string, Record<string, unknown>]>([
    ["type 0", order(0, [[1]]), [field(8)], "bet.type_unknown", { betType: 0 }],
    ["type 1.5", order(1.5, [[1]]), [field(8)], "bet.type_unknown", { betType: 1.5 }],
    ["no stake", order(1, [[1]], 0n), [field(8)], "bet.amount_invalid", { amount: 1 }],
    ["a negative stake", order(1, [[1]], -5n), [field(8)], "bet.amount_invalid", { amount: 1 }],
    [
      "no place stake",
      { ...order(9, [[1]]), unitStake2Cents: 0n },
      [field(8)],
      "bet.amount_invalid",
      { amount: 2 },
    ],
    ["no runner", order(1, [[]]), [field(8)], "bet.nothing_selected", { slot: 0 }],
    ["no stand-out", order(14, [[], [2, 3]]), [field(8)], "bet.nothing_selected", { slot: 0 }],
    ["no others", order(14, [[1], []]), [field(8)], "bet.nothing_selected", { slot: 1 }],
    [
      "no second leg",
      order(10, [[1], []]),
      [field(8), field(8)],
      "bet.nothing_selected",
      { slot: 1 },
    ],
    [
      "a runner twice",
      order(7, [[1, 2, 3, 2]]),
      [field(8)],
      "bet.runner_twice",
      { slot: 0, runner: 2 },
    ],
    [
      "an unknown runner",
      order(1, [[1, 9]]),
      [field(8)],
      "bet.runner_unknown",
      { slot: 0, runner: 9 },
    ],
    [
      "half a runner",
      order(1, [[1.5]]),
      [field(8)],
      "bet.runner_unknown",
      { slot: 0, runner: 1.5 },
    ],
    [
      "a runner of leg 1 in leg 2",
      order(10, [[1], [8]]),
      [field(8), field(7)],
      "bet.runner_unknown",
      { slot: 1, runner: 8 },
    ],
    [
      "a scratched runner",
      order(1, [[3]]),
      [field(8, [3])],
      "bet.runner_scratched",
      { slot: 0, runner: 3 },
    ],
    [
      "two stand-outs in one slot",
      order(13, [[1, 2], [4]]),
      [field(8)],
      "bet.standout_invalid",
      { slot: 0, runner: 2 },
    ],
    [
      "a stand-out among the others",
      order(14, [[3], [2, 3, 4]]),
      [field(8)],
      "bet.standout_invalid",
      { slot: 1, runner: 3 },
    ],
    [
      "one stand-out in two positions",
      order(15, [[3], [3], [2, 4]]),
      [field(8)],
      "bet.standout_invalid",
      { slot: 1, runner: 3 },
    ],
    ["a gap", order(15, [[1], [], [3], [4, 5]]), [field(8)], "bet.standout_invalid", { slot: 1 }],
    [
      "a gap in front",
      order(14, [[], [1], [4, 5]]),
      [field(8)],
      "bet.standout_invalid",
      { slot: 0 },
    ],
    ["too few others", order(15, [[1], [2, 3]]), [field(8)], "bet.no_combination", {}],
    ["a pair of one", order(3, [[1], [1]]), [field(8)], "bet.no_combination", {}],
    [
      "a cost over the limit",
      order(1, [[1, 2]], 50_000_001n),
      [field(8)],
      "bet.over_limit",
      { costCents: 100_000_002, maxCostCents: 100_000_000 },
    ],
  ])("%s", (_, bet, fields, code, params) => {
    expect(refusalOf(() => priceBet(bet, fields, LIMITS))).toEqual({ code, params });
  });

  test("more than 30,000 combinations", () => {
    const slots = new Array<number[]>(4).fill([...field(15).runners]);
    expect(refusalOf(() => priceBet(order(8, slots), [field(15)], LIMITS))).toEqual({
      code: "bet.too_many_combinations",
      params: { combinations: 32_760, max: 30_000 },
    });
  });

  test("of several races at most 100,000 combinations", () => {
    const fields = new Array<RaceField>(6).fill(field(12));
    const lists = (...counts: number[]) => counts.map((count) => [...field(count).runners]);
    const most = priceBet(order(32, lists(10, 10, 10, 10, 10, 1)), fields, LIMITS);
    expect(most.combinations).toBe(100_000);
    const more = lists(12, 12, 12, 11, 6, 1);
    expect(refusalOf(() => priceBet(order(32, more), fields, LIMITS))).toEqual({
      code: "bet.too_many_combinations",
      params: { combinations: 114_048, max: 100_000 },
    });
  });

  test("exactly the limit is allowed", () => {
    expect(priceBet(order(1, [[1]], 100_000_000n), [field(8)], LIMITS).costCents).toBe(
      100_000_000n,
    );
  });
});

describe("the two legs of a double", () => {
  const leg = (raceId: string, startMs: number) => ({ raceId, startMs });

  test("leg 1 starts first; equal starts stay as entered", () => {
    expect(areLegsSwapped(leg("a", 1), leg("b", 2))).toBe(false);
    expect(areLegsSwapped(leg("a", 2), leg("b", 1))).toBe(true);
    expect(areLegsSwapped(leg("a", 1), leg("b", 1))).toBe(false);
  });

  test("they differ", () => {
    const same = refusalOf(() => areLegsSwapped(leg("a", 1), leg("a", 1)));
    expect(same.code).toBe("bet.same_race_twice");
  });
});

test("a flexi unit is the total shared out, down to the cent", () => {
  expect(flexiUnit(10_000n, 18)).toBe(555n);
  expect(flexiUnit(1_500n, 60)).toBe(25n);
  expect(flexiUnit(5n, 6)).toBe(0n);
});

test("the table has the 15 types in order, and the later ones after them", () => {
  const first = Array.from({ length: 23 }, (_, i) => i + 1);
  expect(BET_TYPES.map((type) => type.index)).toEqual([...first, 30, 31, 32]);
  expect(new Set(BET_TYPES.map((type) => type.key)).size).toBe(26);
  expect(findBetType(7).name).toBe("Trifecta Box");
});

type Form = {
  bet_type: number;
  betAmount: unknown;
  race_id2?: string;
} & Partial<
  Record<"horse" | "horse2" | "horse1st" | "horse2nd" | "horse3rd" | "horse4th", number[] | null>
>;

type RefusalVector = {
  id: string;
  description: string;
  races: Record<"R1" | "R2", RaceField>;
  form: Form;
  expected: { refusal: string; field?: string };
};

const CODES: Record<string, string> = {
  "bet type": "bet.type_unknown",
  amount: "bet.amount_invalid",
  "nothing selected": "bet.nothing_selected",
  "runner twice": "bet.runner_twice",
  "unknown runner": "bet.runner_unknown",
  "scratched runner": "bet.runner_scratched",
  "stand-out": "bet.standout_invalid",
  "no combination": "bet.no_combination",
  "too many combinations": "bet.too_many_combinations",
  "same race twice": "bet.same_race_twice",
};

/** The wire fields of a bet type, by slot. */
function slotFields(betType: number): (keyof Form)[] {
  const { layout, length } = findBetType(betType);
  const positions: (keyof Form)[] = ["horse1st", "horse2nd", "horse3rd", "horse4th"];
  if (layout === "positions") return positions.slice(0, length);
  if (layout === "pair" || layout === "legs") return ["horse", "horse2"];
  if (!layout.startsWith("standout")) return ["horse"];
  return [...positions.slice(0, length - 1), "horse"];
}

function placeForm({ races, form }: RefusalVector): void {
  const fields = slotFields(form.bet_type);
  const slots = fields.map((name) => (form[name] as number[] | null | undefined) ?? []);
  const unit = parseAmountCents(form.betAmount) ?? 0n;
  if (betTypeOf(form.bet_type as BetTypeIndex).legs === 2) {
    areLegsSwapped({ raceId: "R1", startMs: 1 }, { raceId: form.race_id2 ?? "R2", startMs: 2 });
  }
  priceBet(order(form.bet_type, slots, unit), [races.R1], LIMITS);
}

describe("refused forms", () => {
  const vectors = readVectors<RefusalVector>("refusals");

  test("every vector is here", () => expect(vectors).toHaveLength(14));

  test.each(vectors.map((vector) => [vector.id, vector.description, vector] as const))(
    "%s: %s",
    (_, __, vector) => {
      const { code, params } = refusalOf(() => placeForm(vector));
      expect(code).toBe(CODES[vector.expected.refusal]);
      if (vector.expected.field?.startsWith("horse") && typeof params.slot === "number") {
        const fields = slotFields(vector.form.bet_type);
        const filled = fields.filter((name) => vector.form[name] !== undefined);
        expect(filled[params.slot]).toBe(vector.expected.field);
      }
    },
  );
});
