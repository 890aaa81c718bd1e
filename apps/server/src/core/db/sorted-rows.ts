import type { QueryResultRow } from "pg";
import type { Queryable } from "./connection.ts";

/*
 * A list that can be sorted by its columns is data as well: what identifies a row, by what it may be
 * sorted, and its text, in which each order takes its two places. Paged by key: the next page
 * begins behind the last row's own value, ties in order of id, so that no row comes twice or is
 * left out while others come.
 */

/**
 * By what a list may be sorted: never null, and of one type. `as` is the row's member that holds it,
 * for the cursor. "id" is the row's own, in order of time.
 */
export type SortKey =
  | "id"
  | {
      readonly sql: string;
      readonly type: "text" | "bigint" | "date" | "timestamptz";
      readonly as: string;
    };

export interface Sorts<Column extends string> {
  /** What identifies a row, in SQL. */
  readonly id: string;
  readonly idType?: "uuid" | "bigint";
  readonly keys: Readonly<Record<Column, SortKey>>;
  /** The order when none is asked for. */
  readonly standard: Sort<Column>;
}

/** A column upwards, or with a minus downwards. */
export type Sort<Column extends string> = Column | `-${Column}`;

export interface SortedPage {
  readonly sort: string;
  /** The last row already shown: its key, where there is one beside the id, and its id. */
  readonly after: { readonly key?: unknown; readonly id: unknown } | null;
  readonly limit: number;
}

/** The places of an order in a text. */
export interface Places {
  /** A condition: what comes behind the last row shown. */
  readonly after: string;
  /** The order and the limit. */
  readonly order: string;
}

/** Rows of a list for what it was asked, in pages. */
export interface SortedList<Row> {
  readonly sorts: Sorts<string>;
  readonly read: (page: SortedPage) => Promise<readonly Row[]>;
}

/** @param members - of the input, in the order of $1, $2 and so on; the page's own come after them. */
export function sortedRows<Row, Input, Column extends string>(
  sorts: Sorts<Column>,
  members: readonly (keyof Input)[],
  textOf: (places: Places) => string,
): (db: Queryable, input: Input) => SortedList<Row> {
  const texts = new Map<string, string>();
  const textBy = (sort: string): string => {
    const text = texts.get(sort) ?? textOf(placesOf(sorts, sort, members.length));
    texts.set(sort, text);
    return text;
  };
  return (db, input) => ({
    sorts,
    read: async ({ sort, after, limit }) => {
      const { key } = sortOf(sorts, sort);
      const own = key === "id" ? [] : [after?.key ?? null];
      const named = members.map((member) => input[member] ?? null);
      const values = [...named, ...own, after?.id ?? null, limit];
      return (await db.query<Row & QueryResultRow>(textBy(sort), values)).rows;
    },
  });
}

/** What a sort says: the key, and which way. */
export function sortOf(sorts: Sorts<string>, sort: string): { key: SortKey; isDown: boolean } {
  const isDown = sort.startsWith("-");
  return { key: sorts.keys[isDown ? sort.slice(1) : sort] ?? "id", isDown };
}

function placesOf(sorts: Sorts<string>, sort: string, before: number): Places {
  const { key, isDown } = sortOf(sorts, sort);
  const { id, idType = "uuid" } = sorts;
  const way = isDown ? " DESC" : "";
  const sign = isDown ? "<" : ">";
  const place = (nth: number): string => `$${String(before + nth)}`;
  if (key === "id") {
    return {
      after: `(${place(1)}::${idType} IS NULL OR ${id} ${sign} ${place(1)})`,
      order: `ORDER BY ${id}${way} LIMIT ${place(2)}`,
    };
  }
  const last = `(${place(1)}::${key.type}, ${place(2)}::${idType})`;
  return {
    after: `(${place(2)}::${idType} IS NULL OR (${key.sql}, ${id}) ${sign} ${last})`,
    order: `ORDER BY ${key.sql}${way}, ${id}${way} LIMIT ${place(3)}`,
  };
}
