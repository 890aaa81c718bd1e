import { afterEach, expect, test, vi } from "vitest";
import { createStorage } from "./storage.ts";
import { createTopics } from "./topics.ts";

afterEach(() => vi.unstubAllGlobals());

/** A device that takes so many values. */
function stubStore(most: number): Record<string, string> {
  const kept: Record<string, string> = {};
  const store = Object.create({
    getItem: (key: string) => kept[key] ?? null,
    setItem(key: string, value: string) {
      if (!(key in kept) && Object.keys(kept).length >= most) throw new Error("full");
      kept[key] = value;
    },
    removeItem: (key: string) => void delete kept[key],
  }) as object;
  const named = { ownKeys: () => Object.keys(kept) };
  const listed = {
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  };
  vi.stubGlobal("localStorage", new Proxy(store, { ...named, ...listed }));
  return kept;
}

test("a full device: what can be had again makes room, and no other app's keys do", () => {
  const kept = stubStore(2);
  kept["c:other"] = "theirs";
  const storage = createStorage({ prefix: "my.", expendable: "c:" });
  expect(storage.write("c:list", "1")).toBe(true);
  expect(storage.write("c:more", "2")).toBe(true);
  expect(storage.read("c:list")).toBeNull();
  expect(storage.write("token", "3")).toBe(true);
  expect(kept).toEqual({ "c:other": "theirs", "my.token": "3" });
});

test("a device that takes nothing: what is written is read until the app is closed", () => {
  stubStore(0);
  const storage = createStorage();
  expect(storage.write("token", "1")).toBe(false);
  expect(storage.read("token")).toBe("1");
  storage.remove("token");
  expect(storage.read("token")).toBeNull();
});

test("without a store at all it is the same", () => {
  vi.stubGlobal("localStorage", undefined);
  const storage = createStorage();
  expect(storage.read("token")).toBeNull();
  storage.write("token", "1");
  expect(storage.read("token")).toBe("1");
});

test("what is no id keeps nothing else from being heard", () => {
  const topics = createTopics();
  const race = "race:0198c0de-0000-7000-8000-000000000001";
  const stops = ["races", race, "sport:nothing", "race:", "race:0198"].map(topics.listenTo);
  expect(topics.wanted()).toEqual(["races", race]);
  for (const stop of stops) stop();
  expect(topics.wanted()).toEqual([]);
});

test("the stream is made anew only when the set of topics changes", () => {
  const topics = createTopics();
  const sets: string[] = [];
  topics.follow(() => sets.push(topics.wanted().join()));
  const stops = [topics.listenTo("a"), topics.listenTo("a"), topics.listenTo("b")];
  for (const stop of stops) stop();
  expect(sets).toEqual(["a", "a,b", "b", ""]);
});
