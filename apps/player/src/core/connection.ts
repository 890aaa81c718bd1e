import { showToast } from "@club/ui";
import { currentT } from "./lang.ts";
import { createStore, useStore } from "@club/client/react";

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
