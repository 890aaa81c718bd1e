import type { SettingField } from "@club/contract";
import { expect, test } from "vitest";
import { changedOf, readField, shownOf } from "./setting-form.ts";

const field = (more: Partial<SettingField>): SettingField => ({
  name: "one",
  kind: "text",
  least: null,
  most: null,
  choices: [],
  value: "",
  fallback: "",
  ...more,
});
const money = field({ kind: "cents", least: 1, most: 5000, value: 1250 });

test("an amount is typed as money and kept in cents, within its bounds", () => {
  expect(shownOf(money)).toBe("12.50");
  expect(readField(money, "50,00")).toBe(5000);
  expect(readField(money, "50.01")).toBeUndefined();
  expect(readField(field({ kind: "cents", least: 0, most: 9 }), "0.00")).toBe(0);
  expect(readField(money, "a lot")).toBeUndefined();
});

test("only what differs is sent; what cannot be read sends nothing", () => {
  const group = {
    group: "g",
    is_money: true,
    version: 1,
    changed_by: null,
    changed_at: null,
    waiting_id: null,
    fields: [money, field({ name: "two", kind: "toggle", value: true })],
  };
  expect(changedOf(group, {})).toEqual({});
  expect(changedOf(group, { one: "12.5", two: false })).toEqual({ two: false });
  expect(changedOf(group, { one: "x", two: false })).toBeUndefined();
});
