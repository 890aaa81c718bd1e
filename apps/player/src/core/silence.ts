import { createStore, useStore } from "@club/client/react";

/*
 * The browser may think that it is online while the club does not answer: its server is down, a hotel's
 * Wi-Fi wants a sign-in. What is shown is old then, and says so.
 */

const silence = createStore(false);

export const useIsClubSilent = (): boolean => useStore(silence);

/** A list could not be read anew, after every repeat. */
export const noteSilence = (): void => silence.set(true);

/** What stands in the way of the club answers for it: that it cannot be reached. */
const FIRST_OF_GATEWAY = 502;

/** Anything came back. */
export function noteAnswer(status: number): void {
  if (status < FIRST_OF_GATEWAY) silence.set(false);
}
