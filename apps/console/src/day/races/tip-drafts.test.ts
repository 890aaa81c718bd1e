import { expect, test } from "vitest";
import { MOST_TIPS } from "@club/contract/choices";
import { draftsOf, EMPTY_TIP, tipsOf } from "./tip-drafts.ts";

const TIP = { by: "The desk", numbers: [3, 1], text: null };
const RUNNERS = [1, 2, 3];

test("there is always an empty line to write in, up to the most", () => {
  expect(draftsOf([])).toEqual([EMPTY_TIP]);
  expect(draftsOf([TIP])).toEqual([{ by: "The desk", numbers: "3 1", text: "" }, EMPTY_TIP]);
  expect(draftsOf(Array.from({ length: MOST_TIPS }, () => TIP))).toHaveLength(MOST_TIPS);
});

test("what is written is sent as it was read, and empty lines are none", () => {
  expect(tipsOf(draftsOf([TIP]), RUNNERS)).toEqual([TIP]);
  expect(tipsOf([{ by: " A ", numbers: "2, 2; 1", text: " fit " }], RUNNERS)).toEqual([
    { by: "A", numbers: [2, 1], text: "fit" },
  ]);
  expect(tipsOf([EMPTY_TIP], RUNNERS)).toEqual([]);
});

test.each([
  ["nobody says it", { by: "", numbers: "1", text: "" }],
  ["no runner", { by: "A", numbers: "", text: "fit" }],
  ["a runner of another race", { by: "A", numbers: "1 9", text: "" }],
])("it waits where %s", (_what, draft) => {
  expect(tipsOf([draft], RUNNERS)).toBeUndefined();
});
