import { useSyncExternalStore } from "react";

const TICK_MS = 1000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;
let offsetMs = 0;

/** Sets how far the server's clock is ahead of this device's; every countdown follows at once. */
export function setClockOffset(aheadMs: number): void {
  offsetMs = aheadMs;
  for (const listener of listeners) listener();
}

/** The server's time as far as this device knows it, in milliseconds. */
export function clubNow(): number {
  return Date.now() + offsetMs;
}

/** One timer serves every countdown of the page, and rests when there is none. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) schedule();
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearTimeout(timer);
  };
}

function schedule(): void {
  clearTimeout(timer);
  timer = setTimeout(tick, TICK_MS - (clubNow() % TICK_MS));
}

function tick(): void {
  for (const listener of listeners) listener();
  if (listeners.size > 0) schedule();
}

/**
 * What `read` makes of the time, each second. The component renders again only when the result
 * changes, so `read` returns a text or a number, not a fresh object.
 */
export function useClock<T extends string | number | boolean>(read: (nowMs: number) => T): T {
  const snapshot = () => read(clubNow());
  return useSyncExternalStore(subscribe, snapshot, snapshot);
}
