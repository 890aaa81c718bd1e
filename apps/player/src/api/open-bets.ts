import type { listOrders } from "@club/contract";
import { useQuery } from "@tanstack/react-query";
import { useSession } from "../core/session.ts";
import { call } from "../core/call.ts";
import { MINE } from "../core/query-client.ts";

/** The key under which everything about the player's bets is kept. */
export const ORDERS = [MINE, "orders"] as const;

const MOST_COUNTED = 100;

/** How many bets are open, for the badge; 100 means 100 or more. */
export function useOpenBetCount(): number | undefined {
  const isSignedIn = useSession() !== null;
  const query = useQuery({
    queryKey: [...ORDERS, "count"],
    enabled: isSignedIn,
    staleTime: 30_000,
    queryFn: async ({ signal }) => {
      const query = { limit: MOST_COUNTED, status: "open" } as const;
      const wish = { method: "GET", path: "/api/order/list", query, signal } as const;
      return (await call<typeof listOrders>(wish)).list.length;
    },
  });
  return query.data;
}
