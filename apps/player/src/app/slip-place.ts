import { createStore, useStore } from "@club/client/react";

/** Where the slip stands on a wide screen; null: it is a sheet over the page. */
export const slipPlace = createStore<Element | null>(null);

export const useSlipPlace = (): Element | null => useStore(slipPlace);
