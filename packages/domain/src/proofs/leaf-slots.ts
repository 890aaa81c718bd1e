import type { Slots } from "../bets/bet-order.ts";
import {
  type BetTypeIndex,
  betTypeOf,
  POSITION_FIELDS,
  type SlotField,
} from "../bets/bet-types.ts";
import { FormatError } from "./read-json.ts";

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

function fieldsOf(
  betType: BetTypeIndex,
  selections: Readonly<Record<string, unknown>>,
): readonly SlotField[] {
  const { layout, fields } = betTypeOf(betType);
  if (layout !== "standout") return fields;
  return [...POSITION_FIELDS.filter((field) => Object.hasOwn(selections, field)), "horse"];
}
