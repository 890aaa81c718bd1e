import type { Slots } from "../bets/bet-order.ts";
import { type BetTypeIndex, betTypeOf } from "../bets/bet-types.ts";
import { FormatError } from "./read-json.ts";

const POSITIONS = ["horse1st", "horse2nd", "horse3rd", "horse4th"];
const MOST_CHOSEN = 40;

/**
 * The chosen runners of a leaf by role, from the wire fields that its type uses.
 * Source: docs/rules/bet-types.md, "On the wire". @throws FormatError
 */
export function slotsOfLeaf(
  betType: BetTypeIndex,
  selections: Readonly<Record<string, readonly number[]>>,
): Slots {
  const fields = fieldsOf(betType, selections);
  const [fewest, most] = betTypeOf(betType).slots;
  if (fields.length < fewest || fields.length > most) {
    throw new FormatError(`selections: ${fewest} to ${most} fields were expected`);
  }
  return fields.map((field) => {
    const chosen = Object.hasOwn(selections, field) ? selections[field] : undefined;
    if (chosen === undefined || chosen.length === 0 || chosen.length > MOST_CHOSEN) {
      throw new FormatError(`selections.${field}: runners were expected`);
    }
    return chosen;
  });
}

function fieldsOf(betType: BetTypeIndex, selections: Readonly<Record<string, unknown>>): string[] {
  const { layout, length } = betTypeOf(betType);
  switch (layout) {
    case "each":
    case "pair_box":
    case "box":
      return ["horse"];
    case "pair":
    case "legs":
      return ["horse", "horse2"];
    case "positions":
      return POSITIONS.slice(0, length);
    case "standout_pair":
    case "standout":
      return [...POSITIONS.filter((field) => Object.hasOwn(selections, field)), "horse"];
  }
}
