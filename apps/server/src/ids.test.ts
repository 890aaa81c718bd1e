import { expect, test } from "vitest";
import { isId, knownId, newId } from "./ids.ts";

test("ids are UUIDs of version 7, all different, in order of time", async () => {
  const ids = Array.from({ length: 2000 }, newId);
  expect(new Set(ids).size).toBe(2000);
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  await new Promise((resolve) => setTimeout(resolve, 2));
  expect(newId() > (ids[0] ?? "")).toBe(true);
  const ms = Number.parseInt(newId().replace("-", "").slice(0, 12), 16);
  expect(Math.abs(ms - Date.now())).toBeLessThan(1000);
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
