import type { Answer } from "@club/client";
import type { listOperatorTopUps, listOperatorWithdrawals } from "@club/contract";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useMay } from "../core/session.ts";
import { read, type Read } from "./read.ts";
import { usePollMs } from "./stream.ts";

/* Money in and money out wait for a decision in the same way. */

type Queue = typeof listOperatorTopUps | typeof listOperatorWithdrawals;
type Row<C extends Queue> = Answer<C>["list"][number];

const CALM_MS = 20_000;
const PAGE = 100;
const DONE_PAGE = 12;
const READERS = ["cashier", "auditor"] as const;

export interface Waiting<Row> {
  readonly waiting: number;
  readonly list: readonly Row[];
}

/** What waits for a decision or the bank, the oldest first. */
export function useWaiting<C extends Queue>(
  key: string,
  path: C["path"],
): UseQueryResult<Waiting<Row<C>>> {
  return useQuery({
    queryKey: [key, "waiting"],
    enabled: useMay(...READERS),
    refetchInterval: usePollMs(CALM_MS),
    staleTime: CALM_MS,
    queryFn: async (asked) => {
      const wish = { path, query: { status: "waiting", limit: PAGE } };
      const { data, list } = await read<C>(wish as unknown as Read<C>, asked);
      return { waiting: data.waiting, list: list.toReversed() };
    },
  });
}

/** The latest that ended in one of these states, newest first. */
export function useEnded<C extends Queue>(
  key: string,
  path: C["path"],
  by: { readonly statuses: readonly string[]; readonly endedAt: (row: Row<C>) => string | null },
): UseQueryResult<readonly Row<C>[]> {
  return useQuery({
    queryKey: [key, "ended"],
    enabled: useMay(...READERS),
    queryFn: async (asked) => {
      const wishes = by.statuses.map((status) => ({ path, query: { status, limit: DONE_PAGE } }));
      const answers = await Promise.all(
        wishes.map((wish) => read<C>(wish as unknown as Read<C>, asked)),
      );
      return answers
        .flatMap<Row<C>>(({ list }) => [...list])
        .toSorted((a, b) => (by.endedAt(b) ?? "").localeCompare(by.endedAt(a) ?? ""))
        .slice(0, DONE_PAGE);
    },
  });
}
