import type { MONEY_SORTS, Sort } from "@club/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMay } from "../core/session.ts";
import { read } from "./read.ts";
import { usePollMs } from "./stream.ts";

/* Money in and money out wait for a decision in the same way. */

type Queue = "/api/operator/topups" | "/api/operator/withdrawals";
type Row<Q extends Queue> = Awaited<ReturnType<typeof read<Q>>>["list"][number];

const CALM_MS = 20_000;
const PAGE = 100;
const DONE_PAGE = 12;

export interface Waiting<Row> {
  readonly waiting: number;
  readonly list: readonly Row[];
}

type Fields<Q extends Queue> = Parameters<typeof read<Q>>[1];

export type MoneySort = Sort<(typeof MONEY_SORTS)[number]>;

/** What waits for a decision or the bank, unless sorted the oldest first. */
export function useWaiting<Q extends Queue>(key: string, path: Q, sort: MoneySort = "at") {
  return useQuery({
    queryKey: [key, "waiting", sort],
    placeholderData: keepPreviousData,
    enabled: useMay(`GET ${path}`),
    refetchInterval: usePollMs(CALM_MS),
    staleTime: CALM_MS,
    queryFn: async (asked): Promise<Waiting<Row<Q>>> => {
      const { data, list } = await read(
        path,
        { status: "waiting", sort, limit: PAGE } as Fields<Q>,
        asked,
      );
      return { waiting: data.waiting, list };
    },
  });
}

/** The latest that ended in one of these states, newest first. */
export function useEnded<Q extends Queue>(
  key: string,
  path: Q,
  by: { readonly statuses: readonly string[]; readonly endedAt: (row: Row<Q>) => string | null },
) {
  return useQuery({
    queryKey: [key, "ended"],
    enabled: useMay(`GET ${path}`),
    queryFn: async (asked): Promise<readonly Row<Q>[]> => {
      const answers = await Promise.all(
        by.statuses.map((status) => read(path, { status, limit: DONE_PAGE } as Fields<Q>, asked)),
      );
      return answers
        .flatMap<Row<Q>>(({ list }) => [...list])
        .toSorted((a, b) => (by.endedAt(b) ?? "").localeCompare(by.endedAt(a) ?? ""))
        .slice(0, DONE_PAGE);
    },
  });
}
