import { Refusal } from "@club/domain";
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
