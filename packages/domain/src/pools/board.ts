import { assert } from "../assert.ts";
import type { PoolBet, RaceField, Selection, Slots } from "../bets/bet-order.ts";
import { type BoardPoolCode, betTypeOf, poolOf } from "../bets/bet-types.ts";
import {
  placesOf,
  readCombination,
  withoutScratched,
  writeCombination,
} from "../bets/combinations.ts";
import { countCombinations } from "../bets/count-combinations.ts";
import type { Cents } from "../money/cents.ts";
import { ONE } from "../money/fraction.ts";
import { CombinationIndex } from "./combination-index.ts";
import { declareDividend, payCombination, rawDividend } from "./dividend.ts";
import { type EstimatedReturn, atMost, netOf } from "./estimate-return.ts";
import type { RuleSet } from "./rule-sets.ts";
import { topOf } from "./top-stakes.ts";

/** What decides a board's dividends beside its stakes. */
export type BoardRules = {
  readonly rules: RuleSet;
  /** What the pool brings in; 0 where none is known yet. */
  readonly jackpotInCents: Cents;
  /** Others say what it pays: all of its money is net, and nothing has a dividend before. */
  readonly isDeclared?: boolean;
};

export type BoardRow = {
  readonly combination: string;
  readonly stakeCents: Cents;
  /** If this one alone won now, per 1.00; null: no money on it, or the pool would be refunded. */
  readonly dividendCents: Cents | null;
};

export type BoardView = {
  readonly grossCents: Cents;
  readonly netCents: Cents;
  /** How many combinations the runners that are left can make. */
  readonly totalCombinations: number;
  /** By stake, the most first; of a pool of two runners all of them. */
  readonly rows: readonly BoardRow[];
};

/** What a bet may return, and how many of its combinations nobody has staked on. */
export type BoardEstimate = {
  /** null: no combination has money on it, or the pool would be refunded. */
  readonly range: EstimatedReturn | null;
  readonly unbacked: number;
};

/** The most rows of a board, where it is not a grid of two runners. */
export const MOST_BOARD_ROWS = 600;

/**
 * The live stakes of a pool of one race on each of its combinations, kept bet by bet: at any time
 * they are the sum over the bets that were added, so a process that adds the stored bets anew has
 * the same. Source: docs/rules/boards.md, "The sums".
 */
export class Board {
  readonly pool: BoardPoolCode;
  readonly #runners: readonly number[];
  readonly #position: ReadonlyMap<number, number>;
  readonly #scratched = new Set<number>();
  readonly #index: CombinationIndex;
  /** Whole cents; made with the first bet. */
  #stakes = new Float64Array(0);
  #gross = 0n;
  /** Which bet came last to each combination: two ways to the same set count once. */
  #seen = new Uint32Array(0);
  #turn = 0;

  /** @param runners - every declared runner; with others a new board is made. */
  constructor(pool: BoardPoolCode, runners: readonly number[]) {
    const { length, isOrdered } = poolOf(pool);
    this.pool = pool;
    this.#runners = [...runners].sort((a, b) => a - b);
    this.#position = new Map(this.#runners.map((runner, i) => [runner, i]));
    this.#index = new CombinationIndex(runners.length, length, isOrdered);
  }

  /** How many places it keeps, of 8 bytes and more each. */
  get size(): number {
    return this.#index.size;
  }

  /** Whether it is a board of this field: nobody else declared, nobody scratched come back. */
  isOf({ runners, scratched }: RaceField): boolean {
    return (
      runners.length === this.#runners.length &&
      runners.every((runner) => this.#position.has(runner)) &&
      [...this.#scratched].every((runner) => scratched.includes(runner))
    );
  }

  /** The live stakes of all combinations. */
  get grossCents(): Cents {
    return this.#gross;
  }

  /** @param times - how many equal bets this one stands for; below zero for bets that are cancelled. */
  add(bet: PoolBet, times = 1): void {
    if (this.#stakes.length === 0) this.#stakes = new Float64Array(this.#index.size);
    const live = this.#scratched.size === 0 ? bet : withoutScratched(bet, [this.#scratched]);
    const cents = Number(bet.unitStakeCents) * times;
    let count = 0;
    this.#visit(live, (index) => {
      this.#stakes[index] = (this.#stakes[index] ?? 0) + cents;
      count += 1;
    });
    this.#gross += BigInt(count) * BigInt(cents);
  }

  /** Takes out the combinations of a scratched runner; those of later bets do not count either. */
  scratch(runner: number): void {
    const position = this.#position.get(runner);
    if (position === undefined || this.#scratched.has(runner)) return;
    this.#scratched.add(runner);
    for (const [index, cents] of this.#stakes.entries()) {
      if (cents === 0 || !this.#index.positionsOf(index).includes(position)) continue;
      this.#gross -= BigInt(cents);
      this.#stakes[index] = 0;
    }
  }

  /**
   * The board as it is shown. Source: docs/rules/boards.md, "What is shown".
   *
   * @param most - 0: the sums alone, for which no combination is looked at.
   */
  view(of: BoardRules, most = MOST_BOARD_ROWS): BoardView {
    const shown = most === 0 ? [] : this.#shown(most);
    const netCents = this.#net(of);
    return {
      grossCents: this.#gross,
      netCents,
      totalCombinations: this.#possible(),
      rows: this.#rows(shown, of, netCents),
    };
  }

  /** One combination; null: the field has no such. */
  find(combination: string, of: BoardRules): BoardRow | null {
    const numbers = readCombination(combination);
    const positions = numbers.map((runner) => this.#position.get(runner));
    const isOne =
      numbers.length === poolOf(this.pool).length &&
      new Set(numbers).size === numbers.length &&
      !numbers.some((runner) => this.#scratched.has(runner));
    if (!isOne || !positions.every((each) => each !== undefined)) return null;
    return this.#rows([this.#index.of(positions)], of, this.#net(of))[0] ?? null;
  }

  /**
   * What a bet would be paid by the board with its own stakes on it, from its combination with the
   * most money on it to the one with the least, and never more than the pool then holds. `unbacked`
   * combinations have no money of others on them: nothing is said of these.
   */
  estimate(bet: PoolBet, of: BoardRules): BoardEstimate {
    let [least, most, unbacked] = [Infinity, 0, 0];
    const live = withoutScratched(bet, [this.#scratched]);
    this.#visit(live, (index) => {
      const cents = this.#stakes[index] ?? 0;
      if (cents === 0) unbacked += 1;
      else [least, most] = [Math.min(least, cents), Math.max(most, cents)];
    });
    const own = bet.unitStakeCents;
    const net = this.#net(of, this.#gross + BigInt(countCombinations(live)) * own);
    const low = this.#dividend(most + Number(own), of, net);
    const high = this.#dividend(least + Number(own), of, net);
    if (most === 0 || low === null || high === null) return { range: null, unbacked };
    const range = { minCents: payCombination(own, low), maxCents: payCombination(own, high) };
    return { range: atMost(range, net), unbacked };
  }

  #net({ rules, jackpotInCents, isDeclared }: BoardRules, grossCents = this.#gross): Cents {
    return isDeclared === true ? grossCents : netOf(grossCents, rules, this.pool) + jackpotInCents;
  }

  /** Of rows in order of stake equal ones are neighbours, and have the same dividend. */
  #rows(indexes: readonly number[], of: BoardRules, netCents: Cents): BoardRow[] {
    let last = 0;
    let dividendCents: Cents | null = null;
    return indexes.map((index) => {
      const cents = this.#stakes[index] ?? 0;
      if (cents !== last) dividendCents = this.#dividend(cents, of, netCents);
      last = cents;
      const numbers = this.#index.positionsOf(index).map((each) => this.#runners[each] ?? 0);
      const combination = writeCombination(this.pool, numbers);
      return { combination, stakeCents: BigInt(cents), dividendCents };
    });
  }

  /** Step 8 of the order of work for one combination that wins alone. */
  #dividend(cents: number, of: BoardRules, netCents: Cents): Cents | null {
    if (of.isDeclared === true) return null;
    const live = this.#runners.length - this.#scratched.size;
    if (cents === 0 || cents === Infinity || live < of.rules.minStarters[this.pool]) return null;
    const win = { share: ONE, stakesCents: BigInt(cents) };
    const money = { netCents, backedCents: win.stakesCents };
    return declareDividend(rawDividend("EQUAL_SHARE", money, win), of.rules, this.pool);
  }

  #shown(most: number): readonly number[] {
    return poolOf(this.pool).length === 2 ? this.#all() : topOf(this.#stakes, most);
  }

  /** Every pair of runners that are left, the most money first. */
  #all(): number[] {
    const live = this.#runners.flatMap((runner, i) => (this.#scratched.has(runner) ? [] : [i]));
    const { isOrdered } = poolOf(this.pool);
    const pairs = live.flatMap((a) =>
      live.filter((b) => (isOrdered ? a !== b : a < b)).map((b) => this.#index.of([a, b])),
    );
    return pairs.sort((a, b) => (this.#stakes[b] ?? 0) - (this.#stakes[a] ?? 0));
  }

  #possible(): number {
    const { length, isOrdered } = poolOf(this.pool);
    const live = this.#runners.length - this.#scratched.size;
    let [orders, same] = [1, 1];
    for (let i = 0; i < length; i += 1)
      [orders, same] = [orders * Math.max(live - i, 0), same * (i + 1)];
    return isOrdered ? orders : orders / same;
  }

  /** Goes through the combinations of a selection, each once, without making a list of them. */
  #visit(selection: Selection, visit: (index: number) => void): void {
    const { length, isOrdered, layout } = betTypeOf(selection.betType);
    const slots = selection.slots.map((slot) => slot.map((runner) => this.#positionOf(runner)));
    const places: Slots = placesOf({ betType: selection.betType, slots });
    const mayRepeat = !isOrdered && (layout === "pair" || layout === "positions");
    const turn = mayRepeat ? this.#nextTurn() : 0;
    const chosen = new Array<number>(length).fill(-1);
    const reach = (): void => {
      const index = this.#index.of(chosen);
      if (mayRepeat && this.#seen[index] === turn) return;
      if (mayRepeat) this.#seen[index] = turn;
      visit(index);
    };
    const choose = (depth: number, from: number): void => {
      if (depth === length) {
        reach();
        return;
      }
      const place = places[depth] as readonly number[];
      const isAgain = !isOrdered && places[depth + 1] === place;
      for (let i = from; i < place.length; i += 1) {
        const position = place[i] as number;
        if (isTaken(chosen, position, depth)) continue;
        chosen[depth] = position;
        // In a set, the same slot again goes on behind the runner that it gave last.
        choose(depth + 1, isAgain ? i + 1 : 0);
      }
    };
    choose(0, 0);
  }

  #nextTurn(): number {
    if (this.#seen.length === 0) this.#seen = new Uint32Array(this.#index.size);
    if (this.#turn === 2 ** 32 - 1) this.#seen.fill(0);
    this.#turn = (this.#turn % (2 ** 32 - 1)) + 1;
    return this.#turn;
  }

  #positionOf(runner: number): number {
    const position = this.#position.get(runner);
    assert(position !== undefined, "a bet names runners of its race");
    return position;
  }
}

/** Whether one of the first so many is this one. */
function isTaken(chosen: readonly number[], position: number, count: number): boolean {
  for (let i = 0; i < count; i += 1) if (chosen[i] === position) return true;
  return false;
}
