import type {
  DayMeeting,
  DayRace,
  getMultiPool,
  MultiPool,
  MultiPoolLeg,
  MultiPoolLine,
  NextRace,
  RaceDetail,
  RaceLine,
} from "@club/contract";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { useRace } from "../../api/races.ts";
import { call } from "../../core/call.ts";
import type { T } from "../../core/lang.ts";
import { queryClient } from "../../core/query-client.ts";
import { listenTo, receive, usePollMs } from "../../core/stream.ts";
import type { MultiRef, RaceRef } from "./bet-form.state.ts";

/* Pools over three races and more: how they are read, and how a meeting's table names them. */

/** The stream tells nothing of their money. */
const READ_AGAIN_MS = 15_000;
/** What the club answers may be a second older than its news. */
const GATHER_MS = 1500;

/** A pool with its legs; read again when one of its races has news. */
export function useMultiPool(poolId: string | undefined): UseQueryResult<MultiPool> {
  const poll = usePollMs();
  const query = useQuery<MultiPool>({
    queryKey: ["multi", poolId],
    enabled: poolId !== undefined,
    refetchInterval: ({ state }) => (isOver(state.data) ? false : poll || READ_AGAIN_MS),
    staleTime: 2000,
    queryFn: async ({ signal }) => {
      const params = { multi_pool_id: poolId ?? "" };
      const wish = { method: "GET", path: "/api/multi-pools/:multi_pool_id", params } as const;
      return (await call<typeof getMultiPool>({ ...wish, signal })).data;
    },
  });
  const races = useStreamOf(query.data?.legs.map(({ race_id }) => race_id) ?? []);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = receive(({ kind, data }) => {
      if ((kind !== "race" && kind !== "status") || timer !== undefined) return;
      if (!races.some((id) => data.includes(id))) return;
      timer = setTimeout(() => {
        timer = undefined;
        void queryClient.invalidateQueries({ queryKey: ["multi", poolId] });
      }, GATHER_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [races, poolId]);
  return query;
}

/** Paid, given back or carried over: only a correction changes it, which is news of a race. */
const isOver = (pool: MultiPool | undefined): boolean =>
  pool !== undefined && pool.status !== "OPEN" && pool.status !== "CLOSED";

/** Whether a leg has no winner yet and may have one. */
export const isOpenLeg = ({ winners, void: isVoid }: MultiPoolLeg): boolean =>
  winners === null && !isVoid;

/** The races of a bet, live, in order of its legs: six at most. */
export function useRaces(raceIds: readonly (string | undefined)[]) {
  const [leg1, leg2, leg3, leg4, leg5, leg6] = raceIds;
  const queries = [
    useRace(leg1),
    useRace(leg2),
    useRace(leg3),
    useRace(leg4),
    useRace(leg5),
    useRace(leg6),
  ].slice(0, raceIds.length);
  return {
    races: queries.map(({ data }) => data),
    isFailed: queries.some(
      ({ isError, isPaused, data }) => (isError || isPaused) && data === undefined,
    ),
    retry: () => void Promise.all(queries.map(({ refetch }) => refetch())),
  };
}

/** Hears of these races while the screen is open. @returns the same list, until it changes */
function useStreamOf(raceIds: readonly string[]): readonly string[] {
  const key = raceIds.join(" ");
  const ids = useMemo(() => key.split(" ").filter((id) => id !== ""), [key]);
  useEffect(() => {
    const stops = ids.map((id) => listenTo(`race:${id}`));
    return () => stops.forEach((stop) => stop());
  }, [ids]);
  return ids;
}

/** A pool of a meeting as the form holds it. */
export function multiRefOf({ meeting, pool, legs }: OfferedPool): MultiRef {
  const { event_id: eventId, code, meetings, date } = meeting;
  const races = legs.map(({ race_id: raceId, raceNo, start_time }): RaceRef => {
    return { eventId, code, meetings, raceNo, raceId, date, startMs: Date.parse(start_time) };
  });
  return { poolId: pool.multi_pool_id, code: pool.code, name: pool.name, races };
}

/** The pools that have a race among their legs, with their meeting. */
export function poolsOfRace(
  meetings: readonly DayMeeting[] | undefined,
  raceId: string | undefined,
): readonly OfferedPool[] {
  const meeting = meetings?.find(({ races }) => races.some(({ race_id }) => race_id === raceId));
  const number = meeting?.races.find(({ race_id }) => race_id === raceId)?.raceNo;
  if (meeting === undefined || number === undefined) return [];
  return offersOf(meeting).filter(({ pool }) => pool.races.includes(number));
}

/** The pools of a day that take bets, those that close first at the top. */
export function openPoolsOf(
  meetings: readonly DayMeeting[] | undefined,
  nowMs: number,
): readonly OfferedPool[] {
  const startMs = ({ legs }: OfferedPool) => Date.parse(legs[0]?.start_time ?? "");
  return (meetings ?? [])
    .flatMap(offersOf)
    .filter(({ pool, legs }) => pool.status === "OPEN" && closedLegOf(legs, nowMs) === null)
    .sort((a, b) => startMs(a) - startMs(b))
    .slice(0, MOST_OFFERED);
}

const MOST_OFFERED = 8;

export interface OfferedPool {
  readonly meeting: DayMeeting;
  readonly pool: MultiPoolLine;
  readonly legs: readonly DayRace[];
}

/** Only with all of its legs: a race that is still a draft is not listed. */
function offersOf(meeting: DayMeeting): OfferedPool[] {
  return meeting.multi_pools.flatMap((pool) => {
    const legs = pool.races.flatMap(
      (number) => meeting.races.find(({ raceNo }) => raceNo === number) ?? [],
    );
    return legs.length === pool.races.length ? [{ meeting, pool, legs }] : [];
  });
}

/** The races of a day that take bets, in order of start. */
export function openRacesOf(meetings: readonly DayMeeting[], nowMs: number): NextRace[] {
  return meetings
    .flatMap((meeting) => meeting.races.map((race): NextRace => ({ ...meeting, ...race })))
    .filter((race) => closedLegOf([race], nowMs) === null)
    .sort((a, b) => Date.parse(a.start_time) - Date.parse(b.start_time));
}

/** The first leg that takes no bets any more, from 1; null: all are open. */
export function closedLegOf(
  legs: readonly (Pick<RaceLine, "status" | "start_time"> | undefined)[],
  nowMs: number,
): number | null {
  const at = legs.findIndex(
    (leg) => leg !== undefined && (leg.status !== "open" || Date.parse(leg.start_time) <= nowMs),
  );
  return at === -1 ? null : at + 1;
}

/** "R5–R8", with a gap "R1 R3 R5". */
export function raceRange(t: T, numbers: readonly number[]): string {
  const name = (n: number | undefined) => t("race.short", { n: n ?? 0 });
  const isRun = numbers.every((n, at) => at === 0 || n === (numbers[at - 1] ?? 0) + 1);
  return isRun ? `${name(numbers[0])}–${name(numbers.at(-1))}` : numbers.map(name).join(" ");
}

const MOST_NAMED = 4;

/** "Northern Tide, Meridian"; of many the cloths say enough. */
export function namesOf(
  race: RaceDetail | undefined,
  numbers: readonly number[],
): string | undefined {
  if (race === undefined || numbers.length > MOST_NAMED) return undefined;
  const name = (number: number) => race.runners.find(({ horse_id }) => horse_id === number)?.name;
  return numbers.map((number) => name(number) ?? String(number)).join(", ");
}
