import { setTimeout as sleep } from "node:timers/promises";

/** Waits, or ends at once when the signal comes. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  if (signal === undefined) return await sleep(ms);
  // It only ever rejects because of the signal.
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}

/**
 * Waits for some work, but no longer than this. Past that the work goes on with its outcome
 * ignored, and the timer does not keep the process alive.
 *
 * @throws what the work throws within the time
 */
export async function waitAtMost(ms: number, work: Promise<unknown>): Promise<void> {
  const done = new AbortController();
  const { signal } = done;
  const longEnough = sleep(Math.max(ms, 0), undefined, { signal, ref: false }).catch(
    () => undefined,
  );
  await Promise.race([work, longEnough]).finally(() => done.abort());
}
