import { refuse } from "../refusal.ts";

/** The pools, in the order in which they are shown. */
export const POOL_CODES = [
  "WIN",
  "PLACE",
  "QUINELLA",
  "EXACTA",
  "TRIFECTA",
  "FIRST4",
  "DOUBLE_WIN",
  "DOUBLE_PLACE",
] as const;

export type PoolCode = (typeof POOL_CODES)[number];
export type DoublePoolCode = "DOUBLE_WIN" | "DOUBLE_PLACE";
export type SinglePoolCode = Exclude<PoolCode, DoublePoolCode>;

export type BetTypeIndex = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15;

/**
 * How the slots of a selection become combinations.
 * - `each`: every runner of the one slot is a combination.
 * - `pair`: unordered pairs of the first slot and the second.
 * - `pair_box`, `box`: unordered pairs, or orders, of the runners of one slot.
 * - `positions`: one slot per finishing position.
 * - `legs`: one slot per race.
 * - `standout_pair`, `standout`: one runner per stand-out slot, by position; the last slot holds the others.
 */
export type Layout =
  | "each"
  | "pair"
  | "pair_box"
  | "box"
  | "positions"
  | "legs"
  | "standout_pair"
  | "standout";

/** Index, key, name, pools, layout, runners in one combination. */
const ROWS = [
  [1, "single_win", "Single Win", ["WIN"], "each", 1],
  [2, "single_place", "Single Place", ["PLACE"], "each", 1],
  [3, "quinella", "Quinella", ["QUINELLA"], "pair", 2],
  [4, "quinella_box", "Quinella Box", ["QUINELLA"], "pair_box", 2],
  [5, "exacta", "Exacta", ["EXACTA"], "positions", 2],
  [6, "trifecta", "Trifecta", ["TRIFECTA"], "positions", 3],
  [7, "trifecta_box", "Trifecta Box", ["TRIFECTA"], "box", 3],
  [8, "first4", "First 4", ["FIRST4"], "positions", 4],
  [9, "each_way", "Each Way", ["WIN", "PLACE"], "each", 1],
  [10, "double_win", "Double WIN", ["DOUBLE_WIN"], "legs", 2],
  [11, "double_place", "Double Place", ["DOUBLE_PLACE"], "legs", 2],
  [12, "quinella_standout", "Quinella Stand Out", ["QUINELLA"], "standout_pair", 2],
  [13, "exacta_standout", "Exacta Stand Out", ["EXACTA"], "standout", 2],
  [14, "trifecta_standout", "Trifecta Stand Out", ["TRIFECTA"], "standout", 3],
  [15, "first4_standout", "First 4 Stand Out", ["FIRST4"], "standout", 4],
] as const;

export type BetTypeKey = (typeof ROWS)[number][1];

export type BetType = {
  readonly index: BetTypeIndex;
  readonly key: BetTypeKey;
  readonly name: string;
  readonly pools: readonly PoolCode[];
  /** How many races a bet of this type names. */
  readonly legs: 1 | 2;
  readonly layout: Layout;
  /** Runners in one combination. */
  readonly length: 1 | 2 | 3 | 4;
  /** The fewest and the most slots that a selection has. */
  readonly slots: readonly [number, number];
};

/** The 15 bet types, in the order of their index. Source: docs/rules/bet-types.md. */
export const BET_TYPES: readonly BetType[] = ROWS.map(
  ([index, key, name, pools, layout, length]) => {
    const legs = layout === "legs" ? 2 : 1;
    return { index, key, name, pools, legs, layout, length, slots: slotCount(layout, length) };
  },
);

function slotCount(layout: Layout, length: number): readonly [number, number] {
  switch (layout) {
    case "each":
    case "pair_box":
    case "box":
      return [1, 1];
    case "pair":
    case "positions":
    case "legs":
      return [length, length];
    case "standout_pair":
    case "standout":
      return [2, length];
  }
}

/** The row of a bet type that is known to exist. */
export function betTypeOf(index: BetTypeIndex): BetType {
  return BET_TYPES[index - 1] as BetType;
}

/** Whether a number names a bet type. */
export function isBetTypeIndex(index: unknown): index is BetTypeIndex {
  return Number.isInteger(index) && (index as number) >= 1 && (index as number) <= 15;
}

/** The row of a bet type. @throws bet.type_unknown */
export function findBetType(index: unknown): BetType {
  return isBetTypeIndex(index) ? betTypeOf(index) : refuse("bet.type_unknown", { betType: index });
}

/** The pools that take a bet on two races. */
export function isDoublePool(pool: PoolCode): pool is DoublePoolCode {
  return pool === "DOUBLE_WIN" || pool === "DOUBLE_PLACE";
}
