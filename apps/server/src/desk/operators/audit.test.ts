import { expect, test } from "vitest";
import { RecentReads, SAME_READ_MS } from "./audit.ts";

test("a read is recent for its time, and forgotten when its row was rolled back", () => {
  const reads = new RecentReads();
  expect(reads.isRecent("a", 0)).toBe(false);
  reads.add("a", 0);
  expect([reads.isRecent("a", SAME_READ_MS - 1), reads.isRecent("a", SAME_READ_MS)]).toEqual([
    true,
    false,
  ]);
  expect(reads.isRecent("b", 0)).toBe(false);
  reads.forget("a");
  expect(reads.isRecent("a", 0)).toBe(false);
});

test("it keeps no more than its most, the newest", () => {
  const reads = new RecentReads();
  for (let n = 0; n <= 10_000; n += 1) reads.add(String(n), 0);
  expect([reads.isRecent("0", 0), reads.isRecent("1", 0)]).toEqual([false, true]);
});
