import type { listChannels, LiveChannel } from "@club/contract";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { call } from "../core/call.ts";
import type { T } from "../core/lang.ts";

const POLL_MS = 30_000;

/**
 * The live channels with the race that each shows. One race follows another, so they are polled.
 * `preview` is for an operator who looks at a channel before players do.
 */
export function useChannels(preview?: string): UseQueryResult<readonly LiveChannel[]> {
  return useQuery({
    queryKey: preview === undefined ? ["channels"] : ["channels", preview],
    staleTime: POLL_MS / 2,
    refetchInterval: POLL_MS,
    queryFn: async ({ signal }) => {
      const query = preview === undefined ? {} : { preview };
      const wish = { method: "GET", path: "/api/live/channels", query, signal } as const;
      return (await call<typeof listChannels>(wish)).list;
    },
  });
}

/** The channel that shows a race now; undefined: none does. */
export function useChannelOf(raceId: string): LiveChannel | undefined {
  return useChannels().data?.find(({ race }) => race?.race_id === raceId);
}

/** What a channel shows: "Wattle Ridge R5", else its own name. */
export function placeName(t: T, { race, name }: LiveChannel): string {
  return race === null ? name : t("live.shows", { meeting: race.meetings, n: race.raceNo });
}
