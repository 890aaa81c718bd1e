import type {
  DayMeeting,
  dayTable,
  EventType,
  getRace,
  listNextRaces,
  NextRace,
  RaceDetail,
} from "@club/contract";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useEffect } from "react";
import { listenTo, usePollMs } from "../core/stream.ts";
import { LIST_TTL_MS } from "../device/answer-cache.ts";
import { cachedQuery } from "../core/cached-call.ts";
import { call } from "../core/call.ts";

export const RACES_KEY = ["races"] as const;
export const DAY_KEY = "day";
export const RACE_KEY = "race";

/** A list with its time, so that an old one can say so. */
export interface Listed<T> {
  readonly list: readonly T[] | undefined;
  readonly updatedAt: number;
  readonly isFailed: boolean;
  readonly error: unknown;
  readonly refresh: () => Promise<unknown>;
}

function listed<T>(query: UseQueryResult<{ readonly list: readonly T[] }>): Listed<T> {
  return {
    list: query.data?.list,
    updatedAt: query.dataUpdatedAt,
    isFailed: query.isError && query.data === undefined,
    error: query.error,
    refresh: () => query.refetch({ cancelRefetch: false }),
  };
}

/** Hears of every race's status while the screen is open. */
export function useRaceNews(): void {
  useEffect(() => listenTo("races"), []);
}

/** The next races to jump, in order of start. */
export function useNextRaces(): Listed<NextRace> {
  const poll = usePollMs();
  const wish = { method: "GET", path: "/api/events/races" } as const;
  return listed(
    useQuery({
      ...cachedQuery<typeof listNextRaces>(RACES_KEY, wish, LIST_TTL_MS),
      refetchInterval: poll === false ? LIST_TTL_MS : poll,
    }),
  );
}

/** The meetings of a day, of every type of event. */
export function useDayTable(day: string): Listed<DayMeeting> {
  const wish = { method: "GET", path: "/api/events/day_table", query: { day } } as const;
  return listed(
    useQuery({
      ...cachedQuery<typeof dayTable>([DAY_KEY, day], wish, LIST_TTL_MS),
      refetchInterval: LIST_TTL_MS,
    }),
  );
}

/** A race, live: prices, pools, status and result come by the stream or by polling. */
export function useRace(raceId: string | undefined): UseQueryResult<RaceDetail> {
  const poll = usePollMs();
  useEffect(() => (raceId === undefined ? undefined : listenTo(`race:${raceId}`)), [raceId]);
  return useQuery({
    queryKey: [RACE_KEY, raceId],
    enabled: raceId !== undefined,
    refetchInterval: poll,
    staleTime: 2000,
    queryFn: async ({ signal }) => {
      const { data } = await call<typeof getRace>({
        method: "GET",
        path: "/api/events/race/:race_id",
        params: { race_id: raceId ?? "" },
        signal,
      });
      return data;
    },
  });
}

/** The kinds of event that the club shows, in the order of the switch. */
export type EventKind = EventType;
export const EVENT_TYPES_OF_CLUB: readonly EventKind[] = ["Races", "Harness", "Greyhounds"];
