import { showToast } from "@club/ui";
import { currentT } from "./lang.ts";
import { createStore, useStore } from "@club/client/react";
import { callOverlay } from "./overlays.ts";

const online = createStore(navigator.onLine);

export const useIsOnline = (): boolean => useStore(online);

/** The specification's toast, at the start and whenever the connection goes. Call once. */
export function watchConnection(): void {
  const look = () => {
    online.set(navigator.onLine);
    if (!navigator.onLine) showToast(currentT()("offline.toast"));
  };
  addEventListener("online", look);
  addEventListener("offline", look);
  look();
}

/*
 * The browser may believe it is online while the club does not answer: its server is down, or a
 * hotel's Wi-Fi wants a sign-in. What is on the screen is then old, and the screen says so.
 */

const silence = createStore(false);

export const useIsClubSilent = (): boolean => useStore(silence);

/** A list could not be refetched, even after all retries. */
export const noteSilence = (): void => silence.set(true);

/** From this status on a proxy answers in place of the club: it cannot be reached. */
const FIRST_OF_GATEWAY = 502;

/** Any answer of the club itself ends the silence. */
export function noteAnswer(status: number): void {
  if (status < FIRST_OF_GATEWAY) silence.set(false);
}

/*
 * Whether the club takes neither bets nor money for now, because its disk is short of room. A
 * refusal or a heartbeat says so; the bar that shows it asks until it is over.
 */

const readOnly = createStore(false);

export const useIsReadOnly = (): boolean => useStore(readOnly);

export function noteReadOnly(isSo: boolean): void {
  readOnly.set(isSo);
  if (isSo) callOverlay("readOnly");
}
