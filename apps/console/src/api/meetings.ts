import type { OperatorMeeting } from "@club/contract";
import { addDays, dayAt } from "@club/i18n";
import { clubNow } from "@club/ui";
import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { clubZone } from "../core/time.ts";
import { read, useData } from "./read.ts";
import { usePollMs } from "./stream.ts";

export const MEETINGS_KEY = "meetings";
const CALM_MS = 10_000;

export type OperatorRaceLine = OperatorMeeting["races"][number];

const meetingsQuery = (day: string, refetchInterval: number) => ({
  queryKey: [MEETINGS_KEY, day],
  queryFn: async (asked: { readonly signal: AbortSignal }) => await meetingsOf(day, asked),
  refetchInterval,
  placeholderData: keepPreviousData,
});

/** Asks once for the meetings of one day. @throws CallError */
export const meetingsOf = async (day: string, asked?: { readonly signal: AbortSignal }) =>
  (await read("/api/operator/meetings", { day }, asked)).list;

/** The meetings of one day, in each venue's zone. */
export const useMeetings = (day: string) => useQuery(meetingsQuery(day, usePollMs(CALM_MS)));

/** The races of the club's day, for a badge. */
export function useRacesOfToday({ enabled }: { readonly enabled: boolean }) {
  const query = meetingsQuery(dayAt(clubNow(), clubZone()), usePollMs(CALM_MS));
  const { data } = useQuery({ ...query, enabled });
  return data?.flatMap(({ races }) => races) ?? [];
}

export interface TodaysMeetings {
  readonly state: "loading" | "failed" | "ready";
  readonly meetings: readonly OperatorMeeting[];
  readonly error: unknown;
  readonly updatedAt: number;
  readonly refresh: () => void;
}

const UNFINISHED: ReadonlySet<string> = new Set(["open", "closed", "interim", "final"]);

/**
 * Meetings on whose day it is now at their venue, and yesterday's that still have something to do.
 * Also asks for the days around the desk's own: at a venue it may already be tomorrow.
 */
export function useTodaysMeetings(): TodaysMeetings {
  const pollMs = usePollMs(CALM_MS);
  const today = dayAt(clubNow(), clubZone());
  const days = [addDays(today, -1), today, addDays(today, 1)];
  const queries = useQueries({ queries: days.map((day) => meetingsQuery(day, pollMs)) });
  const failed = queries.find((query) => query.isError && query.data === undefined);
  return {
    state: stateOf(queries),
    error: failed?.error,
    updatedAt: Math.max(...queries.map((query) => query.dataUpdatedAt)),
    meetings: queries.flatMap((query) => query.data ?? []).filter(isOfToday),
    refresh: () => {
      for (const query of queries) void query.refetch();
    },
  };
}

function stateOf(
  queries: readonly { readonly isError: boolean; readonly data: unknown }[],
): TodaysMeetings["state"] {
  if (queries.some(({ isError, data }) => isError && data === undefined)) return "failed";
  return queries.every(({ data }) => data !== undefined) ? "ready" : "loading";
}

function isOfToday(meeting: OperatorMeeting): boolean {
  const today = dayAt(clubNow(), meeting.timezone);
  if (meeting.date === today) return true;
  return meeting.date < today && meeting.races.some(({ status }) => UNFINISHED.has(status));
}

const EVERY_MS = 5000;

/** What is odd about the day; undefined until it is known. */
export const useDaySigns = () =>
  useData(["signs"], "/api/operator/signs", {}, { refetchInterval: EVERY_MS }).data;
