import type { getStatus } from "@club/contract";
import { useQuery } from "@tanstack/react-query";
import { call } from "../core/call.ts";

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
