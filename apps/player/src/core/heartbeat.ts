import type { Call } from "@club/contract";
import { setClockOffset } from "@club/ui";
import { exchange } from "./call.ts";
import { currentSession, subscribeToSession } from "./session.ts";
import { callOverlay } from "./overlays.ts";
import { noteReadOnly } from "./connection.ts";
import { createStore, useStore } from "@club/client/react";

const INTERVAL_MS = 60_000;
/** The specification's wait before the first heartbeat after a sign-in. */
export const SIGN_IN_WAIT_MS = 500;

/** The last heartbeat: the time that the player has been here, its net result and the day's. */
export interface Pulse {
  readonly sessionSeconds: number;
  readonly netResultCents: number;
  readonly netTodayCents: number;
  /** When it arrived, in milliseconds of this device. */
  readonly at: number;
  /** Anything else that the club tells this player, such as that the reality check is due. */
  readonly notices: readonly PulseNotice[];
}

export interface PulseNotice {
  readonly key: string;
  readonly params: unknown;
}

const pulse = createStore<Pulse | null>(null);
export const usePulse = (): Pulse | null => useStore(pulse);

/** The player has dealt with the notice. */
export function dropNotice(key: string): void {
  const now = pulse.get();
  if (now !== null) pulse.set({ ...now, notices: now.notices.filter((each) => each.key !== key) });
}

let timer: ReturnType<typeof setInterval> | undefined;
let waiting: ReturnType<typeof setTimeout> | undefined;
let signInWaitMs = 0;

/** The next session starts with a sign-in, so its first heartbeat waits half a second. */
export function expectSignIn(): void {
  signInWaitMs = SIGN_IN_WAIT_MS;
}

/** Beats while somebody is signed in: at once, every minute, and when the app is seen again. */
export function startHeartbeat(): void {
  subscribeToSession(follow);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible" && currentSession() !== null) void beat();
  });
  follow();
}

function follow(): void {
  const isSignedIn = currentSession() !== null;
  if (isSignedIn === (timer !== undefined || waiting !== undefined)) return;
  if (!isSignedIn) {
    stop();
    return;
  }
  waiting = setTimeout(() => {
    waiting = undefined;
    void beat();
    timer = setInterval(() => void beat(), INTERVAL_MS);
  }, signInWaitMs);
  signInWaitMs = 0;
}

function stop(): void {
  clearTimeout(waiting);
  clearInterval(timer);
  waiting = undefined;
  timer = undefined;
  pulse.set(null);
}

type HeartbeatData = {
  readonly server_time?: string;
  readonly session_seconds?: number;
  readonly net_result_cents?: number;
  readonly net_today_cents?: number;
  readonly notices?: readonly PulseNotice[];
};

let sent = 0;
let taken = 0;

/**
 * A failure is only logged: the next beat comes in a minute. An answer that a later beat's has
 * overtaken says less than is known, and is dropped.
 */
async function beat(): Promise<void> {
  const number = ++sent;
  try {
    const sentAt = Date.now();
    const { data } = await exchange({ method: "POST", path: HEARTBEAT_PATH });
    if (number < taken) return;
    taken = number;
    take((data ?? {}) as HeartbeatData, sentAt);
  } catch (error) {
    console.info("heartbeat", error);
  }
}

const HEARTBEAT_PATH = "/api/user/heartbeat" satisfies Call["path"];

function take(data: HeartbeatData, sentAt: number): void {
  const at = Date.now();
  const serverMs = Date.parse(data.server_time ?? "");
  // The answer was written about halfway between the request and its arrival.
  if (!Number.isNaN(serverMs)) setClockOffset(serverMs - (sentAt + at) / 2);
  const notices = data.notices ?? [];
  if (notices.some(({ key }) => key === "reality.due")) callOverlay("reality");
  noteReadOnly(notices.some(({ key }) => key === "club.read_only"));
  pulse.set({
    notices,
    sessionSeconds: data.session_seconds ?? 0,
    netResultCents: data.net_result_cents ?? 0,
    netTodayCents: data.net_today_cents ?? 0,
    at,
  });
}
