import { isRefusal, isUnanswered } from "@club/client";
import type { DataOf, resolveOrder } from "@club/contract";
import { call } from "../core/call.ts";
import { MINE, queryClient } from "../core/query-client.ts";

/* Sends a bet of any kind to the club and brings back its outcome: never in doubt. */

const MOST_TRIES = 3;
const LONGEST_WAIT_MS = 5000;

/** A busy club says when to come again: with the same bet and the same key. */
export async function sendPatiently<T>(send: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await send();
    } catch (error) {
      const waitMs = isRefusal(error, "club.busy", "request.too_many")
        ? error.retryAfterMs
        : undefined;
      if (waitMs === undefined || waitMs > LONGEST_WAIT_MS || tries >= MOST_TRIES) throw error;
      await pause(waitMs);
    }
  }
}

/** Whether the bet may have been placed all the same. A refusal wrote nothing. */
export function isInDoubt(error: unknown): boolean {
  return isUnanswered(error) || isRefusal(error, "bet.in_doubt", "club.away");
}

const FIRST_WAIT_MS = 1000;
const MOST_WAIT_MS = 15_000;

interface Asking {
  readonly key: string;
  /** False once another run continues, or the session has ended. */
  readonly goesOn: () => boolean;
  readonly onAsk: (isOffline: boolean) => void;
}

/** Asks until there is an answer; undefined where it does not go on. */
export async function askUntilAnswered(
  asking: Asking,
): Promise<DataOf<typeof resolveOrder> | undefined> {
  const { key, goesOn, onAsk } = asking;
  for (let waitMs = 0; goesOn(); waitMs = nextWait(waitMs)) {
    onAsk(!navigator.onLine);
    await pauseOrOnline(waitMs);
    if (!goesOn()) return undefined;
    try {
      const { data } = await call<typeof resolveOrder>({
        method: "POST",
        path: "/api/order/resolve",
        body: { idempotency_key: key },
      });
      return goesOn() ? data : undefined;
    } catch (error) {
      console.info("resolve", error);
    }
  }
  return undefined;
}

const nextWait = (waitMs: number): number =>
  Math.min(MOST_WAIT_MS, waitMs === 0 ? FIRST_WAIT_MS : waitMs * 2);

/** Refetches what a placed bet changes. */
export function refreshAfterBet(): void {
  for (const key of ["wallet", "orders", "statement", "limits"]) {
    void queryClient.invalidateQueries({ queryKey: [MINE, key] });
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Waits, but no longer than until the connection is back. */
async function pauseOrOnline(ms: number): Promise<void> {
  if (ms === 0) return;
  const waiting = new AbortController();
  const online = new Promise<void>((resolve) => {
    addEventListener("online", () => resolve(), { once: true, signal: waiting.signal });
  });
  await Promise.race([pause(ms), online]);
  waiting.abort();
}
