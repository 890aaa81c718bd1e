import type { Followed, FollowLine, follow, listFollows, unfollow } from "@club/contract";
import { useMutation, useQuery, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import { call } from "../core/call.ts";
import { openLogin } from "../core/login-gate.ts";
import { MINE } from "../core/query-client.ts";
import { useSession } from "../core/session.ts";

const KEY = [MINE, "follows"] as const;
const FRESH_MS = 30_000;

export type { Followed, FollowLine };

/** Runners, people and teams that the player follows, on every device; the next to start first. */
export function useFollows(): UseQueryResult<readonly FollowLine[]> {
  const isSignedIn = useSession() !== null;
  return useQuery({
    queryKey: KEY,
    enabled: isSignedIn,
    staleTime: FRESH_MS,
    queryFn: async ({ signal }) => {
      const wish = { method: "GET", path: "/api/user/follows", signal } as const;
      return (await call<typeof listFollows>(wish)).list;
    },
  });
}

/** As the club compares: what differs in capitals alone is the same. */
const isSame = (a: Followed, b: Followed): boolean =>
  a.kind === b.kind && a.scope === b.scope && a.name.toLowerCase() === b.name.toLowerCase();

/** Whether one is followed, and the tap that changes it: shown at once, taken back if it fails. */
export function useFollow(one: Followed) {
  const isSignedIn = useSession() !== null;
  const client = useQueryClient();
  const { data = [] } = useFollows();
  const isFollowed = data.some((line) => isSame(line, one));
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (isOn: boolean) => {
      const { kind, scope, name } = one;
      const wish = { path: "/api/user/follows", body: { kind, scope, name } } as const;
      return isOn
        ? (await call<typeof follow>({ method: "PUT", ...wish })).list
        : (await call<typeof unfollow>({ method: "DELETE", ...wish })).list;
    },
    onSuccess: (list) => client.setQueryData(KEY, list),
  });
  return {
    isFollowed: isPending ? variables : isFollowed,
    toggle: (onError: (error: unknown) => void) => {
      if (!isSignedIn) openLogin();
      else if (!isPending) mutate(!isFollowed, { onError });
    },
  };
}
