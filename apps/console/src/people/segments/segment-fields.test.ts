import { segmentRules } from "@club/contract";
import { expect, test } from "vitest";
import { fieldsOf, isWrong, RULE_FIELDS, rulesOf } from "./segment-fields.ts";

test("every rule of the contract has its field", () => {
  expect(RULE_FIELDS.map(({ rule }) => rule).toSorted()).toEqual(
    Object.keys(segmentRules.shape).toSorted(),
  );
});

test("what is typed becomes rules, and rules what is typed", () => {
  const rules = {
    days: 7,
    least_staked_cents: 1250,
    most_staked_cents: 0,
    unseen_days: 90,
    signed_up_from: "2026-01-31",
    agrees: "yes",
    standing: "time_out",
    risk: "shared_device",
  } as const;
  const fields = fieldsOf(rules);
  expect(fields.least_staked_cents).toBe("12.50");
  expect(rulesOf(fields)).toEqual(rules);
  expect(segmentRules.parse(rulesOf(fields))).toEqual(rules);
  expect(rulesOf(fieldsOf({}))).toEqual({});
});

test("nothing else is a rule", () => {
  const wrong = RULE_FIELDS.filter((field) => isWrong(field, "x")).map(({ rule }) => rule);
  expect(wrong).toEqual(RULE_FIELDS.filter(({ kind }) => kind !== "day").map(({ rule }) => rule));
  const [days] = RULE_FIELDS.filter(({ rule }) => rule === "days");
  for (const text of ["0", "367", "1.5", "-1"]) expect(days && isWrong(days, text)).toBe(true);
  expect(rulesOf({ ...fieldsOf({}), seen_days: "0", least_cash_cents: "0,00" })).toEqual({
    least_cash_cents: 0,
  });
});
