import { type BetTypeIndex, betTypeOf, covers, type Slots } from "@club/domain";

/** The finish that every example is about, and that of the second race of a double. */
export const FINISH: readonly number[] = [3, 1, 6, 2];
export const FINISH_2: readonly number[] = [5, 2, 4, 1];
/** So many runners fit in one row of a phone. */
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

/** What is drawn for each bet type; whether a row wins is not written here: `wins` asks the engine. */
export const EXAMPLES: Readonly<Record<BetTypeIndex, readonly Example[]>> = {
  1: [
    { slots: [[3]], note: "first" },
    { slots: [[1]], note: "second" },
  ],
  2: [
    { slots: [[3]], note: "first" },
    { slots: [[6]], note: "third" },
    { slots: [[2]], note: "fourth" },
  ],
  3: [
    { slots: [[1], [3]], note: "eitherOrder" },
    { slots: [[3], [6]], note: "oneMissing" },
  ],
  4: [
    { slots: [[1, 3, 6]], note: "amongFirst" },
    { slots: [[2, 3, 6]], note: "oneMissing" },
  ],
  5: [
    { slots: [[3], [1]], note: "exact" },
    { slots: [[1], [3]], note: "wrongOrder" },
  ],
  6: [
    { slots: [[3], [1], [6]], note: "exact" },
    { slots: [[1], [3], [6]], note: "wrongOrder" },
    { slots: [[3], [1], [2]], note: "wrongThird" },
  ],
  7: [
    { slots: [[1, 3, 6]], note: "amongFirst" },
    { slots: [[2, 3, 6]], note: "oneMissing" },
  ],
  8: [
    { slots: [[3], [1], [6], [2]], note: "exact" },
    { slots: [[3], [1], [2], [6]], note: "wrongOrder" },
  ],
  9: [
    { slots: [[3]], note: "bothParts" },
    { slots: [[6]], note: "placePart" },
    { slots: [[2]], note: "fourth" },
  ],
  10: [
    { slots: [[3], [5]], note: "bothWin" },
    { slots: [[3], [2]], note: "oneWins" },
  ],
  11: [
    { slots: [[1], [4]], note: "bothPlaced" },
    { slots: [[1], [1]], note: "onePlaced" },
  ],
  12: [
    { slots: [[1], [3, 6]], note: "standoutIn" },
    { slots: [[6], [1, 3]], note: "standoutOut" },
  ],
  13: [
    { slots: [[3], [1, 6]], note: "standoutIn" },
    { slots: [[1], [3, 6]], note: "standoutOut" },
  ],
  14: [
    { slots: [[3], [1, 6]], note: "standoutIn" },
    { slots: [[1], [3, 6]], note: "standoutOut" },
  ],
  15: [
    { slots: [[3], [1], [2, 6]], note: "standoutIn" },
    { slots: [[3], [6], [1, 2]], note: "standoutOut" },
  ],
};

/** Whether a selection wins with the finish above, by the engine that settles bets. */
export function wins(betType: BetTypeIndex, slots: Slots): boolean {
  return winningNumbers(betType).some((numbers) => covers({ betType, slots }, numbers));
}

/** The combinations that win in the pools of a bet type. */
function winningNumbers(betType: BetTypeIndex): (readonly number[])[] {
  const { pools, length } = betTypeOf(betType);
  const placed = FINISH.slice(0, PLACES_PAID);
  const [first = 0] = FINISH;
  const [first2 = 0] = FINISH_2;
  return pools.flatMap((pool) => {
    if (pool === "WIN") return [[first]];
    if (pool === "PLACE") return placed.map((number) => [number]);
    if (pool === "DOUBLE_WIN") return [[first, first2]];
    if (pool === "DOUBLE_PLACE") {
      return placed.flatMap((one) => FINISH_2.slice(0, PLACES_PAID).map((two) => [one, two]));
    }
    return [FINISH.slice(0, length)];
  });
}
