import { describe, expect, test } from "vitest";
import {
  EMPTY_SLIP,
  needsYes,
  slipReducer,
  type SlipLeg,
  type SportSlipState,
} from "./slip-state.ts";
import { priceSlip } from "./slip-price.ts";

const leg = (outcomeId: string, oddsMilli: number, more: Partial<SlipLeg> = {}): SlipLeg => ({
  eventId: `e-${outcomeId}`,
  marketId: `m-${outcomeId}`,
  outcomeId,
  oddsMilli,
  event: {
    sport: "football",
    competition: "Northern League",
    home: "Ellerby Town",
    away: "Castle Moor",
    home_names: {},
    away_names: {},
    start_time: "2026-11-21T15:00:00.000Z",
  },
  type: "1x2",
  line: null,
  key: "home",
  name: null,
  combines: false,
  ...more,
});

const LEGS = [leg("a", 1850), leg("b", 2100), leg("c", 3400)];
const slipOf = (more: Partial<SportSlipState>): SportSlipState => ({
  ...EMPTY_SLIP,
  legs: LEGS,
  ...more,
});
const price = (slip: SportSlipState, max?: bigint) =>
  priceSlip(slip, ({ oddsMilli }) => oddsMilli, max);
const betOf = (slip: SportSlipState, id: string, max?: bigint) => {
  const bet = price(slip, max).bets.find((each) => each.id === id);
  if (bet === undefined) throw new Error(`no bet ${id}`);
  return bet;
};

describe("the bets of a slip", () => {
  test("three selections: their singles, the multiple, trixie and patent", () => {
    expect(price(slipOf({})).bets.map(({ id, lines }) => [id, lines])).toEqual([
      ["single:a", 1],
      ["single:b", 1],
      ["single:c", 1],
      ["multiple", 1],
      ["trixie", 4],
      ["patent", 7],
    ]);
  });

  test("a multiple of 5.00 at 1.85 x 2.10 x 3.40 returns 66.04", () => {
    const bet = betOf(slipOf({ stakes: { multiple: "5" } }), "multiple");
    expect([bet.costCents, bet.returnCents]).toEqual([500n, 6604n]);
  });

  test("a trixie of 2.00 a line costs 8.00 and returns the sum of its four lines", () => {
    const bet = betOf(slipOf({ stakes: { trixie: "2" } }), "trixie");
    // 7.77 + 12.58 + 14.28 + 26.418, each floored to the cent.
    expect([bet.costCents, bet.returnCents]).toEqual([800n, 777n + 1258n + 1428n + 2641n]);
  });

  test("a total is divided among the lines, and what is left stays with the player", () => {
    const bet = betOf(slipOf({ mode: "total", stakes: { trixie: "10.01" } }), "trixie");
    expect([bet.unitCents, bet.costCents, bet.unspentCents]).toEqual([250n, 1000n, 1n]);
  });

  test("a total too small for a cent a line is said, and is not staked", () => {
    const slip = slipOf({ mode: "total", stakes: { trixie: "0.03" } });
    expect(betOf(slip, "trixie").obstacle?.code).toBe("bet.amount_invalid");
    expect(price(slip).staked).toEqual([]);
  });

  test("the club's maximum caps what is shown", () => {
    const bet = betOf(slipOf({ stakes: { multiple: "5" } }), "multiple", 5000n);
    expect([bet.returnCents, bet.isCapped]).toEqual([5000n, true]);
  });

  test("two selections of one event go as singles only", () => {
    const legs = [leg("a", 1850, { eventId: "e" }), leg("b", 2100, { eventId: "e" })];
    const slip = slipOf({ legs, stakes: { multiple: "5", "single:a": "1" } });
    const { bets, staked, related } = price(slip);
    expect(bets.at(-1)?.obstacle?.code).toBe("sport.related_legs");
    expect(staked.map(({ id }) => id)).toEqual(["single:a"]);
    expect([...related]).toEqual(["a", "b"]);
  });

  test("all staked bets together: lines, cost, return", () => {
    const slip = slipOf({ stakes: { multiple: "5", trixie: "2" } });
    const { lines, costCents, returnCents } = price(slip);
    expect([lines, costCents, returnCents]).toEqual([5, 1300n, 6604n + 6104n]);
  });
});

describe("selections", () => {
  const toggle = (slip: SportSlipState, each: SlipLeg) =>
    slipReducer(slip, { do: "toggle", leg: each });

  test("a second tap takes one out, with its stake", () => {
    const slip = slipOf({ stakes: { "single:a": "5", multiple: "2" }, field: "single:a" });
    expect(toggle(slip, LEGS[0] as SlipLeg)).toMatchObject({
      stakes: { multiple: "2" },
      field: null,
    });
  });

  test("another outcome of the same market takes the place of the first", () => {
    const other = leg("a2", 4400, { marketId: "m-a" });
    expect(toggle(slipOf({}), other).legs.map(({ outcomeId }) => outcomeId)).toEqual([
      "a2",
      "b",
      "c",
    ]);
  });

  test("twelve at most", () => {
    const legs = Array.from({ length: 12 }, (_, index) => leg(`x${index}`, 2000));
    expect(toggle(slipOf({ legs }), leg("one more", 2000)).legs).toHaveLength(12);
  });

  test("agreeing takes the prices of now", () => {
    const slip = slipReducer(slipOf({}), { do: "take prices", odds: new Map([["b", 2000]]) });
    expect(slip.legs.map(({ oddsMilli }) => oddsMilli)).toEqual([1850, 2000, 3400]);
  });
});

test.each([
  ["any", 2000, 1500, false],
  ["better", 2000, 2100, false],
  ["better", 2000, 1999, true],
  ["better", 2000, 2000, false],
  ["ask", 2000, 2100, true],
  ["ask", 2000, 2000, false],
] as const)("%s: from %i to %i needs a yes: %s", (policy, seen, now, needs) => {
  expect(needsYes(policy, seen, now)).toBe(needs);
});
