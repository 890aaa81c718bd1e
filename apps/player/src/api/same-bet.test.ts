import { expect, test } from "vitest";
import type { WireForm } from "./orders.ts";
import { isSameBet } from "./same-bet.ts";

const form = (more: object): WireForm =>
  ({
    bet_type: 12,
    race_id: "r1",
    race_id2: "",
    horse1st: [1],
    betAmount: "1.00",
    ...more,
  }) as WireForm;
const allUp = (...legs: object[]): WireForm => form({ bet_type: 40, legs });
const leg = (race_id: string, pool: string, ...combination: number[]) => ({
  race_id,
  pool,
  combination,
});

const SAME: [string, WireForm, WireForm][] = [
  ["other runners", form({}), form({ horse1st: [1, 2] })],
  ["another stake", form({}), form({ betAmount: "5.00" })],
  ["other runners of a pool over several", form({ legs: [[1], [2]] }), form({ legs: [[1], [3]] })],
  ["other runners of an All Up", allUp(leg("r1", "WIN", 1)), allUp(leg("r1", "WIN", 2))],
];
test.each(SAME)("%s: the same bet, whose last quote may stand in", (_, one, other) => {
  expect(isSameBet(one, other)).toBe(true);
});

const OTHER: [string, WireForm | null, WireForm | null][] = [
  ["another race", form({}), form({ race_id: "r2" })],
  ["another second race", form({}), form({ race_id2: "r2" })],
  ["another type", form({}), form({ bet_type: 13 })],
  ["another pool over several", form({}), form({ multi_pool_id: "m1" })],
  ["another race of an All Up", allUp(leg("r1", "WIN", 1)), allUp(leg("r2", "WIN", 1))],
  ["another pool of an All Up", allUp(leg("r1", "WIN", 1)), allUp(leg("r1", "PLACE", 1))],
  ["nothing asked", form({}), null],
];
test.each(OTHER)("%s: another bet, and no quote of it is known", (_, one, other) => {
  expect(isSameBet(one, other)).toBe(false);
});
