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

const RATE = { method: "GET", path: "/api/taxrate/tax-rate" } as const;
const rateQuery = () => cachedQuery<typeof getTaxRate>(["rate"], RATE, RATE_TTL_MS);

/** Club currency to its second currency: shown in the bet form and frozen into the bet by the server. */
export function useExchangeRate(): DataOf<typeof getTaxRate> | undefined {
  return useQuery(rateQuery()).data?.data;
}

/** ISO 4217's "no currency": what amounts carry until a new device has heard from the club. */
const NO_CURRENCY = "XXX";

/** The club's one currency: as the wallet has it, or as the club tells everybody. */
export function useCurrency(): string {
  const own = useWallet().data?.currency;
  const told = useQuery({ ...rateQuery(), enabled: own === undefined }).data?.data.from_currency;
  return own ?? told ?? NO_CURRENCY;
}
