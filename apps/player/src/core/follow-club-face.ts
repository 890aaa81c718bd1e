import type { getClubFace } from "@club/contract";
import { showColours } from "@club/ui";
import { readJson, storage } from "../device/storage.ts";
import { call } from "./call.ts";
import { face, FACE_KEY, type ClubFace } from "./club-face.ts";

const AGAIN_MS = 5 * 60_000;

/** Draws the app as it was drawn the last time, asks how it is now, and again while the app is open. */
export async function followClubFace(): Promise<void> {
  const isFace = (value: unknown): value is ClubFace =>
    typeof value === "object" && value !== null && "colour_header" in value;
  show(readJson(FACE_KEY, isFace));
  await ask();
}

async function ask(): Promise<void> {
  setTimeout(() => void ask(), AGAIN_MS);
  await lookAtClub();
}

/** How it is now. A failure changes nothing. */
export async function lookAtClub(): Promise<void> {
  try {
    const { data } = await call<typeof getClubFace>({ method: "GET", path: "/api/club" });
    storage.write(FACE_KEY, JSON.stringify(data));
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
