import type { Layout, PoolDescription } from "../pools/define-pool.ts";
import { POOLS } from "../pools/pools.table.ts";
import { refuse } from "../refusal.ts";

export type { Layout, PoolDescription } from "../pools/define-pool.ts";

type Pool = (typeof POOLS)[number];
type Bet = Pool["bets"][number];

export type PoolCode = Pool["code"];
export type SinglePoolCode = Extract<Pool, { legs: 1 }>["code"];
export type DoublePoolCode = Extract<Pool, { legs: 2 }>["code"];
/** The pools over three races and more. */
export type MultiPoolCode = Extract<Pool, { legs: 3 | 4 | 6 }>["code"];
/** The pools with a second prize. */
export type MinorPoolCode = Extract<Pool, { rules: { AU_STD: { minorBps: number } } }>["code"];
/** The pools that a leg of an All Up may be in. */
export type AllUpPoolCode = Extract<Pool, { allUp: true }>["code"];
/** The pools that a race is offered with: its own, and the doubles that it may be a leg of. */
export type RacePoolCode = SinglePoolCode | DoublePoolCode;
/** The pools whose stakes are counted by runner. */
export type RunnerPoolCode = Extract<Pool, { estimate: "own_money" }>["code"];
/** The pools whose stakes are counted by combination: of one race, of two runners or more. */
export type BoardPoolCode = Extract<Pool, { estimate: "board" }>["code"];
export type BetTypeIndex = Bet["index"];
export type BetTypeKey = Bet["key"];

/** The pools, in the order in which they are shown. */
export const POOL_CODES = POOLS.map(({ code }) => code) as readonly PoolCode[] as readonly [
  PoolCode,
  ...PoolCode[],
];
export const SINGLE_POOL_CODES = codesOf<SinglePoolCode>(({ legs }) => legs === 1);
export const RACE_POOL_CODES = codesOf<RacePoolCode>(({ legs }) => legs <= 2);
export const MULTI_POOL_CODES = codesOf<MultiPoolCode>(({ legs }) => legs > 2);
export const MINOR_POOL_CODES = codesOf<MinorPoolCode>(
  ({ rules }) => rules.AU_STD.minorBps !== undefined,
);
export const ALL_UP_POOL_CODES = codesOf<AllUpPoolCode>(({ allUp }) => allUp === true);
/** The pools whose money is shown by combination. */
export const BOARD_POOL_CODES = codesOf<BoardPoolCode>(({ estimate }) => estimate === "board");
export const RUNNER_POOL_CODES = codesOf<RunnerPoolCode>(
  ({ estimate }) => estimate === "own_money",
);

function codesOf<Code extends PoolCode>(fits: (pool: PoolDescription) => boolean) {
  return POOLS.filter(fits).map(({ code }) => code) as readonly PoolCode[] as readonly [
    Code,
    ...Code[],
  ];
}

const POOL_BY_CODE = Object.fromEntries(
  POOLS.map((pool) => [pool.code, pool]),
) as unknown as Record<PoolCode, PoolDescription>;

/** The description of a pool. */
export function poolOf(code: PoolCode): PoolDescription {
  return POOL_BY_CODE[code];
}

/** The description of a pool whose code comes from outside, so it may not exist. */
export function findPool(code: string): PoolDescription | undefined {
  return Object.hasOwn(POOL_BY_CODE, code) ? POOL_BY_CODE[code as PoolCode] : undefined;
}

/** The bet form's fields for saddle numbers, by their names on the wire and in a bet's leaf. */
export const HORSE_FIELDS = [
  "horse",
  "horse2",
  "horse1st",
  "horse2nd",
  "horse3rd",
  "horse4th",
] as const;
export type HorseField = (typeof HORSE_FIELDS)[number];
/** The fields of the finishing positions. */
export const POSITION_FIELDS = HORSE_FIELDS.slice(2);
/** The lists of `legs`, the form's field for three races and more, by their names in a bet's leaf. */
export const LEG_FIELDS = ["leg1", "leg2", "leg3", "leg4", "leg5", "leg6"] as const;
export type SlotField = HorseField | (typeof LEG_FIELDS)[number];

export type BetType = {
  readonly index: BetTypeIndex;
  readonly key: BetTypeKey;
  readonly name: string;
  /** The pools that it bets into: two for an Each Way. */
  readonly pools: readonly PoolCode[];
  /** An Each Way: its second pool has a unit stake of its own. */
  readonly hasPlaceUnit: boolean;
  /** How many races a bet of this type names. */
  readonly legs: PoolDescription["legs"];
  readonly layout: Layout;
  /** Runners in one combination. */
  readonly length: PoolDescription["length"];
  readonly isOrdered: boolean;
  /** The most combinations of one bet, where its pool has a figure of its own. */
  readonly mostCombinations: number | null;
  /** The field of each slot; a stand-out may leave out those before the last, which holds the others. */
  readonly fields: readonly SlotField[];
  /** The fewest and the most slots that a selection has. */
  readonly slots: readonly [number, number];
  /** One of the few within reach of the thumb on a race's page. */
  readonly isQuick: boolean;
};

/** The bet types by pool, as the picker's short bar has them. */
export const BET_TYPES_BY_POOL: readonly BetType[] = POOLS.flatMap(betTypesOf);

/** The bet types, in the order of their index. Source: docs/rules/bet-types.md. */
export const BET_TYPES: readonly BetType[] = [...BET_TYPES_BY_POOL].sort(
  (a, b) => a.index - b.index,
);

function betTypesOf(pool: PoolDescription): BetType[] {
  const { code, legs, length, isOrdered, mostCombinations = null } = pool;
  return pool.bets.map(({ index, key, name, layout, alsoIn, isQuick = false }) => {
    const fields = fieldsOf(layout, length);
    return {
      index: index as BetTypeIndex,
      key: key as BetTypeKey,
      name,
      pools: (alsoIn === undefined ? [code] : [code, alsoIn]) as PoolCode[],
      hasPlaceUnit: alsoIn !== undefined,
      legs,
      layout,
      length,
      isOrdered,
      mostCombinations,
      fields,
      slots: [layout === "standout" ? 2 : fields.length, fields.length] as const,
      isQuick,
    };
  });
}

function fieldsOf(layout: Layout, length: number): readonly SlotField[] {
  switch (layout) {
    case "each":
    case "box":
      return ["horse"];
    case "pair":
      return ["horse", "horse2"];
    case "legs":
      return length === 2 ? ["horse", "horse2"] : LEG_FIELDS.slice(0, length);
    case "positions":
      return POSITION_FIELDS.slice(0, length);
    case "standout":
      return [...POSITION_FIELDS.slice(0, length - 1), "horse"];
  }
}

/** By index, as a dense array: settlement looks up every bet. */
const BY_INDEX: readonly (BetType | undefined)[] = Array.from(
  { length: Math.max(...BET_TYPES.map(({ index }) => index)) + 1 },
  (_, index) => BET_TYPES.find((type) => type.index === index),
);

/** The row of a bet type that is known to exist. */
export function betTypeOf(index: BetTypeIndex): BetType {
  return BY_INDEX[index] as BetType;
}

/** The bet type of a name, for code that means one in particular. */
export function betTypeNamed(key: BetTypeKey): BetType {
  return BET_TYPES.find((type) => type.key === key) as BetType;
}

/** Whether a number names a bet type. */
export function isBetTypeIndex(index: unknown): index is BetTypeIndex {
  return Number.isInteger(index) && BY_INDEX[index as number] !== undefined;
}

/** The row of a bet type. @throws bet.type_unknown */
export function findBetType(index: unknown): BetType {
  return isBetTypeIndex(index) ? betTypeOf(index) : refuse("bet.type_unknown", { betType: index });
}

/** The pools that take a bet on two races. */
export function isDoublePool(pool: PoolCode): pool is DoublePoolCode {
  return poolOf(pool).legs === 2;
}

/** The pools that take a bet on three races and more. */
export function isMultiPool(pool: PoolCode): pool is MultiPoolCode {
  return poolOf(pool).legs > 2;
}

/** The pools whose stakes are counted by runner: what each would pay is known before the result. */
export function isRunnerPool(pool: PoolCode): pool is RunnerPoolCode {
  return poolOf(pool).estimate === "own_money";
}

/** The pools whose stakes are counted by combination. */
export function isBoardPool(pool: PoolCode): pool is BoardPoolCode {
  return poolOf(pool).estimate === "board";
}

/** Whether the stakes of a bet are counted by runner in its pools. */
export function isStakedByRunner(betType: BetTypeIndex): boolean {
  return betTypeOf(betType).pools.every(isRunnerPool);
}

/** The pools that a bet may enter beside its own, with its second unit stake. */
export const SECOND_POOL_CODES: readonly PoolCode[] = BET_TYPES.flatMap(({ pools }) =>
  pools.slice(1),
);
