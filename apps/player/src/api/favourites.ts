import { createStore, useStore } from "@club/client/react";
import { storage } from "../device/storage.ts";

/** What the player likes to see first, by id. Kept on this device; above `most` the oldest go. */
export function favouritesUnder(key: string, most: number) {
  const store = createStore<readonly string[]>(
    (storage.read(key) ?? "").split(",").filter(Boolean),
  );
  return {
    store,
    toggle(id: string): readonly string[] {
      const ids = store.get();
      const kept = ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id];
      const next = kept.slice(-most);
      store.set(next);
      storage.write(key, next.join(","));
      return next;
    },
  };
}

/** Meetings, by venue code. */
const venues = favouritesUnder("favourites", Infinity);

export const currentFavourites = venues.store.get;
export const useFavourites = (): readonly string[] => useStore(venues.store);

export function toggleFavourite(code: string): void {
  const kept = venues.toggle(code);
  // A device with notifications of races at these venues tells the club which they are.
  if (storage.read("push") !== null) void import("./push.ts").then((push) => push.tellClub(kept));
}
