import type {
  AdjustmentKind,
  adjustPlayer,
  DataOf,
  freezePlayer,
  getPlayer,
  listPlayers,
  unfreezePlayer,
  voidOrder as voidCall,
} from "@club/contract";
import {
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  type UseQueryResult,
} from "@tanstack/react-query";
import { call } from "./client.ts";
import { queryClient } from "./query-client.ts";

const PLAYERS_KEY = "players";
const PLAYER_KEY = "player";
const PAGE = 50;

export type PlayerDetail = DataOf<typeof getPlayer>;
export type PlayerOrder = PlayerDetail["orders"][number];

/** Players whose user name or name begins with `q`, newest first; without it all of them. */
export function usePlayers(q: string) {
  return useInfiniteQuery({
    queryKey: [PLAYERS_KEY, q],
    initialPageParam: undefined as string | undefined,
    placeholderData: keepPreviousData,
    getNextPageParam: (last: Awaited<ReturnType<typeof readPlayers>>) =>
      last.data.next_cursor ?? undefined,
    queryFn: ({ pageParam, signal }) => readPlayers({ q, cursor: pageParam, limit: PAGE }, signal),
  });
}

export async function readPlayers(
  query: { q: string; cursor?: string | undefined; limit: number },
  signal?: AbortSignal,
) {
  return await call<typeof listPlayers>({
    method: "GET",
    path: "/api/operator/players",
    query: {
      limit: query.limit,
      ...(query.q !== "" && { q: query.q }),
      ...(query.cursor !== undefined && { cursor: query.cursor }),
    },
    signal,
  });
}

export function usePlayer(playerId: string): UseQueryResult<PlayerDetail> {
  return useQuery({
    queryKey: [PLAYER_KEY, playerId],
    queryFn: async ({ signal }) => {
      const { data } = await call<typeof getPlayer>({
        method: "GET",
        path: "/api/operator/players/:player_id",
        params: { player_id: playerId },
        signal,
      });
      return data;
    },
  });
}

function refreshPlayer(playerId: string): void {
  void queryClient.invalidateQueries({ queryKey: [PLAYER_KEY, playerId] });
  void queryClient.invalidateQueries({ queryKey: [PLAYERS_KEY] });
}

export interface Adjustment {
  readonly kind: AdjustmentKind;
  readonly amountCents: number;
  readonly reason: string;
  /** Of this form as it was opened: sent twice it is booked once. */
  readonly key: string;
}

export async function adjust(
  playerId: string,
  adjustment: Adjustment,
): Promise<DataOf<typeof adjustPlayer>> {
  const { data } = await call<typeof adjustPlayer>({
    method: "POST",
    path: "/api/operator/players/:player_id/adjust",
    params: { player_id: playerId },
    idempotencyKey: adjustment.key,
    body: {
      kind: adjustment.kind,
      amount_cents: adjustment.amountCents,
      reason: adjustment.reason,
    },
  });
  refreshPlayer(playerId);
  return data;
}

export async function setFrozen(
  playerId: string,
  isFrozen: boolean,
  reason: string,
): Promise<void> {
  const wish = { method: "POST", params: { player_id: playerId }, body: { reason } } as const;
  if (isFrozen) {
    await call<typeof freezePlayer>({
      ...wish,
      path: "/api/operator/players/:player_id/freeze",
    });
  } else {
    await call<typeof unfreezePlayer>({
      ...wish,
      path: "/api/operator/players/:player_id/unfreeze",
    });
  }
  refreshPlayer(playerId);
}

/** Cancels a bet; `pending` waits for a second operator. */
export async function voidOrder(
  orderId: string,
  playerId: string,
  reason: string,
): Promise<DataOf<typeof voidCall>> {
  const { data } = await call<typeof voidCall>({
    method: "POST",
    path: "/api/operator/orders/:order_id/void",
    params: { order_id: orderId },
    body: { reason },
  });
  refreshPlayer(playerId);
  return data;
}
