import { createSseParser, type StreamEvent } from "@club/client";
import { currentSession, subscribeToSession } from "../core/session.ts";
import { createStore, useStore } from "../core/store.ts";
import { refreshSession } from "./refresh.ts";

/*
 * One connection for the whole console, read with fetch because an EventSource cannot send the
 * bearer token. Pages ask for topics; when the set changes, it reconnects and continues after the
 * last event it saw. While it is down, hooks poll (`usePollMs`).
 */

export type StreamState = "idle" | "connecting" | "live" | "down";
export type Receiver = (event: StreamEvent) => void;

const state = createStore<StreamState>("idle");
const wanted = new Map<string, number>();
const receivers = new Set<Receiver>();

const GATHER_MS = 80;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 15_000;
/** The server pings every 15 s: after two of them and 5 s without a byte, the connection is dead. */
const SILENCE_MS = 35_000;
const POLL_MS = 4000;
const MOST_TOPICS = 48;

let connection: AbortController | null = null;
let lastEventId = "";
let failures = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

export const useStreamState = (): StreamState => useStore(state);

/** How often to poll: often while the stream is down, seldom while it brings the news. */
export function usePollMs(calmMs: number): number {
  return useStreamState() === "live" ? calmMs : POLL_MS;
}

export function receive(receiver: Receiver): () => void {
  receivers.add(receiver);
  return () => receivers.delete(receiver);
}

/** Listens to a topic until the returned function is called. */
export function listenTo(topic: string): () => void {
  wanted.set(topic, (wanted.get(topic) ?? 0) + 1);
  if (wanted.get(topic) === 1) reconnectSoon(GATHER_MS);
  return () => {
    const left = (wanted.get(topic) ?? 1) - 1;
    if (left > 0) {
      wanted.set(topic, left);
      return;
    }
    wanted.delete(topic);
    reconnectSoon(GATHER_MS);
  };
}

/** Connects as long as an operator is signed in. Call once. */
export function startStream(): void {
  let token = currentSession()?.operatorId;
  subscribeToSession(() => {
    const now = currentSession()?.operatorId;
    if (now === token) return;
    token = now;
    if (now === undefined) lastEventId = "";
    reconnectSoon(GATHER_MS);
  });
  addEventListener("online", () => reconnectSoon(0));
  addEventListener("offline", () => state.set("down"));
  reconnectSoon(0);
}

function reconnectSoon(waitMs: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => void connect(), waitMs);
}

async function connect(): Promise<void> {
  connection?.abort();
  if (currentSession() === null) {
    state.set("idle");
    return;
  }
  const mine = new AbortController();
  connection = mine;
  let waitMs: number | undefined;
  try {
    waitMs = await readStream(mine);
  } catch (error) {
    if (!mine.signal.aborted) console.info("stream", error);
  }
  if (connection !== mine) return;
  mine.abort();
  state.set("down");
  failures += 1;
  const backOffMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1));
  reconnectSoon(waitMs ?? backOffMs);
}

/** Reads until the server ends the stream. @returns how long the server asked to wait. */
async function readStream(mine: AbortController): Promise<number | undefined> {
  const token = currentSession()?.token ?? "";
  const topics = [...wanted.keys()].slice(0, MOST_TOPICS).join(",");
  const response = await fetch(`/api/operator/stream?topics=${encodeURIComponent(topics)}`, {
    signal: mine.signal,
    credentials: "omit",
    cache: "no-store",
    headers: {
      accept: "text/event-stream",
      authorization: `Bearer ${token}`,
      ...(lastEventId !== "" && { "last-event-id": lastEventId }),
    },
  });
  if (response.status === 401) {
    await refreshSession(token);
    return 0;
  }
  if (!response.ok || response.body === null) throw new Error(`stream: HTTP ${response.status}`);
  state.set("live");
  failures = 0;
  return await pump(response.body, mine);
}

async function pump(body: ReadableStream<Uint8Array>, mine: AbortController) {
  const parser = createSseParser();
  const reader = body.pipeThrough(new TextDecoderStream() as never).getReader();
  let watchdog: ReturnType<typeof setTimeout> | undefined;
  const wakeUp = () => {
    clearTimeout(watchdog);
    watchdog = setTimeout(() => mine.abort(), SILENCE_MS);
  };
  try {
    for (;;) {
      wakeUp();
      const { done, value } = (await reader.read()) as ReadableStreamReadResult<string>;
      if (done) return parser.retryMs();
      for (const event of parser.push(value)) hand(event);
    }
  } finally {
    clearTimeout(watchdog);
  }
}

function hand(event: StreamEvent): void {
  if (event.id !== "") lastEventId = event.id;
  for (const receiver of receivers) receiver(event);
}
