import { useSyncExternalStore } from "react";

/** From here a runner's row has room for columns of its own. */
const isRoomy = matchMedia("(width >= 1280px)");

export function useIsRoomy(): boolean {
  return useSyncExternalStore(follow, () => isRoomy.matches);
}

function follow(changed: () => void): () => void {
  isRoomy.addEventListener("change", changed);
  return () => isRoomy.removeEventListener("change", changed);
}
