import { storage } from "../device/storage.ts";
import { createStore, useStore } from "@club/client/react";

/* Meetings that the player likes to see first, by venue code. A setting of this device. */

const KEY = "favourites";
const store = createStore<readonly string[]>((storage.read(KEY) ?? "").split(",").filter(Boolean));

export const currentFavourites = store.get;
export const useFavourites = (): readonly string[] => useStore(store);

export function toggleFavourite(code: string): void {
  const codes = store.get();
  const kept = codes.includes(code) ? codes.filter((other) => other !== code) : [...codes, code];
  store.set(kept);
  storage.write(KEY, kept.join(","));
  // Who is told of races at these venues tells the club of them.
  if (storage.read("push") !== null) void import("./push.ts").then((push) => push.tellClub(kept));
}
