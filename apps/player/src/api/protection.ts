import type {
  answerRealityCheck,
  excludeSelf,
  getActivity,
  getProtection,
  listProtectionLog,
  Protection,
  putProtection,
  RealityAnswer,
  returnToBetting,
  takeTimeOut,
} from "@club/contract";
import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from "@tanstack/react-query";
import { useSession } from "../core/session.ts";
import { call } from "../core/call.ts";
import type { Answer } from "@club/client";
import { MINE } from "../core/query-client.ts";

const PROTECTION_KEY = [MINE, "protection"] as const;

/** Time-out, exclusion, reality check and consent, as they stand. */
export function useProtection(): UseQueryResult<Protection> {
  const isSignedIn = useSession() !== null;
  return useQuery({
    queryKey: PROTECTION_KEY,
    enabled: isSignedIn,
    staleTime: 10_000,
    queryFn: async ({ signal }) =>
      (await call<typeof getProtection>({ method: "GET", path: "/api/user/protection", signal }))
        .data,
  });
}

interface Setting {
  readonly reality_minutes?: Protection["reality_minutes"];
  readonly marketing?: boolean;
  readonly limits_reviewed?: true;
}

export function useSetProtection() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: Setting) =>
      (await call<typeof putProtection>({ method: "PUT", path: "/api/user/protection", body }))
        .data,
    onSuccess: (data) => client.setQueryData(PROTECTION_KEY, data),
  });
}

export function useTimeOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (days: number) =>
      (
        await call<typeof takeTimeOut>({
          method: "POST",
          path: "/api/user/time-out",
          body: { days },
        })
      ).data,
    onSuccess: () => client.invalidateQueries({ queryKey: [MINE] }),
  });
}

/** It ends the session: the app signs out. */
export function useExclusion() {
  return useMutation({
    mutationFn: async (months: number | null) =>
      (
        await call<typeof excludeSelf>({
          method: "POST",
          path: "/api/user/self-exclusion",
          body: { months, confirm: true },
        })
      ).data,
  });
}

export function useReturn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (weeklyCents: number | null) =>
      (
        await call<typeof returnToBetting>({
          method: "POST",
          path: "/api/user/self-exclusion/return",
          body:
            weeklyCents === null
              ? {}
              : { limits: [{ kind: "deposit", period: "week", amount_cents: weeklyCents }] },
        })
      ).data,
    onSuccess: async (data) => {
      client.setQueryData(PROTECTION_KEY, data);
      await client.invalidateQueries({ queryKey: [MINE] });
    },
  });
}

/** Tells the club that the reality check was seen. */
export async function answerReality(answer: RealityAnswer): Promise<void> {
  await call<typeof answerRealityCheck>({
    method: "POST",
    path: "/api/user/reality-check",
    body: { answer },
  });
}

export type Activity = Answer<typeof getActivity>["data"];

/** One month; without one, this month. */
export function useActivity(month: string | undefined): UseQueryResult<Activity> {
  return useQuery({
    queryKey: [MINE, "activity", month ?? "now"],
    staleTime: 30_000,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (
        await call<typeof getActivity>({
          method: "GET",
          path: "/api/user/activity",
          query: { month },
          signal,
        })
      ).data,
  });
}

/** Everything about limits and breaks, newest first, page by page. */
export function useProtectionLog() {
  return useInfiniteQuery({
    queryKey: [MINE, "protection-log"],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) =>
      await call<typeof listProtectionLog>({
        method: "GET",
        path: "/api/user/protection/history",
        query: { cursor: pageParam },
        signal,
      }),
    getNextPageParam: (last) => last.data.next_cursor ?? undefined,
  });
}
