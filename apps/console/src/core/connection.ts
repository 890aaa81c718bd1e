import { createStore, useStore } from "./store.ts";

const online = createStore(navigator.onLine);

export const useIsOnline = (): boolean => useStore(online);

/** Follows whether the browser reports a connection. Call once. */
export function watchConnection(): void {
  const look = () => online.set(navigator.onLine);
  addEventListener("online", look);
  addEventListener("offline", look);
}
