import { afterEach, expect, test, vi } from "vitest";
import { isId, knownId, newId } from "./ids.ts";

afterEach(() => void vi.useRealTimers());

const msOf = (id: string): number => Number.parseInt(id.replace("-", "").slice(0, 12), 16);
const isInOrder = (ids: readonly string[]): boolean =>
  ids.every((id, at) => at === 0 || id > (ids[at - 1] ?? ""));

test("ids are UUIDs of version 7, all different, in the order in which they were made", () => {
  const from = Date.now();
  const ids = Array.from({ length: 20_000 }, newId);
  const version7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  expect(ids.filter((id) => !version7.test(id))).toEqual([]);
  expect(isInOrder(ids)).toBe(true);
  const last = msOf(newId());
  expect(last).toBeGreaterThanOrEqual(from);
  // Ids run ahead of the clock by a millisecond for each 4,096 made while it stood still.
  expect(last).toBeLessThanOrEqual(Date.now() + 5);
});

test("more ids than a millisecond counts stay in order, and near its time", () => {
  vi.useFakeTimers({ now: Date.now() + 5000 });
  const ids = Array.from({ length: 10_000 }, newId);
  expect(isInOrder(ids)).toBe(true);
  expect(msOf(ids.at(-1) ?? "") - Date.now()).toBe(2);
});

test("a clock set back a little keeps the order; set back by more, ids follow it", () => {
  const now = Date.now() + 60_000;
  vi.useFakeTimers({ now });
  const before = newId();
  vi.setSystemTime(now - 900);
  expect(isInOrder([before, newId(), newId()])).toBe(true);
  vi.setSystemTime(now - 30_000);
  expect(msOf(newId())).toBe(now - 30_000);
});

test.each([
  "",
  "x",
  "1",
  "0198c1f0-0000-7000-8000-00000000000",
  "{0198c1f0-0000-7000-8000-000000000000}",
])("%j is no id", (text) => {
  expect(isId(text)).toBe(false);
  expect(() => knownId(text)).toThrow("not_found");
});

test("an id in capitals is the same id", () => {
  const id = newId();
  expect(knownId(id.toUpperCase())).toBe(id);
});
