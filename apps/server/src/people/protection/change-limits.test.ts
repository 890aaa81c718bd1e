import { expect, test } from "vitest";
import type { LimitRow } from "./limits.queries.ts";
import { pendingOf } from "./change-limits.ts";

const FROM = new Date("2026-11-20T10:00:00.000Z");
const row: LimitRow = {
  kind: "stake",
  period: "day",
  amount_cents: 100n,
  has_pending: true,
  pending_amount_cents: 200n,
  pending_from: FROM,
};

test.each([
  ["before its time", "2026-11-20T09:59:59.999Z", true],
  ["from its time on", "2026-11-20T10:00:00.000Z", true],
  ["to the last moment of seven days", "2026-11-27T09:59:59.999Z", true],
  ["then it has lapsed", "2026-11-27T10:00:00.000Z", false],
])("a looser limit waits: %s", (_what, now, isWaiting) => {
  expect(pendingOf(row, new Date(now)) !== null).toBe(isWaiting);
});

test("none waits where none was asked for", () => {
  expect(pendingOf({ ...row, has_pending: false }, FROM)).toBeNull();
});
