import { storage } from "../../device/storage.ts";
import { createStore, useStore } from "@club/client/react";

/* Matches that the player likes to see first, by id. A setting of this device; the oldest leave. */

const KEY = "sport-favourites";
const MOST = 100;

const store = createStore<readonly string[]>((storage.read(KEY) ?? "").split(",").filter(Boolean));

export const useSportFavourites = (): readonly string[] => useStore(store);

export function toggleSportFavourite(eventId: string): void {
  const ids = store.get();
  const next = ids.includes(eventId)
    ? ids.filter((other) => other !== eventId)
    : [...ids, eventId].slice(-MOST);
  store.set(next);
  storage.write(KEY, next.join(","));
}
