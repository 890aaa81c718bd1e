import { createContext, use, useMemo } from "react";
import { useHashLocation } from "wouter/use-hash-location";
import type { PageAddress } from "./paths.ts";

/*
 * Addresses are in the hash ("#/race/ID", "#/races?day=2026-11-21"), so that a plain link in a
 * dense table works and the server needs no rule for them.
 */

/** Opens an address of the console. */
export function go(to: string): void {
  location.hash = to;
}

/** The same page under another address: a filter, a tab. */
export function replaceAddress(to: string): void {
  const oldURL = location.href;
  history.replaceState(history.state, "", `#${to}`);
  dispatchEvent(new HashChangeEvent("hashchange", { oldURL, newURL: location.href }));
}

/** The same page with other fields in its query: the rest stay, an empty one goes. */
export function replaceQuery(fields: Readonly<Record<string, string>>): void {
  const [path = "/", asked = ""] = location.hash.replace(/^#/, "").split("?", 2);
  const query = new URLSearchParams(asked);
  for (const [name, value] of Object.entries(fields)) {
    if (value === "") query.delete(name);
    else query.set(name, value);
  }
  const text = query.toString();
  replaceAddress(text === "" ? path : `${path}?${text}`);
}

export function usePath(): string {
  const [whole] = useHashLocation();
  return whole.split("?", 1)[0] ?? "/";
}

export function useQueryOfAddress(): URLSearchParams {
  const [whole] = useHashLocation();
  return useMemo(() => new URLSearchParams(whole.split("?", 2)[1] ?? ""), [whole]);
}

/** Which page is open, and the id in its path. */
export const OpenPage = createContext<PageAddress | undefined>(undefined);

/** The id in the path of the page. */
export function useIdOfPath(): string {
  return use(OpenPage)?.id ?? "";
}
