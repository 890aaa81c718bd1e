import type {
  createTopUp,
  DataOf,
  listStatement,
  listTopUpMethods,
  listTopUps,
  StatementType,
} from "@club/contract";
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useSession } from "../session.ts";
import { call } from "./client.ts";
import { MINE } from "./query-client.ts";

const PAGE = 20;
const TOP_UPS = [MINE, "topUps"] as const;

export type CreatedTopUp = DataOf<typeof createTopUp>;

export interface StatementRange {
  readonly from: string;
  readonly to: string;
  readonly type: StatementType | undefined;
}

/** The player's cash account of some days, newest first, with the sums of all of it. */
export function useStatement({ from, to, type }: StatementRange) {
  const isSignedIn = useSession() !== null;
  return useInfiniteQuery({
    queryKey: [MINE, "statement", from, to, type],
    enabled: isSignedIn,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) =>
      await call<typeof listStatement>({
        method: "GET",
        path: "/api/statement/list",
        query: { limit: PAGE, cursor: pageParam, from, to, type },
        signal,
      }),
    getNextPageParam: (page) => page.data.next_cursor ?? undefined,
  });
}

export function useTopUpMethods() {
  const isSignedIn = useSession() !== null;
  return useQuery({
    queryKey: [...TOP_UPS, "methods"],
    enabled: isSignedIn,
    staleTime: 5 * 60_000,
    queryFn: async ({ signal }) => {
      const wish = { method: "GET", path: "/api/recharge/methods", signal } as const;
      return (await call<typeof listTopUpMethods>(wish)).list;
    },
  });
}

/** The player's top-ups. While one waits it is asked for now and then: an operator decides. */
export function useTopUps() {
  const isSignedIn = useSession() !== null;
  return useInfiniteQuery({
    queryKey: [...TOP_UPS, "list"],
    enabled: isSignedIn,
    refetchInterval: 15_000,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) =>
      await call<typeof listTopUps>({
        method: "GET",
        path: "/api/recharge/list",
        query: { limit: PAGE, cursor: pageParam },
        signal,
      }),
    getNextPageParam: (page) => page.data.next_cursor ?? undefined,
  });
}

export interface NewTopUp {
  readonly method: string;
  readonly amountCents: number;
  readonly idempotencyKey: string;
}

/** Announces a top-up. A repeat with the same key answers the same one. */
export function useCreateTopUp() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ method, amountCents, idempotencyKey }: NewTopUp) =>
      (
        await call<typeof createTopUp>({
          method: "POST",
          path: "/api/recharge/create",
          body: { method, amount_cents: amountCents },
          idempotencyKey,
        })
      ).data,
    onSuccess: () => client.invalidateQueries({ queryKey: TOP_UPS }),
  });
}
