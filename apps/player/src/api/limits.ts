import type { confirmLimit, getLimits, PlayerLimit, putLimits } from "@club/contract";
import { useMutation, useQuery, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import { useSession } from "../core/session.ts";
import { call } from "../core/call.ts";
import { MINE } from "../core/query-client.ts";

const LIMITS_KEY = [MINE, "limits"] as const;

/** The limits and what is used of them. */
export function useLimits(): UseQueryResult<readonly PlayerLimit[]> {
  const isSignedIn = useSession() !== null;
  return useQuery({
    queryKey: LIMITS_KEY,
    enabled: isSignedIn,
    staleTime: 10_000,
    queryFn: async ({ signal }) => {
      const wish = { method: "GET", path: "/api/user/limits", signal } as const;
      return (await call<typeof getLimits>(wish)).list;
    },
  });
}

/** Sets limits; the answer is all of them, as they hold now. */
export function useSetLimits() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (limits: readonly Pick<PlayerLimit, "kind" | "period" | "amount_cents">[]) =>
      (
        await call<typeof putLimits>({
          method: "PUT",
          path: "/api/user/limits",
          body: { limits: [...limits] },
        })
      ).list,
    onSuccess: (limits) => client.setQueryData(LIMITS_KEY, limits),
  });
}

/** Lets a looser limit begin after its 24 hours: the second confirmation. */
export function useConfirmLimit() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ kind, period }: Pick<PlayerLimit, "kind" | "period">) =>
      (
        await call<typeof confirmLimit>({
          method: "POST",
          path: "/api/user/limits/confirm",
          body: { kind, period },
        })
      ).list,
    onSuccess: (limits) => client.setQueryData(LIMITS_KEY, limits),
  });
}
