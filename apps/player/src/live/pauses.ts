import type { Pause } from "@club/contract";
import { exchange } from "../core/call.ts";
import { callOverlay } from "../core/overlays.ts";
import { listenTo, receive, streamState } from "../core/stream.ts";
import { createStore, useStore } from "@club/client/react";

/*
 * What takes no bets for now. It is fetched once, and again when the stream begins; every change
 * comes with the stream. The bar that shows it is loaded with the first pause.
 */

const pauses = createStore<readonly Pause[]>([]);
const POLL_MS = 15_000;

export const usePauses = (): readonly Pause[] => useStore(pauses);

/** Begins to watch. Call once, after the first drawing. */
export function watchPauses(): void {
  listenTo("races");
  receive((event) => {
    if (event.kind === "pauses") {
      take((JSON.parse(event.data) as { readonly list: readonly Pause[] }).list);
    } else if (event.kind === "ready" || event.kind === "resync") void ask();
  });
  setInterval(() => streamState.get() === "down" && void ask(), POLL_MS);
  void ask();
}

async function ask(): Promise<void> {
  try {
    const wish = { method: "GET", path: "/api/events/pauses" } as const;
    const { list } = (await exchange(wish)) as { readonly list?: readonly Pause[] };
    take(list ?? []);
  } catch (error) {
    // Probably offline: a refused bet says why by itself.
    console.info("pauses", error);
  }
}

function take(list: readonly Pause[]): void {
  pauses.set(list);
  if (list.length > 0) callOverlay("pauses");
}
