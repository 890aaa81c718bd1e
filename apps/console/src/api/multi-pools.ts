import { defineAct } from "./ask.ts";
import { readAnew } from "./query-client.ts";
import { refreshRaces } from "./race.ts";
import { useData, useList } from "./read.ts";

const MULTI_KEY = "multi-pools";
const CALM_MS = 15_000;

/** A meeting's pools of three races and more. */
export const useMultiPools = (event_id: string) =>
  useList(
    [MULTI_KEY, event_id],
    "/api/operator/meetings/:event_id/multi-pools",
    { event_id },
    { refetchInterval: CALM_MS },
  );

/** One of them, leg by leg. */
export const useMultiPool = (multi_pool_id: string) =>
  useData(
    [MULTI_KEY, "one", multi_pool_id],
    "/api/multi-pools/:multi_pool_id",
    { multi_pool_id },
    { refetchInterval: CALM_MS },
  );

export const refreshMultiPools = (): void => void readAnew(MULTI_KEY);

/** Lays out all of them anew. */
export const sendLayout = defineAct("PUT /api/operator/meetings/:event_id/multi-pools", () => {
  refreshRaces();
  refreshMultiPools();
});
