import { beforeEach, expect, test } from "vitest";
import type { Database } from "./connect.ts";
import { Reads } from "./reads.ts";
import type { Reader, Replica } from "./replica.ts";

const STANDBY = { query: () => undefined } as unknown as Reader;
const ANNA = { id: "anna", sessionId: "phone" };
const BEN = { id: "ben", sessionId: "desk" };

let coveredMs: number;
const replica = {
  get coveredMs() {
    return coveredMs;
  },
  reader: () => STANDBY,
} as unknown as Replica;

function readsOf(options: { sessionsStay: boolean }): Reads {
  return new Reads({} as Database, replica, options);
}

/** The standby has everything up to now. */
function catchUp(): void {
  coveredMs = performance.now() + 0.001;
  while (performance.now() < coveredMs);
}

beforeEach(() => {
  coveredMs = Number.NEGATIVE_INFINITY;
});

test("a session is served by the standby once that has what was there when it was first seen", () => {
  const reads = readsOf({ sessionsStay: true });
  catchUp();
  expect(reads.lists(ANNA)).not.toBe(STANDBY);
  expect(reads.lists(ANNA)).not.toBe(STANDBY);
  catchUp();
  expect(reads.lists(ANNA)).toBe(STANDBY);
  expect(reads.reports(ANNA)).toBe(STANDBY);
  // Another session of hers may have been elsewhere until now.
  expect(reads.lists({ ...ANNA, sessionId: "tablet" })).not.toBe(STANDBY);
});

test("whoever wrote, or was told something, reads from the primary until the standby has it", () => {
  const reads = readsOf({ sessionsStay: true });
  for (const person of [ANNA, BEN]) reads.lists(person);
  catchUp();
  const request = {};
  reads.begins(request, ANNA);
  expect(reads.lists(ANNA)).toBe(STANDBY);
  catchUp();
  reads.ends(request, 200);
  expect(reads.lists(ANNA)).not.toBe(STANDBY);
  expect(reads.lists(BEN)).toBe(STANDBY);
  catchUp();
  expect(reads.lists(ANNA)).toBe(STANDBY);
  reads.told(ANNA.id);
  expect(reads.lists(ANNA)).not.toBe(STANDBY);
});

test("work whose answer was given up may commit later: the standby waits for that too", () => {
  const reads = readsOf({ sessionsStay: true });
  reads.lists(ANNA);
  const request = {};
  reads.begins(request, ANNA);
  reads.ends(request, 503);
  catchUp();
  expect(reads.lists(ANNA)).not.toBe(STANDBY);
});

test("where sessions may be served by others too, own things come from the primary", () => {
  const reads = readsOf({ sessionsStay: false });
  reads.lists(ANNA);
  catchUp();
  expect(reads.lists(ANNA)).not.toBe(STANDBY);
  expect(reads.reports(ANNA)).not.toBe(STANDBY);
  expect(reads.stored).toBe(STANDBY);
});

test("too many to remember: all count as new", () => {
  const reads = readsOf({ sessionsStay: true });
  reads.lists(ANNA);
  catchUp();
  for (let at = 0; at < 50_000; at += 1) reads.lists({ id: `${at}`, sessionId: `${at}` });
  catchUp();
  expect(reads.lists(ANNA)).not.toBe(STANDBY);
  catchUp();
  expect(reads.lists(ANNA)).toBe(STANDBY);
});
