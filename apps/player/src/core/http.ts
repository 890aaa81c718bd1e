import { yieldToTaps } from "../device/yield-to-taps.ts";
import { noteAnswer } from "./silence.ts";
import { CallError, ERR_ABORTED, ERR_TIMEOUT } from "./errors.ts";

export const TIMEOUT_MS = 60_000;

export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

/** Sends one request and waits at most a minute. What has no answer says why, by the specification's codes. */
export async function send(request: HttpRequest): Promise<Response> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const signal = request.signal ? AbortSignal.any([request.signal, timeout]) : timeout;
  const hasBody = request.body !== undefined;
  try {
    // A page asks for many things at once: one after the other. What carries something goes at once.
    if (!hasBody) await yieldToTaps();
    const response = await fetch(request.url, {
      method: request.method,
      signal,
      credentials: "omit",
      cache: "no-store",
      headers: { ...(hasBody && { "content-type": "application/json" }), ...request.headers },
      ...(hasBody && { body: JSON.stringify(request.body) }),
    });
    noteAnswer(response.status);
    return response;
  } catch (error) {
    const failure = unanswered(error, { timeout, asked: request.signal });
    // The specification: what fails is logged. Whoever asked says it to the player.
    console.info(`no answer ${request.url}`, failure);
    throw failure;
  }
}

function unanswered(
  error: unknown,
  signals: { readonly timeout: AbortSignal; readonly asked: AbortSignal | undefined },
): CallError {
  if (signals.timeout.aborted) {
    return new CallError("request timed out", { kind: "timeout", errCode: ERR_TIMEOUT });
  }
  if (signals.asked?.aborted === true) {
    return new CallError("request aborted", { kind: "aborted", errCode: ERR_ABORTED });
  }
  return new CallError(error instanceof Error ? error.message : "no network", { kind: "network" });
}
