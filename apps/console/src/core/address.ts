import { useMemo } from "react";
import { useHashLocation } from "wouter/use-hash-location";

/*
 * Addresses stand in the hash ("#/race/ID", "#/races?day=2026-11-21"), so that a plain link in a
 * dense table works and the server needs no rule for them.
 */

/** Opens an address of the console. */
export function go(to: string): void {
  location.hash = to;
}

/** The same place under another address: a filter, a tab. */
export function replaceAddress(to: string): void {
  const oldURL = location.href;
  history.replaceState(history.state, "", `#${to}`);
  dispatchEvent(new HashChangeEvent("hashchange", { oldURL, newURL: location.href }));
}

export function usePath(): string {
  const [whole] = useHashLocation();
  return whole.split("?", 1)[0] ?? "/";
}

export function useQueryOfAddress(): URLSearchParams {
  const [whole] = useHashLocation();
  return useMemo(() => new URLSearchParams(whole.split("?", 2)[1] ?? ""), [whole]);
}
