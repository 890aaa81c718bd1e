import { expect, test } from "vitest";
import type { ReportLine } from "../../api/sport-report.ts";
import { marginOf, sharesOf } from "./report-figures.ts";

const line = (more: Partial<ReportLine>): ReportLine => ({
  key: "football",
  name: "football",
  bets: 1,
  stakes_cents: 0,
  payout_cents: 0,
  refund_cents: 0,
  open_cents: 0,
  open_payout_cents: 0,
  book_result_cents: 0,
  ...more,
});

test("the margin is of stakes that were at risk and are settled", () => {
  const settled = { stakes_cents: 1000, open_cents: 300, refund_cents: 200, book_result_cents: 50 };
  expect(marginOf(line(settled))).toBe(0.1);
  expect(marginOf(line({ ...settled, book_result_cents: -100 }))).toBe(-0.2);
  expect(marginOf(line({ stakes_cents: 500, open_cents: 500 }))).toBeNull();
  expect(marginOf(line({ stakes_cents: 500, refund_cents: 500 }))).toBeNull();
});

test("bars are as long as their share of the largest, to its own side", () => {
  const shares = sharesOf([
    line({ key: "a", book_result_cents: 200 }),
    line({ key: "b", book_result_cents: -400 }),
    line({ key: "c" }),
  ]);
  expect([...shares]).toEqual([
    ["a", 0.5],
    ["b", -1],
    ["c", 0],
  ]);
  expect(sharesOf([line({})]).get("football")).toBe(0);
});
