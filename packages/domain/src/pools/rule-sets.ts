import type { MinorPoolCode, PoolCode, SinglePoolCode } from "../bets/bet-types.ts";
import type { Rounding } from "../money/rounding.ts";
import type { PoolDescription, PoolRules, RuleSetName } from "./define-pool.ts";
import { POOLS } from "./pools.table.ts";

export type { RuleSetName } from "./define-pool.ts";

/** From how many starters how many places are paid; the first row that fits decides. */
export type PlaceTerms = {
  readonly minStarters: number;
  readonly places: number;
  /** The row applies only in handicaps. */
  readonly handicapOnly: boolean;
};

export type DeadHeatMethod = "EQUAL_SHARE" | "PROFIT_SPLIT" | "COMMON";

export type DoubleRules = {
  /**
   * `REFUND_UNTIL_LEG1`: a withdrawn runner's combinations come back, but the favourite replaces a
   * leg-2 runner withdrawn after leg 1 started. `FAVOURITE`: the favourite always replaces it.
   */
  readonly withdrawn: "REFUND_UNTIL_LEG1" | "FAVOURITE";
  readonly leg1Void: "REFUND" | "FIELD";
};

/**
 * Everything that a club may set differently, as plain data that survives JSON. A version never
 * changes once a pool was opened under it. Source: docs/rules/pools.md, "Rule sets".
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
  /** What part of gross - takeout the second prize of a pool is. */
  readonly minorBps: Readonly<Record<MinorPoolCode, number>>;
  readonly deadHeat: DeadHeatMethod;
  readonly doubles: DoubleRules;
};

const DOWN_TO_10: Rounding = { kind: "down", stepCents: 10 };

function places(minStarters: number, paid: number, handicapOnly = false): PlaceTerms {
  return { minStarters, places: paid, handicapOnly };
}

/** The figures that a rule set has by pool. */
const FIGURES = [
  "takeoutBps",
  "minStarters",
  "rounding",
  "minDividendCents",
  "noWinner",
  "minorBps",
] as const satisfies readonly (keyof RuleSet)[];

/** The figures of every pool under one of the presets. */
function figuresOf(name: RuleSetName) {
  const figures = POOLS.map(({ code, rules }: PoolDescription): [string, PoolRules] => [
    code,
    { ...rules.AU_STD, ...rules[name] },
  ]);
  const perPool = <T>(read: (figures: PoolRules) => T | undefined) =>
    Object.fromEntries(
      figures
        .map(([code, each]) => [code, read(each)])
        .filter(([, figure]) => figure !== undefined),
    );
  return {
    takeoutBps: perPool((pool) => pool.takeoutBps),
    minStarters: perPool((pool) => pool.minStarters),
    rounding: perPool((pool) => pool.rounding ?? DOWN_TO_10),
    minDividendCents: perPool((pool) => pool.minDividendCents ?? 100),
    noWinner: perPool((pool) => pool.noWinner ?? "REFUND"),
    minorBps: perPool((pool) => pool.minorBps),
  } as unknown as Pick<RuleSet, (typeof FIGURES)[number]>;
}

/** The club's default. */
export const AU_STD: RuleSet = {
  name: "AU_STD",
  version: 1,
  ...figuresOf("AU_STD"),
  places: [places(8, 3), places(5, 2)],
  deadHeat: "EQUAL_SHARE",
  doubles: { withdrawn: "REFUND_UNTIL_LEG1", leg1Void: "REFUND" },
};

/** After Hong Kong's terms. */
export const HK: RuleSet = {
  ...AU_STD,
  name: "HK",
  ...figuresOf("HK"),
  places: [places(7, 3), places(4, 2)],
  doubles: { withdrawn: "FAVOURITE", leg1Void: "FIELD" },
};

/** After the British Tote's terms. */
export const UK_TOTE: RuleSet = {
  ...AU_STD,
  name: "UK_TOTE",
  ...figuresOf("UK_TOTE"),
  places: [places(16, 4, true), places(8, 3), places(5, 2), places(2, 1)],
};

/** The presets that ship with the club. */
export const RULE_SETS: Readonly<Record<RuleSetName, RuleSet>> = { AU_STD, HK, UK_TOTE };

/** Whether a rule set has figures for a pool: one that is older than the pool does not offer it. */
export function offersPool(rules: RuleSet, pool: PoolCode): boolean {
  const needed = ["takeoutBps", "rounding", "minDividendCents", "noWinner"] as const;
  const hasStarters = !SINGLE.has(pool) || Object.hasOwn(rules.minStarters, pool);
  return hasStarters && needed.every((figure) => Object.hasOwn(rules[figure], pool));
}

const SINGLE: ReadonlySet<string> = new Set(
  POOLS.filter(({ legs }) => legs === 1).map(({ code }) => code),
);

/**
 * A stored rule set with the figures of pools that came after it: those of the preset of its name,
 * else of the default. For drafts and for what a club opens next; a pool keeps what it froze.
 * Source: docs/rules/pools.md, "Changing a rule set".
 */
export function completeRules(rules: RuleSet): RuleSet {
  const preset = RULE_SETS[rules.name as RuleSetName] ?? AU_STD;
  const figures = FIGURES.map((figure) => [figure, { ...preset[figure], ...rules[figure] }]);
  return { ...rules, ...(Object.fromEntries(figures) as Pick<RuleSet, (typeof FIGURES)[number]>) };
}

/** How many places a race pays, 0 for none. Source: docs/rules/pools.md, "Places paid". */
export function placesPaid(rules: RuleSet, starters: number, isHandicap: boolean): number {
  const terms = rules.places.find(
    (row) => starters >= row.minStarters && (isHandicap || !row.handicapOnly),
  );
  return terms?.places ?? 0;
}
