import { beforeEach, expect, test, vi } from "vitest";
import { fakeStorage } from "../test/fake-storage.ts";
import { storage } from "./storage.ts";
import { cacheKey, purgeCache, readCache, writeCache } from "./answer-cache.ts";

beforeEach(() => {
  vi.stubGlobal("localStorage", fakeStorage());
});

const body = { status: 200, list: [1, 2, 3] };

test("keeps an answer with the moment it came", () => {
  writeCache("c:a", { t: 5, body });
  expect(readCache("c:a")).toEqual({ t: 5, body });
  expect(readCache("c:b")).toBeNull();
});

test("what is not ours is not read", () => {
  localStorage.setItem("c:a", "not json");
  localStorage.setItem("c:b", "null");
  expect(readCache("c:a")).toBeNull();
  expect(readCache("c:b")).toBeNull();
});

test("two requests, two players: four keys", () => {
  const keys = ["/api/events/races", "/api/taxrate/tax-rate"].flatMap((url) =>
    ["", "player-1"].map((player) => cacheKey("GET", url, player)),
  );
  expect(new Set(keys).size).toBe(4);
  expect(keys.every((key) => key.startsWith("c:"))).toBe(true);
});

const cached = () => Object.keys(localStorage).filter((key) => key.startsWith("c:"));

test.each([
  // entries, gone
  [25, 3],
  [10, 1],
  [3, 1],
])("a full store of %i loses its oldest %i and takes the new one", (entries, gone) => {
  const size = JSON.stringify({ t: 100, body }).length;
  vi.stubGlobal("localStorage", fakeStorage(entries * (size + "c:00".length) + 10));
  localStorage.setItem("token", "kept");
  const name = (index: number) => `c:${String(index).padStart(2, "0")}`;
  // The later the key, the older the answer.
  for (let i = 0; i < entries; i += 1) writeCache(name(i), { t: 900 - i, body });
  expect(cached()).toHaveLength(entries);
  writeCache("c:new", { t: 999, body });
  expect(readCache("c:new")).not.toBeNull();
  const lost = Array.from({ length: entries }, (_, i) => name(i)).filter((key) => !readCache(key));
  expect(lost).toEqual(Array.from({ length: gone }, (_, i) => name(entries - gone + i)));
  expect(localStorage.getItem("token")).toBe("kept");
});

test("a key of another kind takes the oldest tenth too, and more only where it needs more", () => {
  const size = JSON.stringify({ t: 100, body }).length + "c:00".length;
  vi.stubGlobal("localStorage", fakeStorage(20 * size + 1));
  for (let i = 0; i < 20; i += 1) writeCache(`c:${10 + i}`, { t: 100 + i, body });
  expect(storage.write("slip", "x".repeat(size))).toBe(true);
  expect(cached()).toEqual(Array.from({ length: 18 }, (_, i) => `c:${12 + i}`));
  expect(storage.write("slip", "x".repeat(5 * size))).toBe(true);
  expect(cached().length).toBeGreaterThan(10);
  expect(readCache("c:29")).not.toBeNull();
});

test("what never fits is given up after one more try", () => {
  vi.stubGlobal("localStorage", fakeStorage(40));
  writeCache("c:a", { t: 1, body: "x".repeat(100) });
  expect(cached()).toEqual([]);
});

test("purging takes the cache alone", () => {
  localStorage.setItem("language", "fr");
  writeCache("c:a", { t: 1, body });
  purgeCache();
  expect(Object.keys(localStorage)).toEqual(["language"]);
});
