import type { quoteSportOrder } from "@club/contract";
import { useQuery } from "@tanstack/react-query";
import { call } from "../core/call.ts";

type Leg = Readonly<Record<"eventId" | "marketId" | "outcomeId", string>> & {
  readonly oddsMilli: number;
};

/** The club changes it rarely, and the receipt has the last word. */
const FRESH_MS = 5 * 60_000;

/** The most that the club pays for one sport bet; undefined until it was asked, with the first leg. */
export function useMostPayout(leg: Leg | undefined): bigint | undefined {
  const { data } = useQuery({
    queryKey: ["sport most payout"],
    enabled: leg !== undefined,
    staleTime: FRESH_MS,
    retry: false,
    queryFn: async () => (leg === undefined ? undefined : await askMostPayout(leg)),
  });
  return data;
}

/** A quote says it, also of no bet at all. */
export async function askMostPayout(leg: Leg): Promise<bigint> {
  const { eventId, marketId, outcomeId, oddsMilli } = leg;
  const asked = {
    event_id: eventId,
    market_id: marketId,
    outcome_id: outcomeId,
    odds_milli: oddsMilli,
  };
  const body = { legs: [asked], bets: [] };
  const wish = { method: "POST", path: "/api/order/quote-sport", body } as const;
  return BigInt((await call<typeof quoteSportOrder>(wish)).data.club_max_payout_cents);
}
