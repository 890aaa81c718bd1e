import { BET_TYPES } from "@club/domain";
import { expect, test } from "vitest";
import { EXAMPLES } from "./examples.ts";
import { slotFaces, toggleRunner, workOut } from "./work-out.ts";

test.each([
  [1, [[1, 2]], 2],
  [4, [[1, 2, 3, 4]], 6],
  [6, [[3], [1, 2, 6], [1, 2, 6, 7]], 9],
  [7, [[1, 2, 3, 4]], 24],
  [9, [[1, 2]], 4],
  [
    10,
    [
      [1, 2],
      [3, 4, 5],
    ],
    6,
  ],
  [14, [[1], [], [2, 3, 4]], 6],
  [14, [[1], [2], [3, 4]], 2],
  [15, [[1], [], [], [2, 3, 4]], 6],
] as const)("type %i with %j makes %i combinations", (type, slots, combinations) => {
  expect(workOut(type, slots)).toMatchObject({
    kind: "priced",
    combinations,
    costCents: BigInt(combinations) * 100n,
    flexiUnitCents: 500n / BigInt(combinations),
  });
});

test("what cannot be bet says why", () => {
  expect(workOut(6, [[3], [], [1]])).toEqual({ kind: "refused", code: "bet.nothing_selected" });
  expect(workOut(3, [[1], [1]])).toEqual({ kind: "refused", code: "bet.no_combination" });
});

test.each(BET_TYPES.map(({ index }) => index))(
  "type %i has a row for every slot of its examples",
  (type) => {
    const faces = slotFaces(type);
    for (const { slots } of EXAMPLES[type]) expect(slots.length).toBeLessThanOrEqual(faces.length);
  },
);

test("a tap puts a runner in and out; a stand-out is one runner", () => {
  const [standout] = slotFaces(13);
  const [runners] = slotFaces(1);
  expect(toggleRunner([[1], []], { slot: 0, face: standout! }, 4)).toEqual([[4], []]);
  expect(toggleRunner([[1, 3]], { slot: 0, face: runners! }, 2)).toEqual([[1, 2, 3]]);
  expect(toggleRunner([[1, 2, 3]], { slot: 0, face: runners! }, 2)).toEqual([[1, 3]]);
});
