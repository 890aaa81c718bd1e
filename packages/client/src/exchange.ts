import { CallError, ERR_ABORTED, ERR_TIMEOUT, ERR_UPLOAD_NETWORK } from "./call-error.ts";
import { urlOf, type AnyWish } from "./wish.ts";

/** The body of every answer: status 200 is success. */
export interface Envelope {
  readonly status: number;
  readonly message: string;
  readonly data?: unknown;
  readonly list?: unknown;
  readonly code?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly [beside: string]: unknown;
}

export const TIMEOUT_MS = 60_000;

/**
 * Sends a wish and waits at most a minute. A form goes as it is, any other body as JSON.
 *
 * @throws CallError when there is no answer: timeout, aborted or network.
 */
export async function sendWish(
  wish: AnyWish,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const signal = wish.signal ? AbortSignal.any([wish.signal, timeout]) : timeout;
  const form = wish.body instanceof FormData ? wish.body : null;
  const isJson = form === null && wish.body !== undefined;
  try {
    return await fetch(urlOf(wish), {
      method: wish.method,
      signal,
      credentials: "omit",
      cache: "no-store",
      headers: {
        ...(isJson && { "content-type": "application/json" }),
        ...(wish.idempotencyKey !== undefined && { "idempotency-key": wish.idempotencyKey }),
        ...headers,
      },
      body: isJson ? JSON.stringify(wish.body) : form,
    });
  } catch (error) {
    throw unanswered(error, { isLate: timeout.aborted, wish });
  }
}

function unanswered(
  error: unknown,
  { isLate, wish }: { readonly isLate: boolean; readonly wish: AnyWish },
): CallError {
  if (isLate) return new CallError("request timed out", { kind: "timeout", errCode: ERR_TIMEOUT });
  if (wish.signal?.aborted === true) {
    return new CallError("request aborted", { kind: "aborted", errCode: ERR_ABORTED });
  }
  const errCode = wish.body instanceof FormData ? ERR_UPLOAD_NETWORK : undefined;
  const message = error instanceof Error ? error.message : "no network";
  return new CallError(message, { kind: "network", errCode });
}

/**
 * The envelope of a good answer.
 *
 * @throws CallError: the server's refusal with its code; "broken" for anything that is no envelope
 * (a proxy's page) and for a fault of the server.
 */
export async function readAnswer(response: Response): Promise<Envelope> {
  const body: unknown = await response.json().catch(() => null);
  if (typeof body !== "object" || body === null || !("status" in body)) {
    throw new CallError(`HTTP ${response.status}`, { kind: "broken", status: response.status });
  }
  const envelope = body as Envelope;
  if (envelope.status === 200) return envelope;
  const retryAfter = Number(response.headers.get("retry-after") ?? Number.NaN);
  throw new CallError(envelope.message, {
    kind:
      envelope.status >= 500 && ["", "server.broken"].includes(envelope.code ?? "")
        ? "broken"
        : "refused",
    status: envelope.status,
    code: envelope.code,
    params: envelope.params,
    requestId: requestIdOf(envelope, response),
    retryAfterMs: Number.isFinite(retryAfter) ? retryAfter * 1000 : undefined,
  });
}

function requestIdOf(envelope: Envelope, response: Response): string | undefined {
  const named = envelope.params?.["request_id"];
  return typeof named === "string" ? named : (response.headers.get("x-request-id") ?? undefined);
}
