import type { BodyInputOf, beginIncident, Pause } from "@club/contract";
import { useEffect } from "react";
import { defineAct } from "./ask.ts";
import { readAnew } from "./query-client.ts";
import { refreshRaces } from "./race.ts";
import { useData, useList } from "./read.ts";
import { listenTo, usePollMs } from "./stream.ts";

export const PAUSES_KEY = "pauses";
export const INCIDENTS_KEY = "incidents";
const CALM_MS = 30_000;
const MOST = 100;

/** What takes no bets at the moment; the stream brings every change. */
export function usePauses(): readonly Pause[] {
  const refetchInterval = usePollMs(CALM_MS);
  useEffect(() => listenTo("races"), []);
  return useList([PAUSES_KEY], "/api/events/pauses", {}, { refetchInterval }).data ?? [];
}

/** A pool that is to be refunded, as it stands now. */
export const usePoolRefundFacts = (pool_id: string) =>
  useData(["pool-refund", pool_id], "/api/operator/pools/:pool_id/refund-facts", { pool_id });

/** Incidents with their logs, open ones first. */
export const useIncidents = () =>
  useList(
    [INCIDENTS_KEY],
    "/api/operator/incidents",
    { limit: MOST },
    { refetchInterval: usePollMs(CALM_MS) },
  );

function refresh(): void {
  void readAnew(PAUSES_KEY);
  void readAnew(INCIDENTS_KEY);
  refreshRaces();
}

export type PauseWish = BodyInputOf<typeof beginIncident>;

export const beginPause = defineAct("POST /api/operator/incidents", refresh);
export const endPause = defineAct("POST /api/operator/incidents/:incident_id/end", refresh);
export const writeNote = defineAct("POST /api/operator/incidents/:incident_id/note", refresh);
/** Refunds a pool; `pending` waits for a second operator. */
export const giveBackPool = defineAct("POST /api/operator/pools/:pool_id/refund", refresh);
export const abandonDay = defineAct("POST /api/operator/meetings/:event_id/abandon", refresh);
export const lodge = defineAct("POST /api/operator/races/:race_id/inquiry", refresh);
export const decide = defineAct("POST /api/operator/inquiries/:inquiry_id/decide", refresh);
/** Settlement stops between two chunks. */
export const stopSettling = defineAct("POST /api/operator/races/:race_id/settle/stop", refresh);
export const resumeSettling = defineAct("POST /api/operator/races/:race_id/settle/resume", refresh);
