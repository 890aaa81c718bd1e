import type { DataOf, getPublicBooks, getStatus, ListItemOf } from "@club/contract";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { call } from "../core/call.ts";
import { CallError } from "@club/client";

const POLL_MS = 60_000;

export interface Books extends DataOf<typeof getPublicBooks> {
  readonly accounts: readonly ListItemOf<typeof getPublicBooks>[];
}

/** The club's public books; null where it does not show them. */
export function useBooks(): UseQueryResult<Books | null> {
  return useQuery({
    queryKey: ["books"],
    refetchInterval: POLL_MS,
    queryFn: async ({ signal }) => {
      try {
        const wish = { method: "GET", path: "/api/events/books", signal } as const;
        const { data, list } = await call<typeof getPublicBooks>(wish);
        return { ...data, accounts: list };
      } catch (error) {
        if (error instanceof CallError && error.code === "not_found") return null;
        throw error;
      }
    },
  });
}

/** How the club is at this moment; never from a cache. */
export function useStatus() {
  return useQuery({
    queryKey: ["status"],
    staleTime: 0,
    gcTime: 0,
    refetchInterval: 30_000,
    queryFn: async ({ signal }) => ({
      ...(await call<typeof getStatus>({ method: "GET", path: "/api/status", signal })).data,
      at: Date.now(),
    }),
  });
}
