import type { PlacedOrder, placeOrder, resolveOrder } from "@club/contract";
import { call } from "../../core/call.ts";
import { isRefusal, isUnanswered, type CallError } from "@club/client";
import { MINE, queryClient } from "../../core/query-client.ts";
import { currentSession, onSessionEnd } from "../../core/session.ts";
import { newKey } from "@club/client";
import { readJson, storage } from "../../device/storage.ts";
import { IDLE, placement, SLIP_KEY, type Slip } from "./placement.ts";

/*
 * A bet on its way. The slip and its key are stored before anything is sent and stay until the
 * server has said what became of them, also across a reload: then `resolve` answers the receipt, or
 * burns the key and says that nothing was placed. The player is never told a guess.
 */

let run = 0;

/** Places a bet under a new key. One at a time: while one is on its way nothing is sent. */
export async function placeSlip(asked: Omit<Slip, "key" | "userId" | "sentAt">): Promise<void> {
  const { phase } = placement.get();
  const session = currentSession();
  if (phase === "sending" || phase === "checking" || session === null) return;
  const slip: Slip = {
    ...asked,
    key: newKey(),
    userId: session.userId,
    sentAt: Date.now(),
  };
  keep(slip);
  const mine = ++run;
  placement.set({ phase: "sending", slip });
  try {
    const order = await sendPatiently(slip);
    if (mine === run) accept(slip, order, false);
  } catch (error) {
    if (mine === run) await takeFailure(slip, error);
  }
}

/** After a start of the app: a slip without an answer is asked about at once. */
export async function resumeSlip(): Promise<void> {
  const slip = readJson(SLIP_KEY, isSlip);
  const session = currentSession();
  if (slip === null || placement.get().phase !== "idle") return;
  // Somebody else is signed in now: their resolve would answer about their own keys.
  if (session === null || session.userId !== slip.userId) return;
  await ask(slip);
}

function isSlip(value: unknown): value is Slip {
  const slip = value as Partial<Slip> | null;
  return (
    typeof slip?.key === "string" && typeof slip.userId === "string" && slip.form !== undefined
  );
}

const MOST_TRIES = 3;
const LONGEST_WAIT_MS = 5000;

/** A club that is busy says when to come again: the same slip, with the same key. */
async function sendPatiently(slip: Slip): Promise<PlacedOrder> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await send(slip);
    } catch (error) {
      const waitMs = isRefusal(error, "club.busy", "request.too_many")
        ? error.retryAfterMs
        : undefined;
      if (waitMs === undefined || waitMs > LONGEST_WAIT_MS || tries >= MOST_TRIES) throw error;
      await pause(waitMs);
    }
  }
}

async function send(slip: Slip): Promise<PlacedOrder> {
  const { data } = await call<typeof placeOrder>({
    method: "POST",
    path: "/api/order/place-order",
    body: slip.wire,
    idempotencyKey: slip.key,
  });
  return data;
}

async function takeFailure(slip: Slip, error: unknown): Promise<void> {
  if (isUnanswered(error) || isRefusal(error, "bet.in_doubt", "club.away")) {
    await ask(slip);
    return;
  }
  // A refusal wrote nothing; nor did a bet whose session had ended, which the login screen says.
  forget();
  if (currentSession() === null) {
    placement.set(IDLE);
    return;
  }
  placement.set({ phase: "refused", slip, error: error as CallError });
}

const FIRST_WAIT_MS = 1000;
const MOST_WAIT_MS = 15_000;

/** Asks until there is an answer: it never ends in doubt. */
async function ask(slip: Slip): Promise<void> {
  const mine = ++run;
  for (let waitMs = 0; mine === run; waitMs = nextWait(waitMs)) {
    placement.set({ phase: "checking", slip, isOffline: !navigator.onLine });
    await pauseOrOnline(waitMs);
    if (mine !== run) return;
    try {
      const { data } = await call<typeof resolveOrder>({
        method: "POST",
        path: "/api/order/resolve",
        body: { idempotency_key: slip.key },
      });
      if (mine !== run) return;
      if (data.placed) accept(slip, data as PlacedOrder, true);
      else denyPlaced(slip);
      return;
    } catch (error) {
      console.info("resolve", error);
    }
  }
}

const nextWait = (waitMs: number): number =>
  Math.min(MOST_WAIT_MS, waitMs === 0 ? FIRST_WAIT_MS : waitMs * 2);

function accept(slip: Slip, order: PlacedOrder, wasLost: boolean): void {
  forget();
  placement.set({ phase: "accepted", slip, order, wasLost });
  for (const key of ["wallet", "orders", "statement", "limits"]) {
    void queryClient.invalidateQueries({ queryKey: [MINE, key] });
  }
}

function denyPlaced(slip: Slip): void {
  forget();
  placement.set({ phase: "not placed", slip });
}

function keep(slip: Slip): void {
  storage.write(SLIP_KEY, JSON.stringify(slip));
}

function forget(): void {
  storage.remove(SLIP_KEY);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Waits, but not longer than until the connection is back. */
async function pauseOrOnline(ms: number): Promise<void> {
  if (ms === 0) return;
  const waiting = new AbortController();
  const online = new Promise<void>((resolve) => {
    addEventListener("online", () => resolve(), { once: true, signal: waiting.signal });
  });
  await Promise.race([pause(ms), online]);
  waiting.abort();
}

/** The session ended: whatever was asked for is not waited for any more. */
function stopAsking(): void {
  run += 1;
}

onSessionEnd(stopAsking);
