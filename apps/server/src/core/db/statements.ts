import { assert } from "@club/domain";
import type pg from "pg";
import type { Queryable, QueryResult } from "./connection.ts";

/*
 * Most queries are data: a text, what it binds, and what comes back. Each of these makes a function
 * of them that runs on a pool or in a transaction. Its arguments bind to $1, $2 and so on in their
 * order. Where `members` are named, the last argument is an object, and these of its members bind
 * in its place; one that is left out binds as null.
 */

type Text = string | pg.QueryConfig;
type Members<Input> = readonly (keyof Input)[];
type Statement<Args extends readonly unknown[], Result> = (
  db: Queryable,
  ...args: Args
) => Promise<Result>;

type None = readonly [];
type Some = readonly unknown[];

/** A statement that answers with all its rows. */
export function manyRows<Row, Args extends Some = None>(text: Text): Statement<Args, Row[]>;
export function manyRows<Row, Input, Before extends Some = None>(
  text: Text,
  members: Members<Input>,
): Statement<[...Before, Input], Row[]>;
export function manyRows<Row>(text: Text, members?: readonly PropertyKey[]) {
  return made(text, members, ({ rows }) => rows as Row[]);
}

/** A statement that answers with its first row, or null. */
export function oneRow<Row, Args extends Some = None>(text: Text): Statement<Args, Row | null>;
export function oneRow<Row, Input, Before extends Some = None>(
  text: Text,
  members: Members<Input>,
): Statement<[...Before, Input], Row | null>;
export function oneRow<Row>(text: Text, members?: readonly PropertyKey[]) {
  return made(text, members, ({ rows }) => (rows[0] as Row | undefined) ?? null);
}

/** A statement that always has a row, and answers with it. */
export function theRow<Row, Args extends Some = None>(text: Text): Statement<Args, Row>;
export function theRow<Row, Input, Before extends Some = None>(
  text: Text,
  members: Members<Input>,
): Statement<[...Before, Input], Row>;
export function theRow<Row>(text: Text, members?: readonly PropertyKey[]) {
  return made(text, members, ({ rows: [row] }) => {
    assert(row !== undefined, "the statement always has a row");
    return row as Row;
  });
}

/** A statement that answers with the first column of all its rows. */
export function manyValues<Value, Args extends Some = None>(text: Text): Statement<Args, Value[]> {
  return made(text, undefined, ({ rows, fields }) => {
    const name = fields[0]?.name ?? "";
    return rows.map((row) => row[name] as Value);
  });
}

/** A statement that answers with the first column of its first row; null where there is none. */
export function oneValue<Value, Args extends Some = None>(
  text: Text,
): Statement<Args, Value | null>;
export function oneValue<Value, Input, Before extends Some = None>(
  text: Text,
  members: Members<Input>,
): Statement<[...Before, Input], Value | null>;
export function oneValue<Value>(text: Text, members?: readonly PropertyKey[]) {
  return made(text, members, ({ rows, fields }) => {
    return (rows[0]?.[fields[0]?.name ?? ""] as Value | undefined) ?? null;
  });
}

/** A statement that always has a row, and answers with its first column. */
export function theValue<Value, Args extends Some = None>(text: Text): Statement<Args, Value> {
  return made(text, undefined, ({ rows, fields }) => {
    assert(rows[0] !== undefined, "the statement always has a row");
    return rows[0][fields[0]?.name ?? ""] as Value;
  });
}

/** A statement that answers whether it has a row. */
export function hasRow<Args extends Some = None>(text: Text): Statement<Args, boolean>;
export function hasRow<Input, Before extends Some = None>(
  text: Text,
  members: Members<Input>,
): Statement<[...Before, Input], boolean>;
export function hasRow(text: Text, members?: readonly PropertyKey[]) {
  return made(text, members, ({ rows }) => rows.length > 0);
}

/** A statement that answers whether it changed one row. */
export function changesOne<Args extends Some = None>(text: Text): Statement<Args, boolean>;
export function changesOne<Input, Before extends Some = None>(
  text: Text,
  members: Members<Input>,
): Statement<[...Before, Input], boolean>;
export function changesOne(text: Text, members?: readonly PropertyKey[]) {
  return made(text, members, ({ rowCount }) => rowCount === 1);
}

/** A statement without an answer. */
export function command<Args extends Some = None>(text: Text): Statement<Args, void>;
export function command<Input, Before extends Some = None>(
  text: Text,
  members: Members<Input>,
): Statement<[...Before, Input], void>;
export function command(text: Text, members?: readonly PropertyKey[]) {
  return made(text, members, () => undefined);
}

function made<Result>(
  text: Text,
  members: readonly PropertyKey[] | undefined,
  take: (answer: QueryResult<pg.QueryResultRow>) => Result,
): Statement<Some, Result> {
  if (members === undefined) return async (db, ...args) => take(await db.query(text, args));
  return async (db, ...args) => {
    const input = args.at(-1) as Readonly<Record<PropertyKey, unknown>>;
    const named = members.map((member) => input[member]);
    return take(await db.query(text, [...args.slice(0, -1), ...named]));
  };
}

/** The same members of many rows as an array each, for a statement that unnests them. */
export function columnsOf<Row>(rows: readonly Row[], members: Members<Row>): unknown[][] {
  return members.map((member) => rows.map((row) => row[member]));
}
