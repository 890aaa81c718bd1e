import { expect, test } from "vitest";
import {
  currentOf,
  EMPTY_QUEUE,
  queueReducer,
  type QueueEvent,
  type QueueState,
} from "./queue-keys.ts";

const IDS = ["a", "b", "c"];
const select = (id: string): QueueEvent => ({ kind: "select", id });
const key = (name: string): QueueEvent => ({ kind: "key", key: name });

const ACTS: Readonly<Record<string, string>> = { a: "approve", r: "reject" };
const actOf = (name: string) => ACTS[name];

function after(events: readonly QueueEvent[], ids = IDS, start: QueueState = EMPTY_QUEUE) {
  return events.reduce((state, event) => queueReducer(state, event, { ids, actOf }), start);
}

test("a key that means nothing changes nothing", () => {
  expect(after([select("b"), key("x")])).toEqual({ selectedId: "b", asking: undefined });
});

test("A and R ask, and while they ask the queue stands still", () => {
  expect(after([select("b"), key("a")])).toEqual({ selectedId: "b", asking: "approve" });
  expect(after([select("b"), key("r"), key("a")])).toEqual({ selectedId: "b", asking: "reject" });
  expect(after([key("r"), { kind: "stop" }]).asking).toBeUndefined();
});

test("an empty queue asks nothing", () => {
  expect(after([key("a")], [])).toEqual(EMPTY_QUEUE);
});

test("after a decision the next in line stands there, after the last the one before", () => {
  const decided = (id: string) =>
    after([{ kind: "select", id }, key("a"), { kind: "decided", id }]);
  expect(decided("a")).toEqual({ selectedId: "b", asking: undefined });
  expect(decided("c")).toEqual({ selectedId: "b", asking: undefined });
  expect(after([{ kind: "decided", id: "a" }], ["a"]).selectedId).toBeUndefined();
});

// Another operator may decide the row that is selected here.
test("a selection that left the queue gives way to the first", () => {
  const state = after([{ kind: "select", id: "b" }]);
  expect(currentOf(state, ["a", "c"])).toBe("a");
  expect(queueReducer(state, key("a"), { ids: ["a", "c"], actOf })).toEqual({
    selectedId: "a",
    asking: "approve",
  });
});
