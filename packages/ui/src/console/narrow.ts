import { useSyncExternalStore } from "react";

/** A phone. The style sheets have the same breakpoint. */
const NARROW = "(width < 700px)";

/** What stands beside each other at a desk stands beneath each other here, and tables are cards. */
export const isNarrow = (): boolean => matchMedia(NARROW).matches;

export function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, isNarrow);
}

function subscribe(listener: () => void): () => void {
  const query = matchMedia(NARROW);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}
