import { assert, present } from "../assert.ts";
import { refuse } from "../refusal.ts";
import type { RaceField, Selection, Slot, Slots } from "./bet-order.ts";
import { betTypeOf } from "./bet-types.ts";

/**
 * Checks the chosen runners against their races and returns the slots as they are to be stored:
 * without the empty stand-out slots at the end. `slot` in a refusal is an index into these; of a
 * stand-out bet the last one holds the others.
 * Source: docs/rules/bet-types.md, "What is refused".
 *
 * @param fields - one per leg.
 * @throws bet.nothing_selected, bet.runner_twice, bet.runner_unknown, bet.runner_scratched,
 * bet.standout_invalid
 */
export function checkSelection(selection: Selection, fields: readonly RaceField[]): Slots {
  const { legs, layout, slots: count } = betTypeOf(selection.betType);
  const isStandout = layout === "standout";
  const slots = isStandout ? closeGap(selection.slots) : selection.slots;
  assert(fields.length === legs, "a bet has one field per leg");
  assert(slots.length >= count[0] && slots.length <= count[1], "a bet has the slots of its type");
  refuseEmpty(slots, isStandout);
  slots.forEach(refuseTwice);
  slots.forEach((slot, index) => {
    const field = present(fields[legs > 1 ? index : 0], "a leg has a field");
    slot.forEach((runner) => refuseMissing(runner, index, field));
  });
  if (isStandout) refuseStandout(slots);
  return slots;
}

/** Drops the empty stand-out slots before the others; an empty one before a filled one stays. */
function closeGap(slots: Slots): Slots {
  const others = slots.length - 1;
  let kept = others;
  while (kept > 1 && slots[kept - 1]?.length === 0) kept -= 1;
  return [...slots.slice(0, kept), present(slots[others], "a stand-out bet has others")];
}

function refuseEmpty(slots: Slots, isStandout: boolean): void {
  const empty = slots.findIndex((slot) => slot.length === 0);
  if (empty === -1) return;
  // A stand-out slot is empty before the others: a gap when a later stand-out is filled.
  const isGap = isStandout && slots.slice(empty + 1, -1).some((slot) => slot.length > 0);
  refuse(isGap ? "bet.standout_invalid" : "bet.nothing_selected", { slot: empty });
}

function refuseTwice(slot: Slot, index: number): void {
  const seen = new Set<number>();
  for (const runner of slot) {
    if (seen.has(runner)) refuse("bet.runner_twice", { slot: index, runner });
    seen.add(runner);
  }
}

function refuseMissing(runner: number, slot: number, field: RaceField): void {
  if (!field.runners.includes(runner)) refuse("bet.runner_unknown", { slot, runner });
  if (field.scratched.includes(runner)) refuse("bet.runner_scratched", { slot, runner });
}

/** One runner per stand-out slot, and none of them in a later slot. */
function refuseStandout(slots: Slots): void {
  slots.slice(0, -1).forEach((slot, index) => {
    if (slot.length > 1) refuse("bet.standout_invalid", { slot: index, runner: slot[1] });
  });
  slots.forEach((slot, index) => {
    const earlier = slots.slice(0, index).flat();
    const again = slot.find((runner) => earlier.includes(runner));
    if (again !== undefined) refuse("bet.standout_invalid", { slot: index, runner: again });
  });
}
