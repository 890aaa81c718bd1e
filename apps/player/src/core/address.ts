import { useMemo } from "react";
import { useHashLocation } from "wouter/use-hash-location";

/*
 * Routing is in hash mode. A route's query is inside the hash ("#/pages/detail/detail?race=7"), so
 * that a plain link works. wouter gives the hash; here it is split into path and query.
 */

interface GoOptions {
  readonly replace?: boolean;
}

/** How many entries of the app's history lie before this one. */
let depth = 0;

/** Opens an address of the app ("/pages/order/list?tab=open"). */
export function go(to: string, { replace = false }: GoOptions = {}): void {
  if (!replace) {
    location.hash = to;
    return;
  }
  const oldURL = location.href;
  history.replaceState(history.state, "", `#${to}`);
  dispatchEvent(new HashChangeEvent("hashchange", { oldURL, newURL: location.href }));
}

/** Back to where the player came from; to `otherwise` when the app was opened here. */
export function goBack(otherwise: string): void {
  if (depth > 0) history.back();
  else go(otherwise, { replace: true });
}

/** Marks each entry of the history with its depth, so that Back never leaves the app. Call once. */
export function watchSteps(): void {
  const mark = (isNew: 0 | 1): void => {
    const state = history.state as { readonly depth?: number } | null;
    depth = state?.depth ?? depth + isNew;
    history.replaceState({ ...state, depth }, "");
  };
  mark(0);
  addEventListener("hashchange", () => mark(1));
}

export function usePath(): string {
  const [whole] = useHashLocation();
  return whole.split("?", 1)[0] ?? "/";
}

export function useQueryOfAddress(): URLSearchParams {
  const [whole] = useHashLocation();
  return useMemo(() => new URLSearchParams(whole.split("?", 2)[1] ?? ""), [whole]);
}
