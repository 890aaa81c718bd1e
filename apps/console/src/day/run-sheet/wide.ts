import { useSyncExternalStore } from "react";

/** A desk with room for what is only nice to have; the styles break at the same width. */
const wide = matchMedia("(width >= 1400px)");

export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => wide.matches);
}

function subscribe(listener: () => void): () => void {
  wide.addEventListener("change", listener);
  return () => wide.removeEventListener("change", listener);
}
