import type { WireStep } from "@club/contract";
import { expect, test } from "vitest";
import { addUp } from "./add-up.ts";

const step = (key: WireStep["key"], amount_cents: number, params = {}): WireStep => ({
  key,
  params,
  amount_cents,
});
const line = step("line", 2000, { count: 2, unit_stake_cents: 500, dividend_cents: 200 });
const order = { cost_cents: 1500, payout_cents: 2000, refund_cents: 500 };

test("lines, what came back and the payout are those of the order", () => {
  const steps = [step("scratched", 500), line, step("payout", 2000)];
  expect(addUp(steps, order)).toBe(true);
  for (const wrong of [{ payout_cents: 2001 }, { refund_cents: 400 }, { refund_cents: 0 }]) {
    expect(addUp(steps, { ...order, ...wrong })).toBe(false);
  }
  expect(addUp([line, step("payout", 2000)], order)).toBe(false);
  expect(addUp(steps.slice(0, -1), order)).toBe(false);
});

test.each<[string, readonly WireStep[]]>([
  ["a pool that went back", [step("refund", 1000), step("scratched", 500)]],
  ["nobody's win", [step("no_winner", 1500)]],
])("%s gives back what its steps say", (_, steps) => {
  const back = { ...order, payout_cents: 0, refund_cents: 1500 };
  const all = [...steps, step("payout", 0)];
  expect(addUp(all, back)).toBe(true);
  expect(addUp(all, { ...back, refund_cents: 1499 })).toBe(false);
});

test("a cancelled bet gives back its whole cost, also what a scratching had given back before", () => {
  const steps = [step("void", 1000), step("payout", 0)];
  const back = { ...order, payout_cents: 0, refund_cents: 1500 };
  expect(addUp(steps, back)).toBe(true);
  expect(addUp(steps, { ...back, refund_cents: 1000 })).toBe(false);
});
