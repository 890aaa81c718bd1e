import { refreshSession } from "../core/refresh.ts";
import { currentLanguage } from "../core/lang.ts";
import { currentSession, subscribeToSession } from "../core/session.ts";
import { createSseParser } from "../core/sse-parser.ts";
import { followWanted, hand, streamState as state, wantedTopics } from "../core/stream.ts";

/*
 * One connection for the whole app, read with fetch because an EventSource cannot send the bearer.
 * When the set of topics changes (stream.ts) it is made anew and goes on from the last event it saw.
 * While it is down, hooks poll (`usePollMs`).
 */

const GATHER_MS = 60;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 15_000;
/** The server pings every 15 s: twice that without a byte is a dead connection. */
const SILENCE_MS = 35_000;

let connection: AbortController | null = null;
let lastEventId = "";
let failures = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Makes the connection anew after a sign-in or sign-out, and when the device comes back. Call once. */
export function startStream(): void {
  followWanted(() => reconnectSoon(GATHER_MS));
  subscribeToSession(() => {
    if (currentSession() === null) lastEventId = "";
    reconnectSoon(GATHER_MS);
  });
  addEventListener("online", () => reconnectSoon(0));
  addEventListener("offline", () => state.set("down"));
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible" && state.get() === "down") reconnectSoon(0);
  });
  reconnectSoon(GATHER_MS);
}

function reconnectSoon(waitMs: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => void connect(), waitMs);
}

async function connect(): Promise<void> {
  connection?.abort();
  if (wantedTopics().length === 0) {
    state.set("idle");
    return;
  }
  const mine = new AbortController();
  connection = mine;
  if (state.get() !== "down") state.set("connecting");
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
  // Not all players at the same moment after a restart.
  reconnectSoon((waitMs ?? backOffMs) * (0.75 + Math.random() / 2));
}

function topicsNow(): string {
  const isSignedIn = currentSession() !== null;
  return wantedTopics()
    .filter((topic) => topic !== "player" || isSignedIn)
    .join(",");
}

/** Reads until the server ends. @returns how long it asked to wait. */
async function readStream(mine: AbortController): Promise<number | undefined> {
  const token = currentSession()?.token;
  const response = await fetch(`/api/stream?topics=${encodeURIComponent(topicsNow())}`, {
    signal: mine.signal,
    credentials: "omit",
    cache: "no-store",
    headers: {
      accept: "text/event-stream",
      "accept-language": currentLanguage(),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(lastEventId !== "" && { "last-event-id": lastEventId }),
    },
  });
  if (response.status === 401 && token !== undefined) {
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
      for (const event of parser.push(value)) {
        if (event.id !== "") lastEventId = event.id;
        hand(event);
      }
    }
  } finally {
    clearTimeout(watchdog);
  }
}
