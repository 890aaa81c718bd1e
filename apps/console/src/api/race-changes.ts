import type {
  BodyInputOf,
  changeRunner,
  DataOf,
  declareNoRace,
  declareWalkOver,
  offerPools,
  scratchMeeting,
} from "@club/contract";
import type { PoolCode } from "@club/domain";
import { call } from "./client.ts";
import { MEETINGS_KEY } from "./meetings.ts";
import { readAnew } from "./query-client.ts";
import { RACE_KEY } from "./race.ts";

function refresh(): void {
  for (const key of [RACE_KEY, MEETINGS_KEY]) {
    void readAnew(key);
  }
}

/** Sets which pools of a race take bets. */
export async function sendPools(
  raceId: string,
  pools: readonly PoolCode[],
  reason: string,
): Promise<void> {
  await call<typeof offerPools>({
    method: "POST",
    path: "/api/operator/races/:race_id/pools",
    params: { race_id: raceId },
    body: { pools: [...pools], ...(reason !== "" && { reason }) },
  });
  refresh();
}

export async function sendRunner(
  raceId: string,
  runner: number,
  body: BodyInputOf<typeof changeRunner>,
): Promise<void> {
  await call<typeof changeRunner>({
    method: "POST",
    path: "/api/operator/races/:race_id/runners/:horse_id",
    params: { race_id: raceId, horse_id: runner },
    body,
  });
  refresh();
}

export type Scratched = DataOf<typeof scratchMeeting>;

/** Scratches several runners of a meeting, or says what that would refund. */
export async function sendScratchings(
  eventId: string,
  body: BodyInputOf<typeof scratchMeeting>,
): Promise<Scratched> {
  const { data } = await call<typeof scratchMeeting>({
    method: "POST",
    path: "/api/operator/meetings/:event_id/scratch",
    params: { event_id: eventId },
    body,
  });
  if (body.dry_run !== true) refresh();
  return data;
}

export type EndName = "walk-over" | "no-race";

/** Ends a race without a contest: a walk-over, or a race that was started and is void. */
export async function endRace(
  name: EndName,
  raceId: string,
  { reason, runner }: { readonly reason: string; readonly runner: number },
): Promise<void> {
  if (name === "walk-over") {
    await call<typeof declareWalkOver>({
      method: "POST",
      path: "/api/operator/races/:race_id/walk-over",
      params: { race_id: raceId },
      body: { horse_id: runner, reason },
    });
  } else {
    await call<typeof declareNoRace>({
      method: "POST",
      path: "/api/operator/races/:race_id/no-race",
      params: { race_id: raceId },
      body: { reason },
    });
  }
  refresh();
}
