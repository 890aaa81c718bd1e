import { expect, test } from "vitest";
import type { Queryable } from "./connection.ts";
import {
  changesOne,
  columnsOf,
  command,
  hasRow,
  manyRows,
  manyValues,
  oneRow,
  oneValue,
  theRow,
  theValue,
} from "./statements.ts";

/** A database that answers with these rows and notes what it was asked. */
function answering(...rows: Record<string, unknown>[]) {
  const asked: unknown[][] = [];
  const fields = Object.keys(rows[0] ?? {}).map((name) => ({ name }));
  const query = async (...call: unknown[]) => {
    asked.push(call);
    return { rows, fields, rowCount: rows.length };
  };
  return { db: { query } as unknown as Queryable, asked };
}

test("arguments bind in their order; of an object, last, the members that are named", async () => {
  const { db, asked } = answering();
  await command<[a: string, b: number]>("A")(db, "x", 1);
  await command<{ b: number; a?: string }, [id: string]>("B", ["a", "b"])(db, "x", { b: 2 });
  expect(asked).toEqual([
    ["A", ["x", 1]],
    ["B", ["x", undefined, 2]],
  ]);
});

test("each answers with what it says", async () => {
  const { db } = answering({ n: 1, m: 2 }, { n: 3, m: 4 });
  expect(await manyRows("")(db)).toEqual([
    { n: 1, m: 2 },
    { n: 3, m: 4 },
  ]);
  expect(await oneRow("")(db)).toEqual({ n: 1, m: 2 });
  expect(await theRow("")(db)).toEqual({ n: 1, m: 2 });
  expect(await manyValues("")(db)).toEqual([1, 3]);
  expect(await oneValue("")(db)).toBe(1);
  expect(await theValue("")(db)).toBe(1);
  expect(await hasRow("")(db)).toBe(true);
  expect(await changesOne("")(db)).toBe(false);
  expect(await changesOne("")(answering({}).db)).toBe(true);
});

test("without a row there is null, and a fault where there must be one", async () => {
  const { db } = answering();
  expect(await oneRow("")(db)).toBeNull();
  expect(await oneValue("")(db)).toBeNull();
  expect(await hasRow("")(db)).toBe(false);
  await expect(theRow("")(db)).rejects.toThrow("always has a row");
  await expect(theValue("")(db)).rejects.toThrow("always has a row");
});

test("rows become an array of each member", () => {
  const rows = [
    { a: 1, b: "x", c: null },
    { a: 2, b: "y", c: null },
  ];
  expect(columnsOf(rows, ["b", "a"])).toEqual([
    ["x", "y"],
    [1, 2],
  ]);
});
