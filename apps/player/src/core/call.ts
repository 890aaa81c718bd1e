import type { BodyInputOf, Call, DataOf, ListItemOf, ParamsOf, QueryInputOf } from "@club/contract";
import { clubNow, setClockOffset } from "@club/ui";
import { currentLanguage } from "./lang.ts";
import { currentSession } from "./session.ts";
import { readEnvelope, refuseUnlessOk, type Envelope } from "./envelope.ts";
import { send } from "./http.ts";
import { expireSession, refreshSession } from "./refresh.ts";

/*
 * Calls are typed by the contract, from which only types come: method, path, parameters and body of
 * `call<typeof placeOrder>({...})` must be those of the contract or it does not compile, while its
 * schemas, which the server checks with, stay out of the app.
 */

type Part<Name extends string, T> = [T] extends [undefined] ? unknown : Readonly<Record<Name, T>>;

export type Wish<C extends Call> = {
  readonly method: C["method"];
  readonly path: C["path"];
  readonly query?: QueryInputOf<C>;
  /** Makes a repeat harmless: the same key and body gives the first answer again. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal | undefined;
  /** Sign-in goes without the token of whoever was here before. */
  readonly anonymous?: true;
} & Part<"params", ParamsOf<C>> &
  Part<"body", BodyInputOf<C>>;

export interface Answer<C extends Call> {
  readonly data: DataOf<C>;
  readonly list: readonly ListItemOf<C>[];
  readonly envelope: Envelope;
}

interface AnyWish {
  readonly method: string;
  readonly path: string;
  readonly query?: unknown;
  readonly params?: unknown;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal | undefined;
  readonly anonymous?: true;
}

/**
 * Makes a call of the contract.
 *
 * @throws CallError: the server's refusal with its code, or why there was no answer.
 */
export async function call<C extends Call>(wish: Wish<C>): Promise<Answer<C>> {
  const envelope = await exchange(wish as AnyWish);
  return {
    data: envelope.data as DataOf<C>,
    list: (envelope.list ?? []) as readonly ListItemOf<C>[],
    envelope,
  };
}

/** The address of a wish: its path with the parameters in it, and its query. */
export function urlOf(wish: Pick<AnyWish, "path" | "params" | "query">): string {
  const params = (wish.params ?? {}) as Readonly<Record<string, string | undefined>>;
  const path = wish.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ""),
  );
  const query = Object.entries((wish.query ?? {}) as Readonly<Record<string, unknown>>)
    .filter(([, value]) => value !== undefined && value !== null && value !== "")
    .map(([name, value]) => [name, String(value)]);
  return query.length === 0 ? path : `${path}?${new URLSearchParams(query).toString()}`;
}

/**
 * Sends a wish; with an expired token it refreshes and sends it once more. A bet may be sent again
 * because it carries its key.
 */
export async function exchange(wish: AnyWish): Promise<Envelope> {
  const token = wish.anonymous === true ? undefined : currentSession()?.token;
  let response = await sendWith(wish, token);
  if (token !== undefined && isExpired(response)) {
    await refreshSession(token);
    response = await sendWith(wish, currentSession()?.token);
    if (isExpired(response)) throw expireSession();
  }
  readClock(response);
  const envelope = await readEnvelope(response);
  refuseUnlessOk(envelope, response);
  return envelope;
}

function sendWith(wish: AnyWish, token: string | undefined): Promise<Response> {
  const headers: Record<string, string> = { "accept-language": currentLanguage() };
  if (token !== undefined) headers["authorization"] = `Bearer ${token}`;
  if (wish.idempotencyKey !== undefined) headers["idempotency-key"] = wish.idempotencyKey;
  const { method, body, signal } = wish;
  return send({ method, url: urlOf(wish), body, headers, signal });
}

function isExpired(response: Response): boolean {
  return response.status === 401 || response.status === 402;
}

const HALF_SECOND_MS = 500;
const DRIFT_MS = 1500;

/** Countdowns follow the server's clock. The header has whole seconds, so small differences are none. */
function readClock(response: Response): void {
  const serverMs = Date.parse(response.headers.get("date") ?? "") + HALF_SECOND_MS;
  if (Number.isNaN(serverMs) || Math.abs(serverMs - clubNow()) < DRIFT_MS) return;
  setClockOffset(serverMs - Date.now());
}
