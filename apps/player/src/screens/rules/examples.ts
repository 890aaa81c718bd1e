import {
  BET_TYPES,
  type BetTypeIndex,
  type BetTypeKey,
  betTypeOf,
  covers,
  type PoolCode,
  poolOf,
  type Slots,
} from "@club/domain";

/** The finish that every example is about, and those of the further races of a bet over several. */
export const FINISHES: readonly (readonly number[])[] = [
  [3, 1, 6, 2],
  [5, 2, 4, 1],
  [2, 6, 1, 3],
  [7, 4, 2, 5],
  [1, 3, 5, 6],
  [4, 7, 6, 2],
];
/** As many runners as fit in one row of a phone. */
export const FIELD: readonly number[] = [1, 2, 3, 4, 5, 6, 7];
const PLACES_PAID = 3;

export const NOTES = [
  "first",
  "second",
  "third",
  "fourth",
  "eitherOrder",
  "oneMissing",
  "amongFirst",
  "exact",
  "wrongOrder",
  "wrongThird",
  "bothParts",
  "placePart",
  "bothWin",
  "oneWins",
  "allWin",
  "noneWins",
  "bothPlaced",
  "onePlaced",
  "standoutIn",
  "standoutOut",
] as const;
export type NoteId = (typeof NOTES)[number];

export interface Example {
  readonly slots: Slots;
  readonly note: NoteId;
}

/** The drawing for each bet type. Not whether a row wins: `wins` asks the engine. */
const BY_KEY: Readonly<Record<BetTypeKey, readonly Example[]>> = {
  single_win: [
    { slots: [[3]], note: "first" },
    { slots: [[1]], note: "second" },
  ],
  single_place: [
    { slots: [[3]], note: "first" },
    { slots: [[6]], note: "third" },
    { slots: [[2]], note: "fourth" },
  ],
  quinella: [
    { slots: [[1], [3]], note: "eitherOrder" },
    { slots: [[3], [6]], note: "oneMissing" },
  ],
  quinella_box: [
    { slots: [[1, 3, 6]], note: "amongFirst" },
    { slots: [[2, 3, 6]], note: "oneMissing" },
  ],
  exacta: [
    { slots: [[3], [1]], note: "exact" },
    { slots: [[1], [3]], note: "wrongOrder" },
  ],
  trifecta: [
    { slots: [[3], [1], [6]], note: "exact" },
    { slots: [[1], [3], [6]], note: "wrongOrder" },
    { slots: [[3], [1], [2]], note: "wrongThird" },
  ],
  trifecta_box: [
    { slots: [[1, 3, 6]], note: "amongFirst" },
    { slots: [[2, 3, 6]], note: "oneMissing" },
  ],
  first4: [
    { slots: [[3], [1], [6], [2]], note: "exact" },
    { slots: [[3], [1], [2], [6]], note: "wrongOrder" },
  ],
  each_way: [
    { slots: [[3]], note: "bothParts" },
    { slots: [[6]], note: "placePart" },
    { slots: [[2]], note: "fourth" },
  ],
  double_win: [
    { slots: [[3], [5]], note: "bothWin" },
    { slots: [[3], [2]], note: "oneWins" },
  ],
  double_place: [
    { slots: [[1], [4]], note: "bothPlaced" },
    { slots: [[1], [1]], note: "onePlaced" },
  ],
  quinella_place: [
    { slots: [[6], [3]], note: "eitherOrder" },
    { slots: [[3], [2]], note: "oneMissing" },
  ],
  quinella_place_box: [
    { slots: [[1, 5, 6]], note: "amongFirst" },
    { slots: [[2, 3, 5]], note: "oneMissing" },
  ],
  quinella_place_standout: [
    { slots: [[6], [1, 5]], note: "standoutIn" },
    { slots: [[2], [1, 3]], note: "standoutOut" },
  ],
  trio: [
    { slots: [[6], [3], [1]], note: "eitherOrder" },
    { slots: [[3], [1], [2]], note: "wrongThird" },
  ],
  trio_box: [
    { slots: [[1, 3, 5, 6]], note: "amongFirst" },
    { slots: [[2, 3, 6]], note: "oneMissing" },
  ],
  trio_standout: [
    { slots: [[6], [1, 3]], note: "standoutIn" },
    { slots: [[2], [1, 3, 6]], note: "standoutOut" },
  ],
  any4_box: [
    { slots: [[1, 2, 3, 5, 6]], note: "amongFirst" },
    { slots: [[1, 3, 5, 6]], note: "oneMissing" },
  ],
  any4_standout: [
    { slots: [[2], [1, 3, 6]], note: "standoutIn" },
    { slots: [[5], [1, 2, 3, 6]], note: "standoutOut" },
  ],
  treble: [
    { slots: [[3], [2, 5], [2]], note: "allWin" },
    { slots: [[1], [5], [6]], note: "oneWins" },
  ],
  quaddie: [
    { slots: [[3], [5], [1, 2], [7]], note: "allWin" },
    { slots: [[1], [2], [6], [4]], note: "noneWins" },
  ],
  pick6: [
    { slots: [[3], [5], [2], [7], [1, 3], [4]], note: "allWin" },
    { slots: [[1], [2], [6], [4], [3], [7]], note: "noneWins" },
  ],
  quinella_standout: [
    { slots: [[1], [3, 6]], note: "standoutIn" },
    { slots: [[6], [1, 3]], note: "standoutOut" },
  ],
  exacta_standout: [
    { slots: [[3], [1, 6]], note: "standoutIn" },
    { slots: [[1], [3, 6]], note: "standoutOut" },
  ],
  trifecta_standout: [
    { slots: [[3], [1, 6]], note: "standoutIn" },
    { slots: [[1], [3, 6]], note: "standoutOut" },
  ],
  first4_standout: [
    { slots: [[3], [1], [2, 6]], note: "standoutIn" },
    { slots: [[3], [6], [1, 2]], note: "standoutOut" },
  ],
};

/** The same by number. */
export const EXAMPLES = Object.fromEntries(
  BET_TYPES.map(({ index, key }) => [index, BY_KEY[key]]),
) as Readonly<Record<BetTypeIndex, readonly Example[]>>;

/** Whether a selection wins with the finish above, by the engine that settles bets. */
export function wins(betType: BetTypeIndex, slots: Slots): boolean {
  return betTypeOf(betType).pools.some((pool) =>
    winningNumbers(pool).some((numbers) => covers({ betType, slots }, numbers)),
  );
}

/** The combinations that win in a pool, of every leg together. */
function winningNumbers(pool: PoolCode): readonly (readonly number[])[] {
  const { legs, winners } = poolOf(pool);
  const won = FINISHES.slice(0, legs).map((finish) =>
    winners({ placings: finish.map((runner) => [runner]), places: PLACES_PAID }),
  );
  return won.reduce<readonly (readonly number[])[]>(
    (before, leg) => before.flatMap((one) => leg.map(({ numbers }) => [...one, ...numbers])),
    [[]],
  );
}
