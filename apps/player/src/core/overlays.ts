import { createStore, useStore } from "@club/client/react";

/** What lies over every screen once it is called for; app/screens.ts knows its code. */
export type Overlay = "sportSlip" | "pauses" | "readOnly" | "reality";

const shown = createStore<readonly Overlay[]>([]);

export const useOverlays = (): readonly Overlay[] => useStore(shown);

export function callOverlay(name: Overlay): void {
  if (!shown.get().includes(name)) shown.set([...shown.get(), name]);
}
