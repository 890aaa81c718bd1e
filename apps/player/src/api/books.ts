import type { DataOf, getPublicBooks, ListItemOf } from "@club/contract";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { call } from "../core/call.ts";
import { CallError } from "@club/client";

const POLL_MS = 60_000;

export interface Books extends DataOf<typeof getPublicBooks> {
  readonly accounts: readonly ListItemOf<typeof getPublicBooks>[];
}

/** The club's books as it shows them to everybody; null where it does not. */
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
