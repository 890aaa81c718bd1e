import fc from "fast-check";
import { expect, test } from "vitest";
import { LAWS, orderArbitrary, runnersUpTo } from "../../test/laws.ts";
import type { PoolBet } from "../bets/bet-order.ts";
import { BET_TYPES, BOARD_POOL_CODES, poolOf } from "../bets/bet-types.ts";
import { combinationsOf } from "../bets/combinations.ts";
import { sumCents } from "../money/cents.ts";
import { type RaceFacts, poolOfRace } from "../settlement/settle-race.ts";
import { finishTally, startTally } from "../settlement/pool-tally.ts";
import { Board } from "./board.ts";
import { addStakes, type StakesByCombination } from "./pool-stakes.ts";
import { HK } from "./rule-sets.ts";
import { topOf } from "./top-stakes.ts";

const RUNNERS = runnersUpTo(9);
const OF = { rules: HK, jackpotInCents: 12_345n };

const bets = fc.constantFrom(...BOARD_POOL_CODES).chain((pool) => {
  const types = BET_TYPES.filter((type) => type.pools[0] === pool).map(({ index }) => index);
  return fc.record({
    pool: fc.constant(pool),
    bets: fc.array(orderArbitrary(types, RUNNERS), { minLength: 1, maxLength: 12 }),
    scratched: fc.subarray(RUNNERS, { maxLength: 2 }),
    voided: fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
  });
});

test("a board is the sum over the bets, whatever was scratched and cancelled meanwhile", () => {
  fc.assert(
    fc.property(bets, fc.nat(12), ({ pool, bets: orders, scratched, voided }, when) => {
      const board = new Board(pool, RUNNERS);
      orders.forEach((order, i) => {
        if (i === when) scratched.forEach((runner) => board.scratch(runner));
        board.add(order);
      });
      scratched.forEach((runner) => board.scratch(runner));
      orders.forEach((order, i) => voided[i] && board.add(order, -1));
      const stakes: StakesByCombination = new Map();
      const live = { pool, scratched: [new Set(scratched)] };
      orders.forEach((order, i) => voided[i] || addStakes(stakes, live, order as PoolBet));
      const { rows, grossCents, totalCombinations } = board.view(OF, 10_000);
      const staked = rows.filter(({ stakeCents }) => stakeCents > 0n);
      expect(Object.fromEntries(staked.map((row) => [row.combination, row.stakeCents]))).toEqual(
        Object.fromEntries([...stakes].filter(([, cents]) => cents > 0n)),
      );
      expect(grossCents).toBe(sumCents(stakes.values()));
      if (poolOf(pool).length === 2) expect(rows).toHaveLength(totalCombinations);
      const sizes = rows.map(({ stakeCents }) => stakeCents);
      expect(sizes).toEqual(sizes.toSorted((a, b) => (a > b ? -1 : a < b ? 1 : 0)));
      for (const row of rows.slice(0, 5)) expect(board.find(row.combination, OF)).toEqual(row);
    }),
    LAWS,
  );
});

test("a dividend on the board is the pool's if that combination alone won", () => {
  fc.assert(
    fc.property(bets, ({ pool, bets: orders }) => {
      const board = new Board(pool, RUNNERS);
      for (const order of orders) board.add(order);
      const [best] = board.view(OF).rows;
      const numbers = best!.combination.split("-").map(Number);
      const race: RaceFacts = {
        rules: HK,
        handicap: false,
        runners: RUNNERS,
        scratched: [],
        abandoned: false,
        placings: numbers.map((runner) => [runner]),
        jackpotInCents: { [pool]: OF.jackpotInCents },
        declared: null,
      };
      // A Quinella Place with two finishers has no winner: of the others the first ones are the combination.
      if (pool === "QUINELLA_PLACE") return;
      const tally = startTally(poolOfRace(race, pool));
      for (const order of orders) tally.add(order);
      expect(finishTally(tally).dividends).toMatchObject([
        { combination: best!.combination, dividendCents: best!.dividendCents },
      ]);
    }),
    LAWS,
  );
});

test("an estimate is from the most backed combination of a bet to the least backed one, its own stakes on them", () => {
  fc.assert(
    fc.property(bets, ({ pool, bets: [asked, ...others] }) => {
      const board = new Board(pool, RUNNERS);
      for (const order of others) board.add(order);
      const covered = [...combinationsOf(asked!, pool)];
      const backed = covered.filter((each) => board.find(each, OF)!.stakeCents > 0n);
      const estimate = board.estimate(asked!, OF);
      expect(estimate.unbacked).toBe(covered.length - backed.length);
      board.add(asked!);
      const { netCents } = board.view(OF);
      const pays = backed
        .map((each) => (asked!.unitStakeCents * board.find(each, OF)!.dividendCents!) / 100n)
        .map((cents) => (cents < netCents ? cents : netCents))
        .sort((a, b) => (a < b ? -1 : 1));
      if (backed.length === 0) expect(estimate.range).toBeNull();
      else expect(estimate.range).toEqual({ minCents: pays[0], maxCents: pays.at(-1) });
    }),
    LAWS,
  );
});

test("no estimate is more than the pool holds with the bet in it", () => {
  const units = fc.bigInt({ min: 1n, max: 100_000_000n });
  fc.assert(
    fc.property(bets, units, ({ pool, bets: [asked, ...others] }, unitStakeCents) => {
      const board = new Board(pool, RUNNERS);
      for (const order of others) board.add(order);
      const large = { ...asked!, unitStakeCents };
      const { range } = board.estimate(large, OF);
      board.add(large);
      if (range !== null) expect(range.maxCents).toBeLessThanOrEqual(board.view(OF).netCents);
    }),
    LAWS,
  );
});

test("before anyone has bet there is no price, and what is no combination has no row", () => {
  const board = new Board("TRIO", RUNNERS);
  expect(board.view(OF)).toMatchObject({ grossCents: 0n, totalCombinations: 84, rows: [] });
  expect(board.find("3-1-2", OF)).toEqual({
    combination: "1-2-3",
    stakeCents: 0n,
    dividendCents: null,
  });
  board.scratch(9);
  expect(board.view(OF).totalCombinations).toBe(56);
  for (const text of ["", "1-2", "1-2-3-4", "1-1-2", "1-2-10", "1-2-9", "1-2-x", "toString"]) {
    expect(board.find(text, OF), text).toBeNull();
  }
});

test("a grid is whole, of longer ones the 600 with the most money are shown, and any can be asked for", () => {
  const grid = new Board("EXACTA", runnersUpTo(24));
  grid.add({ betType: 5, slots: [[1], [2]], unitStakeCents: 100n });
  const { rows: pairs, ...sums } = grid.view(OF);
  expect(pairs).toHaveLength(24 * 23);
  expect(grid.view(OF, 0)).toEqual({ ...sums, rows: [] });
  const long = new Board("FIRST4", RUNNERS);
  const box = runnersUpTo(7);
  long.add({ betType: 8, slots: [box, box, box, box], unitStakeCents: 100n });
  long.add({ betType: 8, slots: [[7], [6], [5], [4]], unitStakeCents: 1n });
  const { rows, totalCombinations } = long.view(OF);
  expect([rows.length, totalCombinations]).toEqual([600, 9 * 8 * 7 * 6]);
  expect(rows[0]).toMatchObject({ combination: "7-6-5-4", stakeCents: 101n });
  const shown = new Set(rows.map(({ combination }) => combination));
  const hidden = [...combinationsOf({ betType: 8, slots: [box, box, box, box] }, "FIRST4")].find(
    (each) => !shown.has(each),
  );
  expect(long.find(hidden!, OF)?.stakeCents).toBe(100n);
});

test("a pool that would be refunded pays nothing on the board", () => {
  const board = new Board("QUINELLA_PLACE", runnersUpTo(6));
  board.add({ betType: 17, slots: [[1, 2, 3]], unitStakeCents: 100n });
  expect(board.find("1-2", OF)).toMatchObject({ stakeCents: 100n, dividendCents: null });
});

test("where others declare the dividends there is no price, and net is gross", () => {
  const board = new Board("QUINELLA", RUNNERS);
  board.add({ betType: 4, slots: [[1, 2]], unitStakeCents: 1_000n });
  const declared = { ...OF, isDeclared: true };
  expect(board.view(declared)).toMatchObject({ grossCents: 1_000n, netCents: 1_000n });
  expect(board.find("1-2", declared)).toMatchObject({ stakeCents: 1_000n, dividendCents: null });
  const again: PoolBet = { betType: 4, slots: [[1, 2]], unitStakeCents: 100n };
  expect(board.estimate(again, declared)).toEqual({ range: null, unbacked: 0 });
});

test("the top rows are those of all, sorted", () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(9), { maxLength: 60 }),
      fc.integer({ min: 1, max: 20 }),
      (all, most) => {
        const values = Float64Array.from(all);
        const sorted = all
          .map((value, place) => ({ value, place }))
          .filter(({ value }) => value > 0)
          .toSorted((a, b) => b.value - a.value || a.place - b.place);
        expect(topOf(values, most)).toEqual(sorted.slice(0, most).map(({ place }) => place));
      },
    ),
    LAWS,
  );
});
