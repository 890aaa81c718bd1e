import { answerOf, type Answer, type AnyWish } from "@club/client";
import type { BodyInputOf, Call, DataOf, ParamsOf, QueryInputOf } from "@club/contract";
import type { Address, CallAt } from "../core/calls.ts";
import { exchange } from "./client.ts";
import { readAnew, type Kept } from "./query-client.ts";

/*
 * All that a call takes comes in one object: what the path names goes into the path, the rest is the
 * body, or the query of a GET.
 */

type Fields<T> = [T] extends [undefined] ? unknown : NonNullable<T>;
export type FieldsOf<C extends Call> = Fields<ParamsOf<C>> &
  (C["method"] extends "GET" ? Fields<QueryInputOf<C>> : Fields<BodyInputOf<C>>);

type How = Pick<AnyWish, "anonymous" | "idempotencyKey" | "signal">;

/** The fields may be left out where the call needs none. */
export type Taken<C extends Call> =
  object extends FieldsOf<C> ? [fields?: FieldsOf<C>, how?: How] : [fields: FieldsOf<C>, how?: How];

/** Makes a call. @throws CallError */
export async function ask<A extends Address>(
  address: A,
  ...[fields, how]: Taken<CallAt<A>>
): Promise<Answer<CallAt<A>>> {
  return answerOf(await exchange(wishOf(address, fields ?? {}, how)));
}

function wishOf(address: string, fields: object, how: How | undefined): AnyWish {
  const [method = "", path = ""] = address.split(" ", 2);
  // A call whose body is a list takes it whole.
  if (Array.isArray(fields)) return { ...how, method, path, body: fields };
  const inPath = new Set([...path.matchAll(/:(\w+)/g)].map(([, name]) => name));
  const entries = Object.entries(fields);
  const params = Object.fromEntries(entries.filter(([name]) => inPath.has(name)));
  // A reason that was not given is left out.
  const rest = Object.fromEntries(
    entries.filter(([name, value]) => !inPath.has(name) && !(name === "reason" && value === "")),
  );
  return { ...how, method, path, params, ...(method === "GET" ? { query: rest } : { body: rest }) };
}

/**
 * An act of the operator: makes the call, then refetches what it may have changed, or does
 * something else with what it returned. What is refused may have changed meanwhile: it is
 * refetched, too.
 */
export function defineAct<A extends Address>(
  address: A,
  after: readonly Kept[] | ((data: DataOf<CallAt<A>>) => unknown) = [],
) {
  return async (...taken: Taken<CallAt<A>>): Promise<DataOf<CallAt<A>>> => {
    const [kept, take] = typeof after === "function" ? [[], after] : [after, undefined];
    try {
      const { data } = await ask(address, ...taken);
      await (take === undefined ? readAnew(...kept) : take(data));
      return data;
    } catch (error) {
      // Not waited for: without a network it does not end.
      void readAnew(...kept);
      throw error;
    }
  };
}

/** Of the answer of an act that a second operator may have to approve. */
export const isPending = (data: { readonly status: string }): boolean => data.status === "pending";
