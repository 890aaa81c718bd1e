import type {
  correctRace,
  DataOf,
  DeclaredEntry,
  enterResult,
  OperatorRace,
  settleRace,
  UnplacedRunner,
} from "@club/contract";
import { useQueries, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { ask, defineAct, isPending } from "./ask.ts";
import { MEETINGS_KEY } from "./meetings.ts";
import { queryClient, readAnew } from "./query-client.ts";
import { read } from "./read.ts";
import { listenTo, usePollMs } from "./stream.ts";

export const RACE_KEY = "race";
const CALM_MS = 15_000;

const raceQuery = (race_id: string, refetchInterval: number) => ({
  queryKey: [RACE_KEY, race_id],
  queryFn: async (asked: { readonly signal: AbortSignal }) =>
    (await read("/api/operator/races/:race_id", { race_id }, asked)).data,
  refetchInterval,
});

/** One race as it stands, live. */
export function useRace(raceId: string) {
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
  void readAnew(MEETINGS_KEY);
  void readAnew([RACE_KEY, race.race_id]);
}

/** Refetches all that shows races. */
export function refreshRaces(): void {
  void readAnew(MEETINGS_KEY);
  void readAnew(RACE_KEY);
}

export interface ActBody {
  readonly reason?: string;
  readonly start_time?: string;
  /** For an abandoned race: what the doubles that end in it pay. */
  readonly declared_dividends?: DeclaredEntry[];
}

export type ActName = "open" | "close" | "delay" | "abandon";

/** Opens, closes, delays or abandons a race; `pending` waits for a second operator. */
export async function actOnRace(
  name: ActName,
  race_id: string,
  body: ActBody = {},
): Promise<"done" | "pending"> {
  const { data } = await ask(`POST /api/operator/races/:race_id/${name}`, { race_id, ...body });
  if (isPending(data)) return "pending";
  take(data as OperatorRace);
  return "done";
}

export const scratch = defineAct("POST /api/operator/races/:race_id/scratch", take);

export type DryRun = DataOf<typeof enterResult>;

interface Placed {
  readonly placings: readonly (readonly number[])[];
  readonly unplaced: readonly UnplacedRunner[];
  readonly declared: readonly DeclaredEntry[];
}

const placedBody = ({ placings, unplaced, declared }: Placed) => ({
  placings: placings.map((group) => [...group]),
  unplaced: [...unplaced],
  ...(declared.length > 0 && { declared_dividends: [...declared] }),
});

const enter = defineAct("POST /api/operator/races/:race_id/result", refreshRaces);

/** Enters a result and returns the dry run of every pool. Moves no money. */
export const sendResult = async (race_id: string, placed: Placed, stage: "interim" | "final") =>
  await enter({ race_id, ...placedBody(placed), stage });

export type Correction = DataOf<typeof correctRace>;

const correct = defineAct("POST /api/operator/races/:race_id/correct");

/** Who would get more or less by another result. Unless it is a dry run, asks a second operator. */
export const askCorrection = async (
  race_id: string,
  placed: Placed,
  rest: { readonly reason: string; readonly dry_run: boolean },
): Promise<Correction> => await correct({ race_id, ...placedBody(placed), ...rest });

export type Settled = DataOf<typeof settleRace>;

/** Settles by a final result. Repeating it changes nothing and returns the same numbers. */
export const settle = defineAct("POST /api/operator/races/:race_id/settle", refreshRaces);
