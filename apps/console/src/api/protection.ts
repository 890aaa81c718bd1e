import type { checkIdentity, clearReview, DataOf, getPlayerProtection } from "@club/contract";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { call } from "./client.ts";
import { queryClient } from "./query-client.ts";

const KEY = "player-protection";

export type PlayerProtection = DataOf<typeof getPlayerProtection>;

/** A player's time-out, exclusion, review and identity; the read is in the audit log. */
export function usePlayerProtection(playerId: string): UseQueryResult<PlayerProtection> {
  return useQuery({
    queryKey: [KEY, playerId],
    queryFn: async ({ signal }) =>
      (
        await call<typeof getPlayerProtection>({
          method: "GET",
          path: "/api/operator/players/:player_id/protection",
          params: { player_id: playerId },
          signal,
        })
      ).data,
  });
}

export async function clearReviewOf(playerId: string, reason: string): Promise<void> {
  await call<typeof clearReview>({
    method: "POST",
    path: "/api/operator/players/:player_id/review/clear",
    params: { player_id: playerId },
    body: { reason },
  });
  await queryClient.invalidateQueries({ queryKey: [KEY, playerId] });
}

export async function noteIdentity(playerId: string, evidence: string): Promise<void> {
  await call<typeof checkIdentity>({
    method: "POST",
    path: "/api/operator/players/:player_id/identity",
    params: { player_id: playerId },
    body: { evidence },
  });
  await queryClient.invalidateQueries({ queryKey: [KEY, playerId] });
}
