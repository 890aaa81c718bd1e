import type { DataOf, getInvitation, ListItemOf, listInvitations } from "@club/contract";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useSession } from "../core/session.ts";
import { call } from "../core/call.ts";
import { MINE } from "../core/query-client.ts";

const PAGE = 20;

export type Invitation = DataOf<typeof getInvitation>;
export type Friend = ListItemOf<typeof listInvitations>;

/** The player's code, link and picture, and what came of it. */
export function useInvitation() {
  const isSignedIn = useSession() !== null;
  return useQuery({
    queryKey: [MINE, "invitation", "info"],
    enabled: isSignedIn,
    staleTime: 30_000,
    queryFn: async ({ signal }) => {
      const wish = { method: "GET", path: "/api/invitation/info", signal } as const;
      return (await call<typeof getInvitation>(wish)).data;
    },
  });
}

/** Who joined by it, newest first. */
export function useFriends() {
  const isSignedIn = useSession() !== null;
  return useInfiniteQuery({
    queryKey: [MINE, "invitation", "list"],
    enabled: isSignedIn,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) =>
      await call<typeof listInvitations>({
        method: "GET",
        path: "/api/invitation/list",
        query: { limit: PAGE, cursor: pageParam },
        signal,
      }),
    getNextPageParam: (page) => page.data.next_cursor ?? undefined,
  });
}
