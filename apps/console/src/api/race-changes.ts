import type { BodyInputOf, DataOf, OperatorRace, scratchMeeting } from "@club/contract";
import { useQuery } from "@tanstack/react-query";
import { useMay } from "../core/session.ts";
import { defineAct } from "./ask.ts";
import { refreshRaces } from "./race.ts";

/** Sets which pools of a race take bets. */
export const sendPools = defineAct("POST /api/operator/races/:race_id/pools", refreshRaces);
export const sendRunner = defineAct(
  "POST /api/operator/races/:race_id/runners/:horse_id",
  refreshRaces,
);
/** What tipsters say of a race. */
export const sendTips = defineAct("POST /api/operator/races/:race_id/tips", refreshRaces);

/** Margins, times and places at the calls. */
export const sendRuns = defineAct("POST /api/operator/races/:race_id/runs", refreshRaces);

export type Scratched = DataOf<typeof scratchMeeting>;

const scratchAll = defineAct("POST /api/operator/meetings/:event_id/scratch");

/** Scratches several runners of a meeting, or says what that would refund. */
export async function sendScratchings(
  fields: { readonly event_id: string } & BodyInputOf<typeof scratchMeeting>,
): Promise<Scratched> {
  const data = await scratchAll(fields);
  if (fields.dry_run !== true) refreshRaces();
  return data;
}

/** What scratching one runner would refund now; bets that come meanwhile add to it. */
export function useScratchPreview(
  { event_id, race_id, status }: Pick<OperatorRace, "event_id" | "race_id" | "status">,
  horse_id: number,
) {
  const enabled = useMay("POST /api/operator/meetings/:event_id/scratch") && status !== "draft";
  return useQuery({
    queryKey: ["scratch-preview", race_id, horse_id],
    enabled,
    staleTime: 0,
    gcTime: 0,
    queryFn: async () =>
      await sendScratchings({ event_id, runners: [{ race_id, horse_id }], dry_run: true }),
  });
}

export type EndName = "walk-over" | "no-race";

/** The only runner left wins. */
export const declareWalkOver = defineAct(
  "POST /api/operator/races/:race_id/walk-over",
  refreshRaces,
);
/** A race that was started and is void. */
export const declareNoRace = defineAct("POST /api/operator/races/:race_id/no-race", refreshRaces);
