import type { DeskEvent } from "@club/contract";
import { expect, test } from "vitest";
import { formOf, type ResultDraft } from "./use-sport-result.ts";

const outcome = (id: string) => ({ outcome_id: id });
const event = {
  markets: [
    { market_id: "m1", status: "closed", outcomes: [outcome("a"), outcome("b"), outcome("c")] },
    { market_id: "m2", status: "void", outcomes: [outcome("d")] },
  ],
} as unknown as DeskEvent;
const draft = (more: Partial<ResultDraft>): ResultDraft => ({
  kind: "score",
  home: "",
  away: "",
  reason: "",
  verdicts: {},
  ...more,
});

test.each([
  ["2", "1", { score: { home: 2, away: 1 } }],
  ["0", "0", { score: { home: 0, away: 0 } }],
  ["", "1", undefined],
  ["2", "-1", undefined],
  ["2.5", "1", undefined],
  ["1000", "1", undefined],
])("a score of %o to %o", (home, away, form) => {
  expect(formOf(event, draft({ home, away }))).toEqual(form);
});

test("void needs its reason", () => {
  expect(formOf(event, draft({ kind: "void", reason: " " }))).toBeUndefined();
  expect(formOf(event, draft({ kind: "void", reason: " rain " }))).toEqual({
    void: true,
    reason: "rain",
  });
});

test("abandoned needs its reason; the score is what it stood at, if it is known", () => {
  const kind = "abandoned";
  expect(formOf(event, draft({ kind, home: "1", away: "0" }))).toBeUndefined();
  expect(formOf(event, draft({ kind, reason: "fog" }))).toEqual({ abandoned: true, reason: "fog" });
  expect(formOf(event, draft({ kind, reason: "fog", home: "1", away: "0" }))).toEqual({
    abandoned: true,
    reason: "fog",
    score: { home: 1, away: 0 },
  });
});

test("by market every outcome needs its verdict, those of void markets none", () => {
  const kind = "markets";
  expect(formOf(event, draft({ kind, verdicts: { a: "won", b: "lost" } }))).toBeUndefined();
  expect(formOf(event, draft({ kind, verdicts: { a: "won", b: "lost", c: "lost" } }))).toEqual({
    markets: [{ market_id: "m1", outcomes: { a: "won", b: "lost", c: "lost" } }],
  });
});

test("a dead heat says how many tied", () => {
  const verdicts = { a: "dead_heat", b: "dead_heat", c: "lost" } as const;
  expect(formOf(event, draft({ kind: "markets", verdicts }))).toEqual({
    markets: [{ market_id: "m1", outcomes: verdicts, dead_heat: { tied: 2, places: 1 } }],
  });
});
