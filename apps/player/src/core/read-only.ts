import { callOverlay } from "./overlays.ts";
import { createStore, useStore } from "@club/client/react";

/*
 * Whether the club takes neither bets nor money for now: its disk is short of room. It says so by a
 * refusal, or with a heartbeat; the bar that shows it asks until it is over.
 */

const readOnly = createStore(false);

export const useIsReadOnly = (): boolean => useStore(readOnly);

export function noteReadOnly(isSo: boolean): void {
  readOnly.set(isSo);
  if (isSo) callOverlay("readOnly");
}
