import type pg from "pg";
import type { Queryable, QueryResult } from "./connection.ts";

/*
 * Most queries are data: a text, what it binds, and what comes back. Each of these makes a function
 * of them that runs on a pool or in a transaction. Arguments bind to $1, $2 and so on in their
 * order; a statement that takes an object names its members in that order instead. A member that is
 * left out binds as null.
 */

type Text = string | pg.QueryConfig;
type Statement<Args extends readonly unknown[], Result> = (
  db: Queryable,
  ...args: Args
) => Promise<Result>;
type Members<Input> = readonly (keyof Input)[];

/** A statement that answers with all its rows. */
export function manyRows<Row, Args extends readonly unknown[] = []>(
  text: Text,
): Statement<Args, Row[]>;
export function manyRows<Row, Input>(
  text: Text,
  members: Members<Input>,
): Statement<[input: Input], Row[]>;
export function manyRows<Row>(text: Text, members?: readonly PropertyKey[]) {
  return made(text, members, ({ rows }) => rows as Row[]);
}

/** A statement that answers with its first row, or null. */
export function oneRow<Row, Args extends readonly unknown[] = []>(
  text: Text,
): Statement<Args, Row | null>;
export function oneRow<Row, Input>(
  text: Text,
  members: Members<Input>,
): Statement<[input: Input], Row | null>;
export function oneRow<Row>(text: Text, members?: readonly PropertyKey[]) {
  return made(text, members, ({ rows }) => (rows[0] as Row | undefined) ?? null);
}

/** A statement that answers with the first column of all its rows. */
export function manyValues<Value, Args extends readonly unknown[] = []>(
  text: Text,
): Statement<Args, Value[]> {
  return made(text, undefined, (answer) => answer.rows.map((row) => firstOf(answer, row) as Value));
}

/** A statement that answers with the first column of its first row; null where there is none. */
export function oneValue<Value, Args extends readonly unknown[] = []>(
  text: Text,
): Statement<Args, Value | null> {
  return made(text, undefined, (answer) => (firstOf(answer, answer.rows[0]) as Value) ?? null);
}

/** A statement that answers whether it has a row. */
export function hasRow<Args extends readonly unknown[] = []>(text: Text): Statement<Args, boolean> {
  return made(text, undefined, ({ rows }) => rows.length > 0);
}

/** A statement that answers whether it changed one row. */
export function changesOne<Args extends readonly unknown[]>(text: Text): Statement<Args, boolean>;
export function changesOne<Input>(
  text: Text,
  members: Members<Input>,
): Statement<[input: Input], boolean>;
export function changesOne(text: Text, members?: readonly PropertyKey[]) {
  return made(text, members, ({ rowCount }) => rowCount === 1);
}

/** A statement without an answer. */
export function command<Args extends readonly unknown[] = []>(text: Text): Statement<Args, void>;
export function command<Input>(
  text: Text,
  members: Members<Input>,
): Statement<[input: Input], void>;
export function command(text: Text, members?: readonly PropertyKey[]) {
  return made(text, members, () => undefined);
}

type Answer = QueryResult<pg.QueryResultRow>;

function made<Result>(
  text: Text,
  members: readonly PropertyKey[] | undefined,
  take: (answer: Answer) => Result,
): Statement<readonly unknown[], Result> {
  if (members === undefined) return async (db, ...args) => take(await db.query(text, args));
  return async (db, input) => {
    const from = input as Record<PropertyKey, unknown>;
    return take(
      await db.query(
        text,
        members.map((member) => from[member]),
      ),
    );
  };
}

function firstOf({ fields }: Answer, row: pg.QueryResultRow | undefined): unknown {
  return row?.[fields[0]?.name ?? ""];
}
