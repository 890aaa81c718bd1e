import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { drawHash, drawPlacings, strengthOf } from "./draw.ts";
import { randomOf } from "./random.ts";

const PAGE = new URL("../../../../../docs/rules/demo.md", import.meta.url);
const VECTOR = new URL("../../../../../docs/rules/demo.vector.json", import.meta.url);

interface Example {
  seed: string;
  hash: string;
  forms: string[];
  first_numbers: number[];
  strengths: number[];
  placings: number[][];
}

const example = JSON.parse(readFileSync(VECTOR, "utf8")) as Example;
const runners = example.forms.map((form, i) => ({ number: i + 1, form }));

// Checkers of a draw follow the page: what it says must be what the club does.
test("the worked example of docs/rules/demo.md is what the draw does", () => {
  expect(drawHash(example.seed)).toBe(example.hash);
  const random = randomOf(example.seed);
  expect(example.first_numbers.map(() => random())).toEqual(example.first_numbers);
  runners.forEach((runner, i) =>
    expect(strengthOf(runner)).toBeCloseTo(example.strengths[i] ?? 0, 12),
  );
  expect(drawPlacings(example.seed, runners)).toEqual(example.placings);
});

test("the page shows the example", () => {
  const page = readFileSync(PAGE, "utf8");
  const shown = [example.seed, example.hash, ...example.forms, JSON.stringify(example.placings)];
  for (const text of shown) expect(page).toContain(text);
});
