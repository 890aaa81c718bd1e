import type { BetLeaf, SportLeaf } from "@club/domain";
import { describe, expect, test } from "vitest";
import type { OrderDetail } from "../api/orders.ts";
import type { SportOrderDetail } from "../api/sport.ts";
import { compareShown, compareShownSport } from "./shown-bet.ts";

const leaf: BetLeaf = {
  order_id: "o1",
  nonce: "00",
  race_id: "r1",
  race_id2: null,
  bet_type: 9,
  selections: { horse: [1, 3] },
  unit_stake_cents: 250,
  unit_stake2_cents: 100,
  cost_cents: 700,
  accepted_at: "2026-11-20T11:14:57.001Z",
};
const order = { ...leaf, combinations: 4, multi_pool: null } as unknown as OrderDetail;

describe("a bet on a race", () => {
  test("is the one on the screen", () => {
    expect(compareShown(leaf, order)).toMatchObject({ check: "receipt_hash", verdict: "equal" });
  });

  test.each<[string, Partial<OrderDetail>]>([
    ["id", { order_id: "o2" }],
    ["nonce", { nonce: "01" }],
    ["type", { bet_type: 1 }],
    ["race", { race_id: "r2" }],
    ["second race", { race_id2: "r2" }],
    ["runners", { selections: { horse: [1, 4] } }],
    ["unit", { unit_stake_cents: 300 }],
    ["place unit", { unit_stake2_cents: null }],
    ["combinations", { combinations: 2 }],
    ["cost", { cost_cents: 701 }],
    ["time", { accepted_at: "2026-11-20T11:14:57.002Z" }],
    ["pool", { multi_pool: { multi_pool_id: "m1", name: "Early Quaddie", races: [] } }],
  ])("with another %s is not", (_, change) => {
    expect(compareShown(leaf, { ...order, ...change }).verdict).toBe("differs");
  });

  test("of a pool over several races names that pool", () => {
    const selections = { leg1: [1, 2], leg2: [3], leg3: [4] };
    const treble = { ...leaf, bet_type: 30, multi_pool_id: "m1", selections };
    const multi_pool = { multi_pool_id: "m1", name: "Treble", races: [1, 2, 3] };
    const shown = { ...order, bet_type: 30, selections, combinations: 2, multi_pool };
    expect(compareShown(treble, shown).verdict).toBe("equal");
    const other = { ...multi_pool, multi_pool_id: "m2" };
    expect(compareShown(treble, { ...shown, multi_pool: other }).verdict).toBe("differs");
  });
});

describe("a sport bet", () => {
  const leg = { event_id: "e1", market_id: "m1", odds_milli: 1850, outcome_id: "u1" };
  const sport: SportLeaf = {
    order_id: "o1",
    nonce: "00",
    kind: "multiple",
    legs: [leg, { ...leg, event_id: "e2" }],
    unit_stake_cents: 1000,
    cost_cents: 1000,
    accepted_at: "2026-11-20T11:20:00.000Z",
  };
  const shown = { ...sport, lines: 1 } as unknown as SportOrderDetail;
  const withLeg = (change: object) =>
    ({ legs: [{ ...leg, ...change }, sport.legs[1]] }) as Partial<SportOrderDetail>;

  test("is the one on the screen", () => {
    expect(compareShownSport(sport, shown).verdict).toBe("equal");
  });

  test.each<[string, Partial<SportOrderDetail>]>([
    ["kind", { kind: "single" }],
    ["unit", { unit_stake_cents: 500 }],
    ["cost", { cost_cents: 999 }],
    ["number of lines", { lines: 2 }],
    ["time", { accepted_at: "2026-11-20T11:20:00.001Z" }],
    ["event", withLeg({ event_id: "e3" })],
    ["market", withLeg({ market_id: "m2" })],
    ["outcome", withLeg({ outcome_id: "u2" })],
    ["odds", withLeg({ odds_milli: 1900 })],
  ])("with another %s is not", (_, change) => {
    expect(compareShownSport(sport, { ...shown, ...change }).verdict).toBe("differs");
  });
});
