import type {
  abandonMeeting,
  beginIncident,
  BodyInputOf,
  DataOf,
  decideInquiry,
  endIncident,
  getPoolRefund,
  Incident,
  listIncidents,
  listPauses,
  lodgeInquiry,
  noteIncident,
  Pause,
  refundPool,
  resumeSettling,
  stopSettling,
} from "@club/contract";
import type { UseQueryResult } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "./client.ts";
import { MEETINGS_KEY } from "./meetings.ts";
import { readAnew } from "./query-client.ts";
import { RACE_KEY } from "./race.ts";
import { useData, useList } from "./read.ts";
import { listenTo, usePollMs } from "./stream.ts";

export const PAUSES_KEY = "pauses";
export const INCIDENTS_KEY = "incidents";
const CALM_MS = 30_000;
const MOST = 100;

/** What takes no bets at the moment; the stream brings every change. */
export function usePauses(): readonly Pause[] {
  const pollMs = usePollMs(CALM_MS);
  useEffect(() => listenTo("races"), []);
  const { data } = useList<typeof listPauses>(
    [PAUSES_KEY],
    { path: "/api/events/pauses" },
    { refetchInterval: pollMs },
  );
  return data ?? [];
}

/** A pool that is to be refunded, as it stands now. */
export function usePoolRefundFacts(poolId: string): UseQueryResult<DataOf<typeof getPoolRefund>> {
  return useData<typeof getPoolRefund>(["pool-refund", poolId], {
    path: "/api/operator/pools/:pool_id/refund-facts",
    params: { pool_id: poolId },
  });
}

/** Incidents with their logs, open ones first. */
export function useIncidents(): UseQueryResult<readonly Incident[]> {
  return useList<typeof listIncidents>(
    [INCIDENTS_KEY],
    { path: "/api/operator/incidents", query: { limit: MOST } },
    { refetchInterval: usePollMs(CALM_MS) },
  );
}

function refresh(): void {
  for (const key of [PAUSES_KEY, INCIDENTS_KEY, RACE_KEY, MEETINGS_KEY]) {
    void readAnew(key);
  }
}

export type PauseWish = BodyInputOf<typeof beginIncident>;

export async function beginPause(body: PauseWish): Promise<void> {
  await call<typeof beginIncident>({ method: "POST", path: "/api/operator/incidents", body });
  refresh();
}

export async function endPause(incidentId: string, text: string): Promise<void> {
  await call<typeof endIncident>({
    method: "POST",
    path: "/api/operator/incidents/:incident_id/end",
    params: { incident_id: incidentId },
    body: { text },
  });
  refresh();
}

export async function writeNote(incidentId: string, text: string): Promise<void> {
  await call<typeof noteIncident>({
    method: "POST",
    path: "/api/operator/incidents/:incident_id/note",
    params: { incident_id: incidentId },
    body: { text },
  });
  refresh();
}

/** Refunds a pool; `pending` waits for a second operator. */
export async function giveBackPool(
  poolId: string,
  reason: string,
): Promise<DataOf<typeof refundPool>> {
  const { data } = await call<typeof refundPool>({
    method: "POST",
    path: "/api/operator/pools/:pool_id/refund",
    params: { pool_id: poolId },
    body: { reason },
  });
  refresh();
  return data;
}

export async function abandonDay(
  eventId: string,
  reason: string,
): Promise<DataOf<typeof abandonMeeting>> {
  const { data } = await call<typeof abandonMeeting>({
    method: "POST",
    path: "/api/operator/meetings/:event_id/abandon",
    params: { event_id: eventId },
    body: { reason },
  });
  refresh();
  return data;
}

export async function lodge(raceId: string, body: BodyInputOf<typeof lodgeInquiry>): Promise<void> {
  await call<typeof lodgeInquiry>({
    method: "POST",
    path: "/api/operator/races/:race_id/inquiry",
    params: { race_id: raceId },
    body,
  });
  refresh();
}

export async function decide(
  inquiryId: string,
  body: BodyInputOf<typeof decideInquiry>,
): Promise<void> {
  await call<typeof decideInquiry>({
    method: "POST",
    path: "/api/operator/inquiries/:inquiry_id/decide",
    params: { inquiry_id: inquiryId },
    body,
  });
  refresh();
}

/** Stops settlement between two chunks, or resumes it. */
export async function steerSettling(raceId: string, to: "stop" | "resume", reason: string) {
  await call<typeof stopSettling | typeof resumeSettling>({
    method: "POST",
    path: `/api/operator/races/:race_id/settle/${to}`,
    params: { race_id: raceId },
    body: { reason },
  });
  refresh();
}
