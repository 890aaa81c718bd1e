import type {
  abandonRace,
  closeRace,
  correctRace,
  DataOf,
  DeclaredEntry,
  delayRace,
  enterResult,
  getOperatorRace,
  openRace,
  OperatorRace,
  scratchRunner,
  settleRace,
  UnplacedRunner,
} from "@club/contract";
import { useQueries, useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "./client.ts";
import { MEETINGS_KEY } from "./meetings.ts";
import { queryClient, readAnew } from "./query-client.ts";
import { listenTo, usePollMs } from "./stream.ts";

export const RACE_KEY = "race";
const CALM_MS = 15_000;

async function readRace(raceId: string, signal?: AbortSignal): Promise<OperatorRace> {
  const { data } = await call<typeof getOperatorRace>({
    method: "GET",
    path: "/api/operator/races/:race_id",
    params: { race_id: raceId },
    signal,
  });
  return data;
}

function raceQuery(raceId: string, pollMs: number) {
  return {
    queryKey: [RACE_KEY, raceId],
    queryFn: ({ signal }: { signal: AbortSignal }) => readRace(raceId, signal),
    refetchInterval: pollMs,
  };
}

/** One race as it stands, live. */
export function useRace(raceId: string): UseQueryResult<OperatorRace> {
  const pollMs = usePollMs(CALM_MS);
  useEffect(() => listenTo(`race:${raceId}`), [raceId]);
  return useQuery(raceQuery(raceId, pollMs));
}

/** Several races at once, for the pools of the run sheet. Those not loaded yet are left out. */
export function useRaces(raceIds: readonly string[]): ReadonlyMap<string, OperatorRace> {
  const pollMs = usePollMs(CALM_MS);
  const key = raceIds.join(",");
  useEffect(() => {
    const stops = key === "" ? [] : key.split(",").map((raceId) => listenTo(`race:${raceId}`));
    return () => {
      for (const stop of stops) stop();
    };
  }, [key]);
  const queries = useQueries({ queries: raceIds.map((raceId) => raceQuery(raceId, pollMs)) });
  return new Map(queries.flatMap(({ data }) => (data === undefined ? [] : [[data.race_id, data]])));
}

/** Caches the race that an act returned, and refetches whatever else shows it. */
function take(race: OperatorRace): void {
  queryClient.setQueryData<OperatorRace>([RACE_KEY, race.race_id], race);
  refreshRace(race.race_id);
}

function refreshRace(raceId: string): void {
  void readAnew(MEETINGS_KEY);
  void readAnew([RACE_KEY, raceId]);
}

export interface ActBody {
  readonly reason?: string;
  readonly start_time?: string;
  /** For an abandoned race: what the doubles that end in it pay. */
  readonly declared_dividends?: DeclaredEntry[];
}

type RaceAct = typeof openRace | typeof closeRace | typeof delayRace | typeof abandonRace;
export type ActName = "open" | "close" | "delay" | "abandon";

const PATHS = {
  open: "/api/operator/races/:race_id/open",
  close: "/api/operator/races/:race_id/close",
  delay: "/api/operator/races/:race_id/delay",
  abandon: "/api/operator/races/:race_id/abandon",
} as const satisfies Record<ActName, RaceAct["path"]>;

/** Opens, closes, delays or abandons a race; `pending` waits for a second operator. */
export async function actOnRace(
  name: ActName,
  raceId: string,
  body: ActBody = {},
): Promise<"done" | "pending"> {
  const { data } = await call<RaceAct>({
    method: "POST",
    path: PATHS[name],
    params: { race_id: raceId },
    body,
  });
  if (data.status === "pending") return "pending";
  take(data);
  return "done";
}

export async function scratch(
  raceId: string,
  runner: number,
  reason: string,
): Promise<DataOf<typeof scratchRunner>> {
  const { data } = await call<typeof scratchRunner>({
    method: "POST",
    path: "/api/operator/races/:race_id/scratch",
    params: { race_id: raceId },
    body: { horse_id: runner, ...(reason !== "" && { reason }) },
  });
  take(data);
  return data;
}

const declaredBody = (entries: readonly DeclaredEntry[] = []) =>
  entries.length === 0 ? {} : { declared_dividends: [...entries] };

export type DryRun = DataOf<typeof enterResult>;

/** Enters a result and returns the dry run of every pool. Moves no money. */
export async function sendResult(
  raceId: string,
  result: {
    readonly groups: readonly (readonly number[])[];
    readonly unplaced: readonly UnplacedRunner[];
    readonly declared?: readonly DeclaredEntry[];
  },
  stage: "interim" | "final",
): Promise<DryRun> {
  const { data } = await call<typeof enterResult>({
    method: "POST",
    path: "/api/operator/races/:race_id/result",
    params: { race_id: raceId },
    body: {
      placings: result.groups.map((group) => [...group]),
      unplaced: [...result.unplaced],
      ...declaredBody(result.declared),
      stage,
    },
  });
  refreshRace(raceId);
  return data;
}

export type Correction = DataOf<typeof correctRace>;

/** Who would get more or less by another result. Unless it is a dry run, asks a second operator. */
export async function askCorrection(
  raceId: string,
  asked: {
    readonly placings: readonly (readonly number[])[];
    readonly unplaced: readonly UnplacedRunner[];
    readonly declared: readonly DeclaredEntry[];
    readonly reason: string;
    readonly isDryRun: boolean;
  },
): Promise<Correction> {
  const { data } = await call<typeof correctRace>({
    method: "POST",
    path: "/api/operator/races/:race_id/correct",
    params: { race_id: raceId },
    body: {
      placings: asked.placings.map((group) => [...group]),
      unplaced: [...asked.unplaced],
      ...declaredBody(asked.declared),
      reason: asked.reason,
      dry_run: asked.isDryRun,
    },
  });
  return data;
}

export type Settled = DataOf<typeof settleRace>;

/** Settles by a final result. Repeating it changes nothing and returns the same numbers. */
export async function settle(raceId: string, version: number): Promise<Settled> {
  const { data } = await call<typeof settleRace>({
    method: "POST",
    path: "/api/operator/races/:race_id/settle",
    params: { race_id: raceId },
    body: { result_version: version },
  });
  refreshRace(raceId);
  return data;
}
