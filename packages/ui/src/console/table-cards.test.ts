import { expect, test } from "vitest";
import { cardParts } from "./table-cards.ts";

const text = (id: string) => ({ id, kind: "text" });
const strong = (id: string) => ({ id, kind: "strong" });
const mark = { id: "mark", kind: "text", hideLabel: true };

test.each([
  ["the first strong column", [strong("a"), text("b")], undefined, ["title", undefined]],
  [
    "with the one before it",
    [text("a"), strong("b"), text("c")],
    undefined,
    ["lead", "title", undefined],
  ],
  [
    "with strong ones that follow",
    [strong("a"), strong("b"), text("c"), strong("d")],
    undefined,
    ["title", "title", undefined, undefined],
  ],
  [
    "no more than one leads",
    [text("a"), text("b"), strong("c")],
    undefined,
    [undefined, "lead", "title"],
  ],
  ["a mark leads too", [mark, text("b"), text("c")], "c", ["lead", "lead", "title"]],
  ["without a strong one the first", [text("a"), text("b")], undefined, ["title", undefined]],
  ["one that is hidden heads nothing", [text("a"), strong("b")], "c", ["lead", "title"]],
] as const)("a card is headed by %s", (_what, columns, titleId, parts) => {
  expect(cardParts(columns, titleId)).toEqual(parts);
});
