import { Refusal, isDay } from "@club/domain";
import { sortOf, type SortedList, type SortedPage, type SortKey } from "../db/sorted-rows.ts";
import { isId } from "../kit/ids.ts";

const LAST_POSTING = /^\d{1,18}$/;

export interface Page<Id> {
  /** The last item already shown. */
  readonly before: Id | undefined;
  readonly limit: number;
}

/** A page of things in order of their ids. @throws request.invalid for a cursor that is no id. */
export function pageOf(query: { cursor?: string | undefined; limit: number }): Page<string> {
  const { cursor, limit } = query;
  if (cursor !== undefined && !isId(cursor)) throw badCursor();
  return { before: cursor, limit };
}

/**
 * One page of rows in order of id, as a list call answers it. `read` is asked for one row more than
 * the page shows, to tell whether there are more.
 *
 * @throws request.invalid
 */
export async function readPage<Row extends { readonly id: string }, Item>(
  query: { cursor?: string | undefined; limit: number },
  read: (page: Page<string>) => Promise<readonly Row[]>,
  toItem: (row: Row) => Item,
): Promise<{ data: { next_cursor: string | null }; list: Item[] }> {
  const { before, limit } = pageOf(query);
  const rows = await read({ before, limit: limit + 1 });
  const { data, list } = cutPage(rows, limit, ({ id }) => id);
  return { data, list: list.map((row) => toItem(row)) };
}

interface SortedQuery {
  readonly cursor?: string | undefined;
  readonly limit: number;
  readonly sort?: string | undefined;
}

/**
 * One page of a list in the order that was asked for, as a list call answers it. In order of id the
 * cursor is the last row's id; else it also holds the row's key, and the order that it belongs to.
 *
 * @throws request.invalid for a cursor of another order, or that is none.
 */
export async function readSorted<Row extends { readonly id: string | bigint }, Item>(
  query: SortedQuery,
  from: SortedList<Row>,
  toItem: (row: Row) => Item,
): Promise<{ data: { next_cursor: string | null }; list: Item[] }> {
  const { limit } = query;
  const { sorts } = from;
  const sort = query.sort ?? sorts.standard;
  const { key } = sortOf(sorts, sort);
  const after = query.cursor === undefined ? null : readCursor(query.cursor, { sort, key, sorts });
  const rows = await from.read({ sort, after, limit: limit + 1 });
  const { data, list } = cutPage(rows, limit, (row) => {
    const id = String(row.id);
    if (key === "id") return id;
    return written([sort, textOfKey((row as Readonly<Record<string, unknown>>)[key.as]), id]);
  });
  return { data, list: list.map((row) => toItem(row)) };
}

const written = (parts: readonly string[]): string =>
  Buffer.from(JSON.stringify(parts)).toString("base64url");

const textOfKey = (value: unknown): string =>
  value instanceof Date ? value.toISOString() : String(value);

function readCursor(
  cursor: string,
  by: { sort: string; key: SortKey; sorts: SortedList<unknown>["sorts"] },
): NonNullable<SortedPage["after"]> {
  const isOwn = by.sorts.idType === "bigint" ? (id: string) => LAST_POSTING.test(id) : isId;
  if (by.key === "id") {
    if (!isOwn(cursor)) throw badCursor();
    return { id: cursor };
  }
  const [sort, key, id, ...more] = partsOf(cursor);
  if (sort !== by.sort || key === undefined || id === undefined || more.length > 0) {
    throw badCursor();
  }
  if (!isOwn(id) || !KEY_TEXTS[by.key.type](key)) throw badCursor();
  return { key, id };
}

function partsOf(cursor: string): string[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString());
    return Array.isArray(parts) && parts.every((part) => typeof part === "string") ? parts : [];
  } catch {
    return [];
  }
}

/** Whether a text can stand for a key of its type; what PostgreSQL would not read is no cursor. */
const KEY_TEXTS = {
  text: (text: string) => !text.includes("\0"),
  bigint: (text: string) => /^-?\d{1,18}$/.test(text),
  date: isDay,
  timestamptz: (text: string) => {
    const at = new Date(text);
    return /^[12]\d{3}-/.test(text) && !Number.isNaN(at.getTime()) && at.toISOString() === text;
  },
} as const;

/** The statuses that a desk asks for: one, those that wait for it, or all (empty). */
export function statusesOf<Status extends string>(
  asked: Status | "waiting" | undefined,
  waiting: readonly Status[],
): readonly Status[] {
  if (asked === undefined) return [];
  return asked === "waiting" ? waiting : [asked];
}

/** A page whose cursor is a number: of postings, or of what was read so far. @throws request.invalid */
export function numberedPageOf(query: {
  cursor?: string | undefined;
  limit: number;
}): Page<bigint> {
  const { cursor, limit } = query;
  if (cursor !== undefined && !LAST_POSTING.test(cursor)) throw badCursor();
  return { before: cursor === undefined ? undefined : BigInt(cursor), limit };
}

/** Cuts what was read with one more than the limit: the list, and the cursor of the next page. */
export function cutPage<Item>(
  items: readonly Item[],
  limit: number,
  cursorOf: (item: Item) => string,
): { data: { next_cursor: string | null }; list: Item[] } {
  const list = items.slice(0, limit);
  const last = list.at(-1);
  const hasMore = items.length > limit && last !== undefined;
  return { data: { next_cursor: hasMore ? cursorOf(last) : null }, list };
}

function badCursor(): Refusal {
  return new Refusal("request.invalid", { field: "cursor" });
}
