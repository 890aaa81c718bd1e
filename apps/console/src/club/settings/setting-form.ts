import type { SettingField, SettingGroupView, SettingValues } from "@club/contract";
import { centsOfText, countOfText, textOfCents } from "../../core/typed.ts";

/** Groups that stand on the page of alerts, and not among the club's settings. */
export const ALERT_GROUPS: ReadonlySet<string> = new Set(["alerts", "alert_receivers"]);

/** What is typed of a group, by field; a field that was not touched is not in it. */
export type Typed = Readonly<Record<string, string | boolean>>;

/** A field as it is shown in its control. */
export function shownOf({ kind, value }: SettingField): string | boolean {
  if (kind === "toggle") return value === true;
  return kind === "cents" ? textOfCents(Number(value)) : String(value);
}

/** A typed field as the club keeps it; undefined: it cannot be read, or is out of its bounds. */
export function readField(
  field: SettingField,
  typed: string | boolean,
): string | number | boolean | undefined {
  if (typeof typed === "boolean") return typed;
  const { kind, least, most } = field;
  if (kind !== "cents" && kind !== "whole") return typed.trim();
  const value = kind === "cents" ? amountOf(typed) : countOfText(typed);
  if (value === undefined) return undefined;
  return value >= (least ?? 0) && value <= (most ?? value) ? value : undefined;
}

const NOTHING = /^0+([.,]0+)?$/;

/** An amount of a setting may be nothing. */
const amountOf = (typed: string): number | undefined =>
  NOTHING.test(typed) ? 0 : centsOfText(typed);

/** What is changed; undefined where a field cannot be read. Nothing changed: an empty one. */
export function changedOf(group: SettingGroupView, typed: Typed): SettingValues | undefined {
  const values: Record<string, string | number | boolean> = {};
  for (const field of group.fields) {
    const given = typed[field.name];
    if (given === undefined) continue;
    const value = readField(field, given);
    if (value === undefined) return undefined;
    if (value !== field.value) values[field.name] = value;
  }
  return values;
}
