import { expect, test } from "vitest";
import { contrastOf, mixOf } from "./contrast.ts";

test("contrast is WCAG's, whichever colour comes first", () => {
  expect(contrastOf("#000000", "#ffffff")).toBe(21);
  expect(contrastOf("#ffffff", "#ffffff")).toBe(1);
  // The first grey that AA takes on white, and the last one that it does not.
  expect(contrastOf("#767676", "#ffffff")).toBeGreaterThanOrEqual(4.5);
  expect(contrastOf("#ffffff", "#777777")).toBeLessThan(4.5);
});

test("a mix is the share of one colour in the other", () => {
  expect(mixOf("#ff0000", 0.5, "#0000ff")).toBe("#800080");
  expect(mixOf("#0d5b41", 0, "#ffffff")).toBe("#ffffff");
});
