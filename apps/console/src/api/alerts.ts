import type { listAlerts, listPastAlerts, ListItemOf } from "@club/contract";
import { defineAct } from "./ask.ts";
import { useList, usePages } from "./read.ts";

const KEY = "alerts";
const AGAIN_MS = 15_000;

export type Alert = ListItemOf<typeof listAlerts>;
export type PastAlert = ListItemOf<typeof listPastAlerts>;

/** What holds now and goes to a role of this operator. */
export const useAlerts = () =>
  useList([KEY], "/api/operator/alerts", {}, { refetchInterval: AGAIN_MS });

export const usePastAlerts = () =>
  usePages(
    [KEY, "past"],
    "/api/operator/alerts/past",
    { limit: 20 },
    { refetchInterval: AGAIN_MS },
  );

export const dismissAlert = defineAct("POST /api/operator/alerts/dismiss", [KEY]);
