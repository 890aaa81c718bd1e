import {
  type BetOrder,
  type BetType,
  type BetTypeIndex,
  betTypeOf,
  isBetTypeIndex,
  parseAmountCents,
  LEG_FIELDS,
  POSITION_FIELDS,
  Refusal,
  type SlotField,
} from "@club/domain";

export { HORSE_FIELDS, type HorseField } from "@club/domain";
export type WireSelections = Partial<Record<SlotField, readonly number[]>>;

/** Lists in a form: legs, of lists, of runners. Whatever is deeper is something else, and not walked. */
const DEEPEST = 3;

/** An empty field: null, "", [] and an absent field are the same (rules.md section 3). */
export function isEmpty(value: unknown): boolean {
  return isEmptyAt(value, DEEPEST);
}

function isEmptyAt(value: unknown, deepest: number): boolean {
  if (!Array.isArray(value)) return value === null || value === undefined || value === "";
  return deepest > 0 && value.every((item) => isEmptyAt(item, deepest - 1));
}

export type WireForm = Readonly<Record<string, unknown>>;
type Form = WireForm;

/**
 * The order in a bet form: its type, runners by slot and unit stakes. Reads only the fields that the
 * type uses; knows nothing of races. Source: docs/rules/bet-types.md, "On the wire".
 *
 * @throws bet.type_unknown, bet.amount_invalid, bet.runner_unknown, bet.standout_invalid,
 * bet.nothing_selected: params.field is the wire field to blame.
 */
export function parseBetForm(form: Form): BetOrder {
  const type = betTypeOf(parseBetType(form["bet_type"]));
  const slots = slotsOf(form, type);
  const unitStakeCents = parseStake(form, "betAmount");
  const hasPlaceUnit = type.hasPlaceUnit && !isEmpty(form["betAmount2"]);
  const placeUnit = hasPlaceUnit ? parseStake(form, "betAmount2") : unitStakeCents;
  const unitStake2Cents = type.hasPlaceUnit ? placeUnit : null;
  return { betType: type.index, slots, unitStakeCents, unitStake2Cents };
}

function parseBetType(value: unknown): BetTypeIndex {
  const betType = typeof value === "string" && /^\d{1,2}$/.test(value) ? Number(value) : value;
  if (typeof betType !== "number" || !isBetTypeIndex(betType)) {
    throw new Refusal("bet.type_unknown", { field: "bet_type" });
  }
  return betType;
}

export function parseStake(form: Form, field: "betAmount" | "betAmount2"): bigint {
  const amount = parseAmountCents(form[field]);
  if (amount === null || amount < 1n) throw new Refusal("bet.amount_invalid", { field });
  return amount;
}

/** The runners of each slot, from the fields that the type uses. @throws as `parseBetForm` */
export function slotsOf(form: Form, type: BetType): number[][] {
  if (type.layout === "standout") return standoutSlots(form, type);
  if (type.legs > 2) return legSlots(form, type);
  return fieldsUsed(form, type).map((field) => parseRunners(form[field], field));
}

/** `legs`: one list of saddle numbers a leg; a leg that is not there is empty. */
function legSlots(form: Form, { legs }: BetType): number[][] {
  const field = "legs";
  const value = form[field];
  if (isEmpty(value)) throw new Refusal("bet.nothing_selected", { field });
  if (!Array.isArray(value)) throw new Refusal("bet.runner_unknown", { field });
  if (!isEmpty(value.slice(legs))) {
    throw new Refusal("bet.runner_unknown", { field, leg: legs + 1 });
  }
  return Array.from({ length: legs }, (_, i) => parseRunners(value[i], field));
}

/** The pool that a bet on three races and more goes into. @throws bet.race_mismatch */
export function multiPoolIdOf(form: Form): string {
  const field = "multi_pool_id";
  if (isEmpty(form[field])) throw new Refusal("bet.race_mismatch", { field });
  return String(form[field]);
}

/**
 * A pair may be spelt with horse1st and horse2nd. With both pairs filled, horse and horse2 count.
 * One of them left over from another bet type does not keep the other spelling from being read.
 */
function fieldsUsed(form: Form, { layout, fields: spelt }: BetType): readonly SlotField[] {
  if (layout !== "pair") return spelt;
  const filled = (fields: readonly SlotField[]) =>
    fields.filter((field) => !isEmpty(form[field])).length;
  const other = POSITION_FIELDS.slice(0, spelt.length);
  return filled(spelt) === spelt.length || filled(spelt) > filled(other) ? spelt : other;
}

/** Stand-outs fill their positions, one runner each without a gap; the others are in `horse`. */
function standoutSlots(form: Form, { fields }: BetType): number[][] {
  const positions = fields.slice(0, -1);
  const filled = positions.map((field) => !isEmpty(form[field]));
  const count = filled.lastIndexOf(true) + 1;
  if (count === 0) throw new Refusal("bet.nothing_selected", { field: "horse1st" });
  const gap = filled.slice(0, count).indexOf(false);
  if (gap !== -1) throw new Refusal("bet.standout_invalid", { field: positions[gap] });
  const used = [...positions.slice(0, count), "horse" as const];
  return used.map((field) => parseRunners(form[field], field));
}

/** Runners of one field: a list, a number, or text ("3", "1,2", the picker's label "3-Northern Tide"). */
export function parseRunners(value: unknown, field: string): number[] {
  if (isEmpty(value)) return [];
  const items = Array.isArray(value) ? value.flatMap(splitText) : splitText(value);
  if (items.length > 100) throw new Refusal("bet.runner_unknown", { field });
  return items.filter((item) => !isEmpty(item)).map((item) => parseRunner(item, field));
}

function splitText(item: unknown): unknown[] {
  if (typeof item !== "string" || item.length > 1000) return [item];
  if (/^\s*\d{1,3}\s*-/.test(item)) return isLabelList(item) ? splitLabels(item) : [item];
  return item.split(",").map((part) => part.trim());
}

/** "3-Northern Tide,5-Quiet Thunder": a comma before the next number and dash divides labels. */
const isLabelList = (item: string): boolean => /,\s*\d{1,3}(\s*-|\s*(,|$))/.test(item);
const splitLabels = (item: string): string[] =>
  item.split(/,(?=\s*\d{1,3}(?:\s*-|\s*(?:,|$)))/).map((part) => part.trim());

function parseRunner(item: unknown, field: string): number {
  const number =
    typeof item === "string" ? Number(/^\s*(\d{1,3})\s*(?:-.*)?$/s.exec(item)?.[1] ?? NaN) : item;
  if (typeof number !== "number" || !Number.isInteger(number) || number < 1 || number > 999) {
    throw new Refusal("bet.runner_unknown", { field, runner: textOf(item) });
  }
  return number;
}

/** What was sent, to be told: an object or a list may not even have a text. */
function textOf(item: unknown): string {
  const isPlain = ["string", "number", "boolean"].includes(typeof item);
  return isPlain ? String(item as string | number | boolean).slice(0, 40) : "";
}

/**
 * The wire fields of an order's slots. A pair spelt with horse1st and horse2nd is
 * written as horse and horse2, so that a bet has only one spelling.
 */
export function slotFields(order: Pick<BetOrder, "betType" | "slots">): SlotField[] {
  const { layout, fields } = betTypeOf(order.betType);
  return layout === "standout"
    ? [...fields.slice(0, order.slots.length - 1), "horse"]
    : [...fields];
}

/** Selections as sorted lists under the wire names that the type uses, as a bet's leaf holds them. */
export function toWireSelections(order: Pick<BetOrder, "betType" | "slots">): WireSelections {
  const fields = slotFields(order);
  return Object.fromEntries(
    order.slots.map((slot, i) => [fields[i], [...slot].sort((a, b) => a - b)]),
  );
}

/** The slots in stored selections: the inverse of `toWireSelections`. */
export function fromWireSelections(betType: BetTypeIndex, selections: WireSelections): number[][] {
  const { layout, fields } = betTypeOf(betType);
  const used =
    layout === "standout" ? fields.filter((field) => selections[field] !== undefined) : fields;
  return used.map((field) => [...(selections[field] ?? [])]);
}

/** Refusals of a selection as a whole: the first of its fields is named. */
const OF_SELECTION: readonly string[] = ["bet.no_combination", "bet.too_many_combinations"];

/** Names the wire field to blame in a domain refusal (a slot, an amount or the whole bet). */
export function nameField(error: Refusal, order: BetOrder): Refusal {
  const { slot, amount, ...rest } = error.params;
  const fields = slotFields(order);
  const named = (field: SlotField | "betAmount" | "betAmount2" | undefined) => {
    const leg = LEG_FIELDS.findIndex((each) => each === field) + 1;
    const where = leg === 0 ? { field } : { field: "legs", ...(slot === undefined ? {} : { leg }) };
    return new Refusal(error.code, { ...where, ...rest });
  };
  if (typeof slot === "number") return named(fields[slot]);
  if (typeof amount === "number") return named(amount === 2 ? "betAmount2" : "betAmount");
  if (error.code === "bet.over_limit") return named("betAmount");
  return OF_SELECTION.includes(error.code) ? named(fields[0]) : error;
}
