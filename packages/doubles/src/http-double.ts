import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** One request, as a double saw it. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface DoubleAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A string is sent as it is; anything else as JSON. */
  readonly body?: unknown;
}

/**
 * How a provider may fail: no answer until the caller gives up, a late one, one that waits for
 * something, a status of its own, rubbish, or the connection cut after the work was done.
 */
export type Fault =
  | { readonly kind: "hang" }
  | { readonly kind: "slow"; readonly ms: number }
  | { readonly kind: "held"; readonly until: Promise<void> }
  | { readonly kind: "status"; readonly status: number; readonly retryAfterS?: number }
  | { readonly kind: "rubbish" }
  | { readonly kind: "cut_after_work" };

export type Handle = (request: SeenRequest) => DoubleAnswer | Promise<DoubleAnswer>;

const MOST_BYTES = 1024 * 1024;

/** An HTTP server that stands in for a provider, with its faults. */
export class HttpDouble {
  /** Every request, the oldest first, also those that met a fault. */
  readonly seen: SeenRequest[] = [];
  /** The fault of each request from now on; the next ones first, then `always`. */
  #next: (Fault | null)[] = [];
  #always: Fault | null = null;
  readonly #server: Server;
  readonly #handle: Handle;

  constructor(handle: Handle) {
    this.#handle = handle;
    this.#server = createServer((request, response) => {
      this.#serve(request, response).catch(() => response.destroy());
    });
  }

  async start(port = 0): Promise<this> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(port, "127.0.0.1", resolve);
    });
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The faults of the next requests, one each; null for none. */
  failNext(...faults: (Fault | null)[]): void {
    this.#next.push(...faults);
  }

  /** The fault of every request from now on; null ends it. */
  failAlways(fault: Fault | null): void {
    this.#always = fault;
    this.#next = [];
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const seen = await readRequest(request);
    this.seen.push(seen);
    const fault = this.#next.length > 0 ? this.#next.shift() : this.#always;
    if (fault?.kind === "hang") return;
    const instead = answerOf(fault);
    if (instead !== null) {
      send(response, instead);
      return;
    }
    await pauseOf(fault);
    const answer = await this.#handle(seen);
    if (fault?.kind === "cut_after_work") response.destroy();
    else send(response, answer);
  }
}

async function pauseOf(fault: Fault | null | undefined): Promise<void> {
  if (fault?.kind === "slow") await sleep(fault.ms);
  if (fault?.kind === "held") await fault.until;
}

/** What a fault answers in place of the provider; null: the provider itself answers. */
function answerOf(fault: Fault | null | undefined): DoubleAnswer | null {
  if (fault?.kind === "rubbish") return { status: 200, body: "<html>not what you asked for" };
  if (fault?.kind !== "status") return null;
  const { status, retryAfterS } = fault;
  const headers = retryAfterS === undefined ? {} : { "retry-after": String(retryAfterS) };
  return { status, headers, body: { error: "the double fails" } };
}

async function readRequest(request: IncomingMessage): Promise<SeenRequest> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > MOST_BYTES) throw new Error("too long a request");
    pieces.push(piece);
  }
  const url = new URL(request.url ?? "/", "http://double");
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  );
  return {
    method: request.method ?? "GET",
    path: url.pathname,
    query: url.searchParams,
    headers,
    body: Buffer.concat(pieces).toString("utf8"),
  };
}

function send(response: ServerResponse, { status, headers = {}, body }: DoubleAnswer): void {
  const isText = typeof body === "string";
  const text = isText ? body : body === undefined ? "" : JSON.stringify(body);
  const type = isText ? "text/html; charset=utf-8" : "application/json";
  response.writeHead(status, { "content-type": type, ...headers }).end(text);
}
