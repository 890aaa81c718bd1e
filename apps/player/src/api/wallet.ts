import type { DataOf, getTaxRate, getWallet } from "@club/contract";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useEffect } from "react";
import { listenTo, usePollMs } from "../core/stream.ts";
import { useSession } from "../core/session.ts";
import { RATE_TTL_MS } from "../device/answer-cache.ts";
import { cachedQuery } from "../core/cached-call.ts";
import { call } from "../core/call.ts";
import { MINE } from "../core/query-client.ts";

export type Wallet = DataOf<typeof getWallet>;

export const WALLET_KEY = [MINE, "wallet"] as const;

/** The player's money, live. Never from the device's store: an unknown balance is not shown. */
export function useWallet(): UseQueryResult<Wallet> {
  const isSignedIn = useSession() !== null;
  const poll = usePollMs();
  useEffect(() => (isSignedIn ? listenTo("player") : undefined), [isSignedIn]);
  return useQuery({
    queryKey: WALLET_KEY,
    enabled: isSignedIn,
    refetchInterval: poll,
    staleTime: 10_000,
    queryFn: async ({ signal }) => {
      const wish = { method: "GET", path: "/api/user/wallet", signal } as const;
      return (await call<typeof getWallet>(wish)).data;
    },
  });
}

/** Club currency to its second currency: shown in the bet form and frozen into the bet by the server. */
export function useExchangeRate(): DataOf<typeof getTaxRate> | undefined {
  const wish = { method: "GET", path: "/api/taxrate/tax-rate" } as const;
  const query = useQuery(cachedQuery<typeof getTaxRate>(["rate"], wish, RATE_TTL_MS));
  return query.data?.data;
}
