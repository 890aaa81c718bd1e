import { storage } from "./storage.ts";
import { createStore, useStore } from "./store.ts";

/* Meetings that the player likes to see first, by venue code. A setting of this device. */

const KEY = "favourites";
const store = createStore<readonly string[]>((storage.read(KEY) ?? "").split(",").filter(Boolean));

export const currentFavourites = store.get;
export const useFavourites = (): readonly string[] => useStore(store);

export function toggleFavourite(code: string): void {
  const codes = store.get();
  const next = codes.includes(code) ? codes.filter((other) => other !== code) : [...codes, code];
  store.set(next);
  storage.write(KEY, next.join(","));
  // Who is told of races at these venues tells the club of them.
  if (storage.read("push") !== null) {
    void tellClub(next);
  }
}

async function tellClub(codes: readonly string[]): Promise<void> {
  try {
    await (await import("./api/push.ts")).sendFavourites(codes);
  } catch (error) {
    console.info("favourites", error);
  }
}
