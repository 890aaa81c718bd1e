import type { DataOf, getClubFace } from "@club/contract";
import { defineAct } from "./ask.ts";
import { setClubZone } from "../core/time.ts";
import { read, useData, useList } from "./read.ts";

const SETTINGS = "club-settings";
const VERSIONS = "setting-versions";
const FACE = "club-face";
const AGAIN_MS = 15_000;

export type ClubFace = DataOf<typeof getClubFace>;

/** What a keeper changes in the running club; somebody else may change it too. */
export const useClubSettings = () =>
  useList([SETTINGS], "/api/operator/club-settings", {}, { refetchInterval: AGAIN_MS });

export const useSettingVersions = (group: string) =>
  useList([VERSIONS, group], "/api/operator/club-settings/:group/versions", { group });

/** Name, logo, colours and zone. */
export const useClubFace = () => useData([FACE], "/api/club", {}, {});

const ZONE_WITHIN_MS = 4000;

/**
 * Asks for the club's zone before anything is drawn; a club that does not answer is shown by the
 * zone that it had.
 */
export async function startClubZone(): Promise<void> {
  const signal = AbortSignal.timeout(ZONE_WITHIN_MS);
  try {
    setClubZone((await read("/api/club", {}, { signal })).data.time_zone);
  } catch (error) {
    console.info("zone", error);
  }
}

export const setClubSettings = defineAct("PUT /api/operator/club-settings/:group", [
  SETTINGS,
  VERSIONS,
  FACE,
]);
