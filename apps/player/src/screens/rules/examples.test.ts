import { BET_TYPES } from "@club/domain";
import { describe, expect, test } from "vitest";
import { EXAMPLES, wins, type NoteId } from "./examples.ts";

/** Each note's claim about its row: the drawn example must not be wrong. */
const SAYS_WINS: Readonly<Record<NoteId, boolean>> = {
  first: true,
  second: false,
  third: true,
  fourth: false,
  eitherOrder: true,
  oneMissing: false,
  amongFirst: true,
  exact: true,
  wrongOrder: false,
  wrongThird: false,
  bothParts: true,
  placePart: true,
  bothWin: true,
  oneWins: false,
  allWin: true,
  noneWins: false,
  bothPlaced: true,
  onePlaced: false,
  standoutIn: true,
  standoutOut: false,
};

describe("the drawn examples", () => {
  test.each(BET_TYPES.map(({ index, name }) => [name, index] as const))("%s", (_name, index) => {
    const rows = EXAMPLES[index];
    for (const { slots, note } of rows) {
      expect([slots, note, wins(index, slots)]).toEqual([slots, note, SAYS_WINS[note]]);
    }
    expect(new Set(rows.map(({ slots }) => wins(index, slots)))).toEqual(new Set([true, false]));
  });
});
