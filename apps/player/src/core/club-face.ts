import type { DataOf, getClubFace } from "@club/contract";
import { createStore, useStore } from "@club/client/react";
import { storage } from "../device/storage.ts";
import { queryClient } from "./query-client.ts";

export type ClubFace = DataOf<typeof getClubFace>;

/** Where it is kept on the device. */
export const FACE_KEY = "club-face";

export const face = createStore<ClubFace | null>(null);

/** Name, help, colours and logo of the club; null before they were ever heard of. */
export const useClubFace = (): ClubFace | null => useStore(face);

/** A first visit asks for it when its page has stood for so long: the code is no part of that. */
const FIRST_VISIT_MS = 5000;
const LOOK_MS = 500;

/** Shows the face as it was the last time at once, and follows it. Call once. */
export async function startClubFace(): Promise<void> {
  if (storage.read(FACE_KEY) === null) {
    for (let stoodMs = 0; stoodMs < FIRST_VISIT_MS; stoodMs += LOOK_MS) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      if (queryClient.isFetching() > 0) stoodMs = 0;
    }
  }
  try {
    await (await import("./follow-club-face.ts")).followClubFace();
  } catch (error) {
    console.info("club", error);
  }
}
