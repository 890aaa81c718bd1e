import type { listOrders, listSportOrders } from "@club/contract";
import { useQuery } from "@tanstack/react-query";
import { useSession } from "../core/session.ts";
import { call } from "../core/call.ts";
import { MINE } from "../core/query-client.ts";

/** The key under which everything about the player's bets is kept. */
export const ORDERS = [MINE, "orders"] as const;

const MOST_COUNTED = 100;

/** How many bets on races and how many on sports are open; 100 means 100 or more. */
export function useOpenBets(): readonly number[] {
  const isSignedIn = useSession() !== null;
  const query = useQuery({
    queryKey: [...ORDERS, "count"],
    enabled: isSignedIn,
    staleTime: 30_000,
    queryFn: async ({ signal }) =>
      await Promise.all(
        (["/api/order/list", "/api/order/sport-list"] as const).map(async (path) => {
          const query = { limit: MOST_COUNTED, status: "open" } as const;
          const wish = { method: "GET", path, query, signal } as const;
          return (await call<typeof listOrders | typeof listSportOrders>(wish)).list.length;
        }),
      ),
  });
  return query.data ?? [];
}
