import type { DataOf, getClubFace } from "@club/contract";
import { defineAct } from "./ask.ts";
import { useData, useList } from "./read.ts";

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

/** Name, logo and colours. */
export const useClubFace = () => useData([FACE], "/api/club", {}, {});

export const setClubSettings = defineAct("PUT /api/operator/club-settings/:group", [
  SETTINGS,
  VERSIONS,
  FACE,
]);
