import { createStore, useStore } from "@club/client/react";

/* Some acts ask for the second factor again. Their calls wait here until it has been shown. */

interface Waiting {
  readonly answer: (isShown: boolean) => void;
}

const store = createStore<Waiting | null>(null);
let asking: Promise<boolean> | null = null;

export const useProofWish = (): Waiting | null => useStore(store);

/** Asks the operator for a code, once for all waiting calls; false: the operator declined. */
export function askForProof(): Promise<boolean> {
  asking ??= new Promise<boolean>((resolve) => {
    store.set({
      answer: (isShown) => {
        store.set(null);
        asking = null;
        resolve(isShown);
      },
    });
  });
  return asking;
}
