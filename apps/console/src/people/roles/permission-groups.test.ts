import type { Permission } from "@club/contract";
import { expect, test } from "vitest";
import { groupsOf, withReads } from "./permission-groups.ts";

const one = (name: string, summary: string, brings: string | null = null): Permission => ({
  name,
  summary,
  brings,
  roles: [],
});
const READ = "GET /api/operator/races/:race_id";
const CLOSE = "POST /api/operator/races/:race_id/close";
const ALL = [
  one("GET /api/operator/meetings", "Races of a day."),
  one(READ, "One race."),
  one("GET /api/operator/clock", "The club's clock."),
  one(CLOSE, "Closes betting.", READ),
];

test("permissions stand under their pages, and are found by what they say", () => {
  const pages = (q: string) =>
    groupsOf(ALL, q).map(({ page, permissions }) => [page, permissions.length]);
  expect(pages("")).toEqual([
    ["races", 3],
    ["clubSettings", 1],
  ]);
  expect(pages(" BETTING ")).toEqual([["races", 1]]);
  expect(pages("nothing like it")).toEqual([]);
});

test("a read comes along with what needs it", () => {
  expect([...withReads(ALL, new Set([CLOSE]))]).toEqual([CLOSE, READ]);
  expect([...withReads(ALL, new Set([READ]))]).toEqual([READ]);
});
