import type { BoardData, getBoard, RaceDetail } from "@club/contract";
import type { BoardPoolCode } from "@club/domain";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "../../core/call.ts";
import { usePollMs } from "../../core/stream.ts";

/** The server's board is at most so old. */
const READ_AGAIN_MS = 1500;

/** A pool's board. The stream says when the pool has other money: then it is read again. */
export function useBoard(race: RaceDetail, pool: BoardPoolCode): UseQueryResult<BoardData> {
  const query = useQuery({
    queryKey: ["board", race.race_id, pool],
    refetchInterval: usePollMs(),
    queryFn: async ({ signal }) => await readBoard(race.race_id, { pool }, signal),
  });
  const gross = race.pools.find((each) => each.pool === pool)?.gross_cents;
  const { data, dataUpdatedAt, refetch } = query;
  const isOld = data !== undefined && gross !== undefined && gross !== data.gross_cents;
  useEffect(() => {
    if (!isOld) return;
    const wait = Math.max(0, dataUpdatedAt + READ_AGAIN_MS - Date.now());
    const timer = setTimeout(() => void refetch(), wait);
    return () => clearTimeout(timer);
  }, [isOld, dataUpdatedAt, refetch]);
  return query;
}

/** One combination, once all of its numbers are typed; an error where there is no such. */
export function useCombination(
  race: RaceDetail,
  pool: BoardPoolCode,
  combination: string | undefined,
): UseQueryResult<BoardData> {
  return useQuery({
    queryKey: ["board", race.race_id, pool, combination],
    enabled: combination !== undefined,
    retry: false,
    queryFn: async ({ signal }) =>
      await readBoard(race.race_id, { pool, ...(combination && { combination }) }, signal),
  });
}

async function readBoard(
  race_id: string,
  query: { readonly pool: BoardPoolCode; readonly combination?: string },
  signal: AbortSignal,
): Promise<BoardData> {
  const { data } = await call<typeof getBoard>({
    method: "GET",
    path: "/api/races/:race_id/board",
    params: { race_id },
    query,
    signal,
  });
  return data;
}
