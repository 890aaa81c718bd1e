import type { PoolCode, SinglePoolCode } from "../bets/bet-types.ts";
import type { Rounding } from "../money/rounding.ts";

/** From how many starters how many places are paid; the first row that fits decides. */
export type PlaceTerms = {
  readonly minStarters: number;
  readonly places: number;
  /** The row holds in a handicap alone. */
  readonly handicapOnly: boolean;
};

export type DeadHeatMethod = "EQUAL_SHARE" | "PROFIT_SPLIT" | "COMMON";

export type DoubleRules = {
  /**
   * `REFUND_UNTIL_LEG1`: a withdrawn runner's combinations come back, but for a leg-2 runner
   * withdrawn after leg 1 started: the favourite. `FAVOURITE`: the favourite, always.
   */
  readonly withdrawn: "REFUND_UNTIL_LEG1" | "FAVOURITE";
  readonly leg1Void: "REFUND" | "FIELD";
};

/**
 * Everything that a club may want otherwise, as plain data that goes into JSON and back. A version
 * never changes once a pool was opened under it. Source: docs/rules/pools.md, "Rule sets".
 */
export type RuleSet = {
  readonly name: string;
  readonly version: number;
  readonly takeoutBps: Readonly<Record<PoolCode, number>>;
  readonly places: readonly PlaceTerms[];
  readonly minStarters: Readonly<Record<SinglePoolCode, number>>;
  readonly rounding: Readonly<Record<PoolCode, Rounding>>;
  /** After rounding, per 1.00 staked. */
  readonly minDividendCents: Readonly<Record<PoolCode, number>>;
  readonly noWinner: Readonly<Record<PoolCode, "REFUND" | "JACKPOT">>;
  readonly deadHeat: DeadHeatMethod;
  readonly doubles: DoubleRules;
};

export type RuleSetName = "AU_STD" | "HK" | "UK_TOTE";

const DOWN_TO_10: Rounding = { kind: "down", stepCents: 10 };
const NEAREST_5: Rounding = { kind: "nearest", stepCents: 5 };

function places(minStarters: number, paid: number, handicapOnly = false): PlaceTerms {
  return { minStarters, places: paid, handicapOnly };
}

/** The club's default. */
export const AU_STD: RuleSet = {
  name: "AU_STD",
  version: 1,
  takeoutBps: {
    WIN: 1450,
    PLACE: 1425,
    QUINELLA: 1475,
    EXACTA: 1650,
    TRIFECTA: 2100,
    FIRST4: 2250,
    DOUBLE_WIN: 1700,
    DOUBLE_PLACE: 1700,
  },
  places: [places(8, 3), places(5, 2)],
  minStarters: { WIN: 2, PLACE: 5, QUINELLA: 3, EXACTA: 3, TRIFECTA: 4, FIRST4: 5 },
  rounding: {
    WIN: DOWN_TO_10,
    PLACE: DOWN_TO_10,
    QUINELLA: DOWN_TO_10,
    EXACTA: DOWN_TO_10,
    TRIFECTA: DOWN_TO_10,
    FIRST4: DOWN_TO_10,
    DOUBLE_WIN: DOWN_TO_10,
    DOUBLE_PLACE: DOWN_TO_10,
  },
  minDividendCents: {
    WIN: 104,
    PLACE: 104,
    QUINELLA: 100,
    EXACTA: 100,
    TRIFECTA: 100,
    FIRST4: 100,
    DOUBLE_WIN: 100,
    DOUBLE_PLACE: 100,
  },
  noWinner: {
    WIN: "REFUND",
    PLACE: "REFUND",
    QUINELLA: "REFUND",
    EXACTA: "REFUND",
    TRIFECTA: "JACKPOT",
    FIRST4: "JACKPOT",
    DOUBLE_WIN: "REFUND",
    DOUBLE_PLACE: "REFUND",
  },
  deadHeat: "EQUAL_SHARE",
  doubles: { withdrawn: "REFUND_UNTIL_LEG1", leg1Void: "REFUND" },
};

/** After Hong Kong's terms. */
export const HK: RuleSet = {
  ...AU_STD,
  name: "HK",
  takeoutBps: {
    WIN: 1750,
    PLACE: 1750,
    QUINELLA: 1750,
    EXACTA: 1950,
    TRIFECTA: 2500,
    FIRST4: 2500,
    DOUBLE_WIN: 1750,
    DOUBLE_PLACE: 1750,
  },
  places: [places(7, 3), places(4, 2)],
  minStarters: { WIN: 2, PLACE: 4, QUINELLA: 3, EXACTA: 3, TRIFECTA: 4, FIRST4: 6 },
  rounding: { ...AU_STD.rounding, WIN: NEAREST_5, PLACE: NEAREST_5, QUINELLA: NEAREST_5 },
  minDividendCents: { ...AU_STD.minDividendCents, WIN: 101, PLACE: 101 },
  doubles: { withdrawn: "FAVOURITE", leg1Void: "FIELD" },
};

/** After the British Tote's terms. */
export const UK_TOTE: RuleSet = {
  ...AU_STD,
  name: "UK_TOTE",
  takeoutBps: {
    WIN: 1925,
    PLACE: 2000,
    QUINELLA: 1925,
    EXACTA: 2500,
    TRIFECTA: 2500,
    FIRST4: 3000,
    DOUBLE_WIN: 2500,
    DOUBLE_PLACE: 2500,
  },
  places: [places(16, 4, true), places(8, 3), places(5, 2), places(2, 1)],
  minStarters: { WIN: 2, PLACE: 2, QUINELLA: 3, EXACTA: 3, TRIFECTA: 4, FIRST4: 5 },
};

/** The presets that ship with the club. */
export const RULE_SETS: Readonly<Record<RuleSetName, RuleSet>> = { AU_STD, HK, UK_TOTE };

/** How many places a race pays, 0 for none. Source: docs/rules/pools.md, "Places paid". */
export function placesPaid(rules: RuleSet, starters: number, isHandicap: boolean): number {
  const terms = rules.places.find(
    (row) => starters >= row.minStarters && (isHandicap || !row.handicapOnly),
  );
  return terms?.places ?? 0;
}
