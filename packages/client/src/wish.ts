import type { BodyInputOf, Call, DataOf, ListItemOf, ParamsOf, QueryInputOf } from "@club/contract";
import type { Envelope } from "./exchange.ts";

/*
 * The contract types every call: a wish for `typeof placeOrder` compiles only with the method,
 * path, parameters and body of that call. Only types come from the contract; its schemas, which the
 * server validates with, stay out of the apps.
 */

type Part<Name extends string, T> = [T] extends [undefined] ? unknown : Readonly<Record<Name, T>>;

export type Wish<C extends Call> = {
  readonly method: C["method"];
  readonly path: C["path"];
  readonly query?: QueryInputOf<C>;
  /** Makes a repeat harmless: the same key and body get the first answer again. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal | undefined;
  /** Sent without the token of whoever is signed in. */
  readonly anonymous?: true;
} & Part<"params", ParamsOf<C>> &
  Part<"body", BodyInputOf<C>>;

/** A wish of any call. */
export interface AnyWish {
  readonly method: string;
  readonly path: string;
  readonly query?: unknown;
  readonly params?: unknown;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal | undefined;
  readonly anonymous?: true;
}

export interface Answer<C extends Call> {
  readonly data: DataOf<C>;
  readonly list: readonly ListItemOf<C>[];
  readonly envelope: Envelope;
}

export function answerOf<C extends Call>(envelope: Envelope): Answer<C> {
  return { data: envelope.data, list: envelope.list ?? [], envelope } as Answer<C>;
}

/** The address of a wish: its path with the parameters in it, and its query. */
export function urlOf(wish: Pick<AnyWish, "path" | "params" | "query">): string {
  const params = (wish.params ?? {}) as Readonly<Record<string, string | number | undefined>>;
  const path = wish.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name] ?? "")),
  );
  const query = Object.entries((wish.query ?? {}) as Readonly<Record<string, unknown>>)
    .filter(([, value]) => value !== undefined && value !== null && value !== "")
    .map(([name, value]) => [name, String(value)]);
  return query.length === 0 ? path : `${path}?${new URLSearchParams(query).toString()}`;
}
