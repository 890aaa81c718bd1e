import { expect, test } from "vitest";
import { sorted } from "./table-order.ts";

const ROWS = [
  { name: "Bo", n: 2 },
  { name: "ann", n: 10 },
  { name: "Cy", n: null },
  { name: "Di", n: 2 },
];
const VALUES = {
  name: (row: (typeof ROWS)[number]) => row.name,
  n: (row: (typeof ROWS)[number]) => row.n,
};

test.each([
  ["name", ["ann", "Bo", "Cy", "Di"]],
  ["-name", ["Di", "Cy", "Bo", "ann"]],
  ["n", ["Cy", "Bo", "Di", "ann"]],
  ["-n", ["ann", "Bo", "Di", "Cy"]],
] as const)(
  "by %s: figures as figures, equal ones as they came, nothing first upwards",
  (by, names) => {
    expect(sorted(ROWS, by, VALUES).map(({ name }) => name)).toEqual(names);
  },
);
