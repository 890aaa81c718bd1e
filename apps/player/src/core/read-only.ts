import { addLayer } from "./overlays.ts";
import { createStore, useStore } from "../device/store.ts";

/*
 * Whether the club takes neither bets nor money for now: its disk is short of room. It says so by a
 * refusal, or with a heartbeat; the bar that shows it asks until it is over.
 */

const readOnly = createStore(false);

export const useIsReadOnly = (): boolean => useStore(readOnly);

const loadBar = async () => ({ default: (await import("../shell/ReadOnlyBar.tsx")).ReadOnlyBar });

export function noteReadOnly(isSo: boolean): void {
  readOnly.set(isSo);
  if (isSo) addLayer(loadBar);
}
