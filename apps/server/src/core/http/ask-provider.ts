import { request as httpRequest } from "node:http";
import type { IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { isPrivateLiteral, publicLookup, retryAfterOf } from "./call-outside.ts";

/** Why a provider did not do what it was asked. */
export type FailureReason =
  | "unreachable"
  | "timeout"
  | "busy"
  | "server"
  | "refused"
  | "unreadable"
  | "not_signed_in";

/** A provider that could not be asked, or that said no. The message never holds what was sent. */
export class ProviderFailure extends Error {
  override name = "ProviderFailure";
  readonly reason: FailureReason;
  /** HTTP status, or the code of another protocol; 0: nobody answered. */
  readonly answer: number;
  readonly afterS: number | undefined;
  /** Whether what was asked is over all the same, though the reason is the connection's own. */
  readonly isFinal: boolean;
  /** What the provider said, in its own words, cut short; for the desk alone. */
  readonly said: string;

  constructor(
    reason: FailureReason,
    detail: {
      answer?: number;
      afterS?: number | undefined;
      said?: string;
      isFinal?: boolean;
    } = {},
  ) {
    super(`the provider failed: ${reason}`);
    this.reason = reason;
    this.answer = detail.answer ?? 0;
    this.afterS = detail.afterS;
    this.isFinal = detail.isFinal ?? reason === "refused";
    this.said = (detail.said ?? "").slice(0, MOST_SAID);
  }

  /** Whether the same request may succeed later. */
  get isPassing(): boolean {
    return this.reason !== "refused" && this.reason !== "not_signed_in";
  }
}

export interface ProviderRequest {
  readonly method: "GET" | "POST";
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly timeoutMs?: number;
  /**
   * Whether the address was set on the machine itself, and may lead anywhere. One typed at the
   * console must be https and lead to the public internet (promise S20).
   */
  readonly isFromMachine: boolean;
}

export interface ProviderAnswer {
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

const TIMEOUT_MS = 10_000;
const MOST_ANSWER_BYTES = 4 * 1024 * 1024;
const MOST_SAID = 200;
const REQUEST_TIMEOUT = 408;
const BUSY = 429;
const CLIENT_ERROR = 400;
const SERVER_ERROR = 500;

/**
 * Asks a provider over HTTP; follows no redirect. A status of 2xx is the answer.
 *
 * @throws ProviderFailure for anything else
 */
export async function askProvider(asked: ProviderRequest): Promise<ProviderAnswer> {
  const { url, isFromMachine } = asked;
  const mayLeadThere = url.protocol === "https:" && !isPrivateLiteral(url.hostname);
  if (!isFromMachine && !mayLeadThere) throw new ProviderFailure("unreachable");
  const answer = await exchange(asked);
  if (answer.status >= 200 && answer.status < 300) return answer;
  throw new ProviderFailure(reasonOf(answer.status), {
    answer: answer.status,
    afterS: answer.afterS,
    said: answer.text,
  });
}

/** The address of a provider. @throws ProviderFailure, `unreachable` for what is none of the web */
export function providerUrl(text: string, base?: string): URL {
  const url = URL.parse(text, base);
  if (url === null || !/^https?:$/.test(url.protocol)) throw new ProviderFailure("unreachable");
  return url;
}

/** The answer as JSON. @throws ProviderFailure, `unreadable` if it is none */
export async function askProviderJson(asked: ProviderRequest): Promise<unknown> {
  const { text, status } = await askProvider(asked);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new ProviderFailure("unreadable", { answer: status, said: text });
  }
}

/**
 * Has something done; the answer may be empty, or say anything in JSON. A page in its place comes
 * from something that stands before the provider: nothing is known to be done.
 *
 * @throws ProviderFailure, `unreadable` for such a page
 */
export async function askProviderToDo(asked: ProviderRequest): Promise<void> {
  const { text, status } = await askProvider(asked);
  if (text.trim() === "") return;
  try {
    JSON.parse(text);
  } catch {
    throw new ProviderFailure("unreadable", { answer: status, said: text });
  }
}

function reasonOf(status: number): FailureReason {
  if (status === BUSY) return "busy";
  if (status === REQUEST_TIMEOUT) return "timeout";
  if (status === 401 || status === 403) return "not_signed_in";
  if (status >= SERVER_ERROR) return "server";
  // A redirect comes from something that stands before the provider, which was not asked.
  return status >= CLIENT_ERROR ? "refused" : "unreadable";
}

async function exchange(
  asked: ProviderRequest,
): Promise<ProviderAnswer & { afterS: number | undefined }> {
  const { method, url, headers = {}, body, timeoutMs = TIMEOUT_MS, isFromMachine } = asked;
  const send = url.protocol === "https:" ? httpsRequest : httpRequest;
  return await new Promise((resolve, reject) => {
    const fail = (error: Error): void =>
      reject(new ProviderFailure(error.name === "TimeoutError" ? "timeout" : "unreachable"));
    const signal = AbortSignal.timeout(timeoutMs);
    // An aborted request reports a plain AbortError; the signal's reason says that time ran out.
    const failed = (error: Error): void => fail(signal.aborted ? (signal.reason as Error) : error);
    const sending = send(
      url,
      { method, headers, signal, ...(isFromMachine ? {} : { lookup: publicLookup }) },
      (response) => {
        readAll(response).then((text) => {
          const afterS = retryAfterOf(response.headers["retry-after"], Date.now());
          const { statusCode: status = 0, headers: told } = response;
          resolve({ status, text, headers: told, afterS });
        }, failed);
      },
    );
    sending.on("error", failed);
    sending.end(body);
  });
}

async function readAll(response: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of response as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > MOST_ANSWER_BYTES) throw new Error("the answer is too long");
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}
