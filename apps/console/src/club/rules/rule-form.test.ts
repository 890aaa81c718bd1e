import { RULE_SETS, rulesToFile } from "@club/domain";
import type { RuleFigures } from "@club/contract";
import { expect, test } from "vitest";
import { faultsOf, fromForm, toForm } from "./rule-form.ts";
import { changedFields } from "../../api/rules.ts";

const figuresOf = (name: keyof typeof RULE_SETS): RuleFigures => {
  const { name: _name, version: _version, ...figures } = rulesToFile(RULE_SETS[name]);
  return figures as RuleFigures;
};

test("what is shown and typed back is the same, for every rule set that ships", () => {
  for (const name of ["AU_STD", "HK", "UK_TOTE"] as const) {
    const figures = figuresOf(name);
    expect(fromForm(toForm(figures)), name).toEqual(figures);
    expect(faultsOf(toForm(figures)).size, name).toBe(0);
  }
});

test("a rate is typed in percent with a point or a comma; anything else is a fault of its field", () => {
  const form = toForm(figuresOf("AU_STD"));
  const typed = (WIN: string) => ({ ...form, takeout: { ...form.takeout, WIN } });
  expect(fromForm(typed("14.55")).takeout_bps.WIN).toBe(1455);
  expect(fromForm(typed(" 9,5 ")).takeout_bps.WIN).toBe(950);
  for (const text of ["", "x", "14.555", "-1", "36"]) {
    expect([...faultsOf(typed(text)).keys()], text).toEqual(["takeout_bps.WIN"]);
  }
});

test("differences are named field by field", () => {
  const changed = changedFields(figuresOf("AU_STD"), figuresOf("HK"));
  expect(changed).toContain("takeout_bps.WIN");
  expect(changed).toContain("places");
  expect(changed).toContain("withdrawn");
  expect(changed).not.toContain("min_starters.WIN");
  expect(changedFields(figuresOf("HK"), figuresOf("HK")).size).toBe(0);
});
