import { expect, test } from "vitest";
import { ariaSortOf, nextSort, sorted } from "./table-order.ts";

/** What heads ask for, pressed one after the other. */
function pressed(standard: string | undefined, heads: readonly string[]): (string | undefined)[] {
  let by = standard;
  return heads.map((head) => {
    const next = nextSort({ by, standard }, head, head === "cash");
    by = next ?? standard;
    return next;
  });
}

test.each([
  ["a text begins upwards, then goes down", "-since", ["name", "name"], ["name", "-name"]],
  [
    "and then the list is as before",
    undefined,
    ["name", "name", "name"],
    ["name", "-name", undefined],
  ],
  [
    "a figure begins with the largest",
    "-since",
    ["cash", "cash", "cash"],
    ["-cash", "cash", undefined],
  ],
  ["the column that gives the order turns it", "-since", ["since", "since"], ["since", "-since"]],
  ["another column begins anew", "-since", ["cash", "name", "cash"], ["-cash", "name", "-cash"]],
] as const)("%s", (_what, standard, heads, asked) => {
  expect(pressed(standard, heads)).toEqual(asked);
});

test("one head says the way, the others say nothing", () => {
  expect(ariaSortOf("cash", "cash")).toBe("ascending");
  expect(ariaSortOf("-cash", "cash")).toBe("descending");
  expect(ariaSortOf("-cash", "held")).toBeUndefined();
  expect(ariaSortOf(undefined, "held")).toBeUndefined();
});

const ROWS = [
  { name: "Bo", n: 2 },
  { name: "ann", n: 10 },
  { name: "Cy", n: null },
  { name: "Di", n: 2n },
];

test.each([
  ["name", false, ["ann", "Bo", "Cy", "Di"]],
  ["name", true, ["Di", "Cy", "Bo", "ann"]],
  ["n", false, ["Cy", "Bo", "Di", "ann"]],
  ["n", true, ["ann", "Bo", "Di", "Cy"]],
] as const)(
  "by %s, down %s: figures as figures, equal ones as they came, nothing first upwards",
  (column, isDown, names) => {
    expect(sorted(ROWS, isDown, (row) => row[column]).map(({ name }) => name)).toEqual(names);
  },
);
