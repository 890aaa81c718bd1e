import type { DataOf, getClubFace } from "@club/contract";
import { createStore, useStore } from "@club/client/react";
import { showColours } from "@club/ui";
import { readJson, storage } from "../device/storage.ts";
import { call } from "./call.ts";

type ClubFace = DataOf<typeof getClubFace>;

const KEPT = "club-face";
const AGAIN_MS = 5 * 60_000;

const face = createStore<ClubFace | null>(null);

/** Name, help, colours and logo of the club; null before they were ever heard of. */
export const useClubFace = (): ClubFace | null => useStore(face);

/** Draws the app as it was drawn the last time: colours that change a moment later look broken. */
export function showKeptFace(): void {
  const isFace = (value: unknown): value is ClubFace =>
    typeof value === "object" && value !== null && "colour_header" in value;
  show(readJson(KEPT, isFace));
}

/** Asks for it now, and again while the app is open. A failure changes nothing. */
export async function followClubFace(): Promise<void> {
  setTimeout(() => void followClubFace(), AGAIN_MS);
  try {
    const { data } = await call<typeof getClubFace>({ method: "GET", path: "/api/club" });
    storage.write(KEPT, JSON.stringify(data));
    show(data);
  } catch (error) {
    console.info("club", error);
  }
}

function show(now: ClubFace | null): void {
  if (now === null) return;
  face.set(now);
  showColours(now);
}
