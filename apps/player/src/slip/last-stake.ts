import { createStore, useStore } from "@club/client/react";

/** The stake of the last placed bet, in memory: it is offered, never set. */
const store = createStore<bigint | null>(null);

export const useLastStake = (): bigint | null => useStore(store);
export const rememberStake = store.set;
