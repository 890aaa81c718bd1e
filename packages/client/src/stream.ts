import { createSseParser } from "./sse-parser.ts";
import type { Topics } from "./topics.ts";

export interface StreamOptions {
  readonly topics: Topics;
  /** The address of the stream; null: there is nothing to hear. */
  readonly address: () => string | null;
  readonly token: () => string | undefined;
  readonly language: () => string;
  readonly refresh: (usedToken: string) => Promise<void>;
  /** Registers for every sign-in and sign-out. */
  readonly onSession: (listener: () => void) => void;
}

const GATHER_MS = 60;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 15_000;
/** The server pings every 15 s: after two of them and 5 s without a byte, the connection is dead. */
const SILENCE_MS = 35_000;

/**
 * One connection for a whole app, read with fetch because an EventSource cannot send the bearer
 * token. It reconnects when the set of topics changes, after a sign-in or sign-out and when the
 * device comes back, and continues from the last event it saw. Call once.
 */
export function startStream(options: StreamOptions): void {
  const { topics, token, onSession } = options;
  const stream = new Stream(options);
  topics.follow(() => stream.reconnectSoon(GATHER_MS));
  onSession(() => {
    if (token() === undefined) stream.forget();
    stream.reconnectSoon(GATHER_MS);
  });
  addEventListener("online", () => stream.reconnectSoon(0));
  addEventListener("offline", () => topics.state.set("down"));
  document.addEventListener("visibilitychange", () => {
    const isDown = topics.state.get() === "down";
    if (document.visibilityState === "visible" && isDown) stream.reconnectSoon(0);
  });
  stream.reconnectSoon(GATHER_MS);
}

class Stream {
  readonly #options: StreamOptions;
  #connection: AbortController | null = null;
  #lastEventId = "";
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #watchdog: ReturnType<typeof setTimeout> | undefined;

  constructor(options: StreamOptions) {
    this.#options = options;
  }

  reconnectSoon(waitMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#connect(), waitMs);
  }

  /** Whoever signs in next must not continue from here. */
  forget(): void {
    this.#lastEventId = "";
  }

  async #connect(): Promise<void> {
    const { topics, address } = this.#options;
    this.#connection?.abort();
    const from = address();
    if (from === null) {
      topics.state.set("idle");
      return;
    }
    const mine = new AbortController();
    this.#connection = mine;
    let waitMs: number | undefined;
    try {
      waitMs = await this.#read(from, mine);
    } catch (error) {
      if (!mine.signal.aborted) console.info("stream", error);
    }
    if (this.#connection !== mine) return;
    clearTimeout(this.#watchdog);
    mine.abort();
    topics.state.set("down");
    this.#failures += 1;
    const backOffMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (this.#failures - 1));
    // Spread out, or every client would reconnect at the same moment after a restart.
    this.reconnectSoon((waitMs ?? backOffMs) * (0.75 + Math.random() / 2));
  }

  /** Reads until the server ends. @returns how long it asked to wait. */
  async #read(from: string, mine: AbortController): Promise<number | undefined> {
    const token = this.#options.token();
    this.#wake(mine);
    const response = await fetch(from, {
      signal: mine.signal,
      credentials: "omit",
      cache: "no-store",
      headers: {
        accept: "text/event-stream",
        "accept-language": this.#options.language(),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(this.#lastEventId !== "" && { "last-event-id": this.#lastEventId }),
      },
    });
    if (response.status === 401 && token !== undefined) {
      await this.#options.refresh(token);
      return 0;
    }
    if (!response.ok || response.body === null) throw new Error(`stream: HTTP ${response.status}`);
    this.#options.topics.state.set("live");
    this.#failures = 0;
    return await this.#pump(response.body, mine);
  }

  async #pump(body: ReadableStream<Uint8Array>, mine: AbortController) {
    const parser = createSseParser();
    const reader = body.pipeThrough(new TextDecoderStream() as never).getReader();
    for (;;) {
      this.#wake(mine);
      const { done, value } = (await reader.read()) as ReadableStreamReadResult<string>;
      if (done) return parser.retryMs();
      for (const event of parser.push(value)) {
        if (event.id !== "") this.#lastEventId = event.id;
        this.#options.topics.hand(event);
      }
    }
  }

  /** Something has come, or was just asked for: the next silence begins. */
  #wake(mine: AbortController): void {
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => mine.abort(), SILENCE_MS);
  }
}
