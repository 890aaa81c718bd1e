import { betTypeOf, combinationsOf, priceBet, type RaceField, Refusal } from "@club/domain";
import { describe, expect, test } from "vitest";
import expansion from "../../domain/fixtures/vectors/expansion.json" with { type: "json" };
import refusals from "../../domain/fixtures/vectors/refusals.json" with { type: "json" };
import {
  fromWireSelections,
  multiPoolIdOf,
  nameField,
  parseBetForm,
  slotFields,
  toWireSelections,
} from "./bet-form.wire.ts";
import { betForm } from "./orders.ts";

type Vector = Record<string, unknown> & { id: string };

/** Lists in lists. */
const deep = (depth: number): unknown => JSON.parse("[".repeat(depth) + "]".repeat(depth));

const LIMITS = { maxCostCents: 100_000_000n, maxCombinations: 30_000 };
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
};

function refusalOf(form: Record<string, unknown>, fields: readonly RaceField[]): Refusal {
  try {
    const order = parseBetForm(form);
    try {
      priceBet(order, fields, LIMITS);
    } catch (error) {
      throw nameField(error as Refusal, order);
    }
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error("not refused");
}

describe("refusals", () => {
  const vectors = (refusals.vectors as Vector[]).filter(
    ({ form }) => (form as Record<string, unknown>)["race_id2"] !== "R1",
  );
  expect(vectors.length).toBe(13);
  test.each(vectors)("$id: $description", (vector) => {
    const { form, races, expected } = vector as unknown as {
      form: Record<string, unknown>;
      races: Record<string, RaceField>;
      expected: { refusal: string; field?: string };
    };
    const refusal = refusalOf(form, Object.values(races));
    expect(refusal.code).toBe(CODES[expected.refusal]);
    if (expected.field !== undefined) expect(refusal.params["field"]).toBe(expected.field);
  });
});

const WIRE: Record<string, string> = {
  first: "horse1st",
  second: "horse2nd",
  third: "horse3rd",
  fourth: "horse4th",
};

describe("expansion through the wire", () => {
  test.each(expansion.vectors as Vector[])("$id: $bet_name", (vector) => {
    const { bet_type, selection, combinations, lines } = vector as unknown as {
      bet_type: number;
      selection: Record<string, number[]>;
      combinations: number;
      lines: [string, number[]][] | null;
    };
    const form: Record<string, unknown> = { bet_type, betAmount: "1" };
    for (const [name, runners] of Object.entries(selection)) {
      if (name === "standout") {
        runners.forEach((runner, i) => (form[Object.values(WIRE)[i] as string] = [runner]));
      } else form[name === "others" ? "horse" : (WIRE[name] ?? name)] = runners;
    }
    const order = parseBetForm(form);
    const all = Array.from({ length: 24 }, (_, i) => i + 1);
    const field = { runners: all, scratched: [] };
    const fields = betTypeOf(order.betType).legs === 2 ? [field, field] : [field];
    expect(priceBet(order, fields, LIMITS).combinations).toBe(combinations);
    const back = fromWireSelections(order.betType, toWireSelections(order));
    expect(back).toEqual(order.slots.map((slot) => [...slot].sort((a, b) => a - b)));
    if (lines !== null) {
      const pools = new Set(lines.map(([pool]) => pool));
      const written = [...pools].flatMap((pool) => [...combinationsOf(order, pool as "WIN")]);
      expect(written.sort()).toEqual(lines.map(([, numbers]) => numbers.join("-")).sort());
    }
  });
});

describe("spellings of a field", () => {
  test.each([
    ["a list", [3, 5], [3, 5]],
    ["one number", 3, [3]],
    ["text of one", "3", [3]],
    ["text of two", "1,2", [1, 2]],
    ["text with spaces", " 1 , 2 ", [1, 2]],
    ["the picker's label", "3-Northern Tide", [3]],
    ["a label with a comma in the name", "3-Tide, Northern", [3]],
    ["labels in a list", ["3-Northern Tide", "5-Quiet Thunder"], [3, 5]],
    ["labels in one text", "3-Northern Tide,5-Quiet Thunder", [3, 5]],
    ["empty parts", ["", 4, null], [4]],
  ])("%s", (_name, horse, runners) => {
    expect(parseBetForm({ bet_type: 1, horse, betAmount: 1 }).slots).toEqual([runners]);
  });

  test.each([null, "", [], undefined, [null], [""]])("empty as %j", (horse) => {
    expect(parseBetForm({ bet_type: 1, horse, betAmount: 1 }).slots).toEqual([[]]);
  });

  test.each([-1, 0, 1.5, "x", "1e1", "-3", {}, true, Number.NaN, "99999"])(
    "%j is no runner",
    (horse) => {
      const refusal = refusalOf({ bet_type: 1, horse, betAmount: 1 }, []);
      expect(refusal.code).toBe("bet.runner_unknown");
      expect(refusal.params["field"]).toBe("horse");
    },
  );

  test("a Quinella is spelt with horse and horse2, or with horse1st and horse2nd", () => {
    const other = { bet_type: 3, horse1st: [1], horse2nd: [2, 3], betAmount: 1 };
    expect(parseBetForm(other).slots).toEqual([[1], [2, 3]]);
    expect(parseBetForm({ ...other, horse: [4], horse2: [5] }).slots).toEqual([[4], [5]]);
    expect(slotFields(parseBetForm(other))).toEqual(["horse", "horse2"]);
  });
});

describe("amounts", () => {
  test.each([
    [2.5, 250n],
    ["2.50", 250n],
    ["0.01", 1n],
    [1000000, 100_000_000n],
  ])("%j", (betAmount, cents) => {
    expect(parseBetForm({ bet_type: 1, horse: 1, betAmount }).unitStakeCents).toBe(cents);
  });

  test.each([
    -1,
    0,
    "0.00",
    "2.505",
    2.505,
    "1e5",
    Infinity,
    Number.NaN,
    " 1",
    "1,5",
    "",
    null,
    undefined,
    [],
    {},
  ])("%j is refused", (betAmount) => {
    const refusal = refusalOf({ bet_type: 1, horse: 1, betAmount }, []);
    expect(refusal.code).toBe("bet.amount_invalid");
    expect(refusal.params["field"]).toBe("betAmount");
  });

  test("Each Way: the place unit is the win unit when absent", () => {
    const form = { bet_type: 9, horse: 1, betAmount: 2 };
    expect(parseBetForm(form).unitStake2Cents).toBe(200n);
    expect(parseBetForm({ ...form, betAmount2: "1.5" }).unitStake2Cents).toBe(150n);
    expect(parseBetForm({ ...form, bet_type: 1, betAmount2: "1.5" }).unitStake2Cents).toBe(null);
  });
});

test.each([0, 24, "24", 29, 33, 40, "99", null, undefined, "x", 1.5, -1])(
  "bet type %j does not exist",
  (bet_type) => {
    const refusal = refusalOf({ bet_type, horse: 1, betAmount: 1 }, []);
    expect([refusal.code, refusal.params["field"]]).toEqual(["bet.type_unknown", "bet_type"]);
  },
);

describe("three races and more", () => {
  const form = { bet_type: 30, multi_pool_id: "m1", betAmount: 1 };
  const fields = Array.from({ length: 3 }, () => ({ runners: [1, 2, 3, 4], scratched: [4] }));

  test("one list of saddle numbers a leg", () => {
    const order = parseBetForm({ ...form, legs: [[3], "1,2", 2] });
    expect(order.slots).toEqual([[3], [1, 2], [2]]);
    expect(toWireSelections(order)).toEqual({ leg1: [3], leg2: [1, 2], leg3: [2] });
    expect(fromWireSelections(order.betType, toWireSelections(order))).toEqual(order.slots);
    expect(priceBet(order, fields, LIMITS).combinations).toBe(2);
    expect(multiPoolIdOf(form)).toBe("m1");
  });

  test.each<[string, unknown, string, number | undefined]>([
    ["no legs", undefined, "bet.nothing_selected", undefined],
    ["empty legs", [[], [], []], "bet.nothing_selected", undefined],
    ["a leg too few", [[1], [2]], "bet.nothing_selected", 3],
    ["an empty leg", [[1], [], [2]], "bet.nothing_selected", 2],
    ["a leg that is null", [[1], null, [2]], "bet.nothing_selected", 2],
    ["a leg that is an empty text", [[1], "", [2]], "bet.nothing_selected", 2],
    ["an empty text", "", "bet.nothing_selected", undefined],
    ["lists without end", deep(20_000), "bet.runner_unknown", undefined],
    ["a leg of them", [[1], deep(20_000), [2]], "bet.runner_unknown", undefined],
    ["what has no text", [[1], [{ toString: "x" }], [2]], "bet.runner_unknown", undefined],
    ["a list of a thousand", [[1], Array(1000).fill(1), [2]], "bet.runner_unknown", undefined],
    ["a leg too many", [[1], [2], [3], [1]], "bet.runner_unknown", 4],
    ["no list", "1", "bet.runner_unknown", undefined],
    ["an object", { 1: [1] }, "bet.runner_unknown", undefined],
    ["a leg that is an object", [[1], {}, [2]], "bet.runner_unknown", undefined],
    ["a runner twice", [[1, 1], [2], [3]], "bet.runner_twice", 1],
    ["an unknown runner", [[1], [2], [9]], "bet.runner_unknown", 3],
    ["a scratched runner", [[1], [4], [3]], "bet.runner_scratched", 2],
  ])("%s", (_, legs, code, leg) => {
    const refusal = refusalOf({ ...form, legs }, fields);
    expect([refusal.code, refusal.params["field"]]).toEqual([code, "legs"]);
    expect(refusal.params["leg"]).toBe(leg);
  });

  test("empty legs behind the last are not there", () => {
    const order = parseBetForm({ ...form, legs: [[3], [1], [2], [], null, ""] });
    expect(order.slots).toEqual([[3], [1], [2]]);
  });

  test("a pool has to be named", () => {
    try {
      multiPoolIdOf({ ...form, multi_pool_id: "" });
      expect.unreachable();
    } catch (error) {
      expect(error).toMatchObject({
        code: "bet.race_mismatch",
        params: { field: "multi_pool_id" },
      });
    }
  });

  test("100,000 combinations fit, more do not, and a flexi unit is at least a cent", () => {
    const runners = Array.from({ length: 24 }, (_, i) => i + 1);
    const wide = Array.from({ length: 6 }, () => ({ runners, scratched: [] }));
    const legsOf = (...counts: number[]) => counts.map((count) => runners.slice(0, count));
    const pick6 = { bet_type: 32, multi_pool_id: "m1", betAmount: "0.01" };
    const most = parseBetForm({ ...pick6, legs: legsOf(10, 10, 10, 10, 10, 1) });
    expect(priceBet(most, wide, LIMITS).costCents).toBe(100_000n);
    const refusal = refusalOf({ ...pick6, legs: legsOf(10, 10, 10, 10, 10, 2) }, wide);
    expect(refusal.code).toBe("bet.too_many_combinations");
    expect(refusal.params).toMatchObject({ field: "legs", max: 100_000 });
    const small = { ...pick6, legs: legsOf(1, 1, 1, 1, 1, 1), betAmount: "0.001" };
    expect(refusalOf(small, wide).code).toBe("bet.amount_invalid");
  });
});

test.each(["", "x", {}, [null], [[3], null], deep(20_000), { length: 1e9 }, 7, true])(
  "legs %# are ignored by a bet that has none",
  (legs) => {
    const form = betForm.parse({ bet_type: 1, horse: [1], betAmount: 1, legs });
    expect(parseBetForm(form).slots).toEqual([[1]]);
  },
);
