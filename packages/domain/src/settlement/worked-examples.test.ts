import { expect, test } from "vitest";
import { runnersUpTo } from "../../test/laws.ts";
import { nextAllUpStep } from "../bets/all-up.ts";
import type { BetOrder } from "../bets/bet-order.ts";
import { type BetTypeKey, betTypeNamed } from "../bets/bet-types.ts";
import { combinationsOf } from "../bets/combinations.ts";
import { countCombinations } from "../bets/count-combinations.ts";
import { flexiUnit } from "../bets/price-bet.ts";
import { Board } from "../pools/board.ts";
import { payCombination } from "../pools/dividend.ts";
import { AU_STD } from "../pools/rule-sets.ts";
import { type RaceFacts, settleRace } from "./settle-race.ts";

/* The worked examples of docs/rules: any-order.md, boards.md, multi-race.md ("In the form", "Official dividends"), all-up.md. */

const bet = (key: BetTypeKey, slots: number[][], unit: number): BetOrder => ({
  betType: betTypeNamed(key).index,
  slots,
  unitStakeCents: BigInt(unit),
  unitStake2Cents: null,
});
const quinella = (a: number, b: number, unit: number) => bet("quinella", [[a], [b]], unit);

test("any order: six pairs win, two of them are backed and have half each", () => {
  const race: RaceFacts = {
    rules: AU_STD,
    handicap: false,
    runners: runnersUpTo(8),
    scratched: [],
    abandoned: false,
    placings: [[5], [1], [4, 7]],
    jackpotInCents: {},
    declared: null,
  };
  const pair = (a: number, b: number, unit: number) => bet("quinella_place", [[a], [b]], unit);
  const { pools } = settleRace(race, [pair(1, 5, 1_000), pair(4, 7, 500), pair(2, 3, 8_500)]);
  const pool = pools.find(({ grossCents }) => grossCents > 0n);
  expect(pool).toMatchObject({ takeoutCents: 1_475n, netCents: 8_525n });
  expect(pool?.dividends.map((each) => [each.combination, each.dividendCents])).toEqual([
    ["1-5", 420n],
    ["4-7", 850n],
  ]);
});

test("any order: a Trio of three fields is its sets", () => {
  const trio = bet(
    "trio",
    [
      [1, 2],
      [1, 2, 3],
      [1, 2, 3, 4],
    ],
    100,
  );
  expect([...combinationsOf(trio, "TRIO")].toSorted()).toEqual([
    "1-2-3",
    "1-2-4",
    "1-3-4",
    "2-3-4",
  ]);
});

test("boards: what a Quinella would pay, and what the form says of a box", () => {
  const of = { rules: AU_STD, jackpotInCents: 0n };
  const board = new Board("QUINELLA", runnersUpTo(6));
  for (const each of [quinella(1, 2, 2_500), quinella(1, 3, 1_000), quinella(5, 6, 6_500)])
    board.add(each);
  expect(board.view(of)).toMatchObject({ grossCents: 10_000n, netCents: 8_525n });
  const shown = ["1-2", "1-3", "2-3"].map((each) => board.find(each, of)?.dividendCents);
  expect(shown).toEqual([340n, 850n, null]);
  expect(board.estimate(bet("quinella_box", [[1, 2, 3]], 200), of)).toEqual({
    range: { minCents: 660n, maxCents: 1_500n },
    unbacked: 1,
  });
});

test("several races: 5.00 over a Quaddie of 16 combinations, and 0.15", () => {
  const pair = [1, 2];
  const combinations = countCombinations(bet("quaddie", [pair, pair, pair, pair], 1));
  expect(flexiUnit(500n, combinations)).toBe(31n);
  expect(31n * BigInt(combinations)).toBe(496n);
  // Less than a cent each, which is no stake.
  expect(flexiUnit(15n, combinations)).toBe(0n);
});

test("several races: official dividends are paid as they are", () => {
  expect(payCombination(333n, 15_650n)).toBe(52_114n);
  expect(payCombination(333n, 450n)).toBe(1_498n);
});

test("all up: what is paid goes on, what comes back goes on, the last one is cash", () => {
  const first = payCombination(1_000n, 420n);
  expect(nextAllUpStep(0, { payoutCents: first, refundCents: 0n }, "takes_bets")).toEqual({
    kind: "stake",
    leg: 1,
    unitStakeCents: 4_200n,
  });
  const back = { payoutCents: 0n, refundCents: first };
  expect(nextAllUpStep(1, back, "takes_bets")).toMatchObject({ unitStakeCents: 4_200n });
  expect(nextAllUpStep(1, back, "out")).toMatchObject({ kind: "cash", cents: 4_200n });
  const last = { payoutCents: payCombination(first, 135n), refundCents: 0n };
  expect(nextAllUpStep(2, last, null)).toMatchObject({ kind: "cash", cents: 5_670n });
});
