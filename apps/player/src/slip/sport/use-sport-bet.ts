import type { PlayerLimit } from "@club/contract";
import { useClock } from "@club/ui";
import { useProfile } from "../../api/accounts.ts";
import { useLimits } from "../../api/limits.ts";
import { useMostPayout } from "../../api/most-payout.ts";
import { useCurrency, useWallet } from "../../api/wallet.ts";
import { useIsOnline, useIsReadOnly } from "../../core/connection.ts";
import { useSession } from "../../core/session.ts";
import { tightest } from "../obstacle.ts";
import { leaveFor } from "../slip-acts.ts";
import { useFreshLegs, useLegsNow, type LegNow } from "./legs-now.ts";
import { placeSlip } from "./send-slip.ts";
import { useSportPlacement } from "./sent.ts";
import { sportLockOf, type SportLock } from "./slip-lock.ts";
import { priceSlip, type SlipBet, type SlipPrice } from "./slip-price.ts";
import { changeSlip, closeSportSlip, useSportSlip } from "./slip-store.ts";
import type { SlipLeg, SportSlipState } from "./slip-state.ts";

/** Everything that the slip shows, and its act. */
export interface SportBet {
  readonly slip: SportSlipState;
  readonly price: SlipPrice;
  readonly nowOf: (leg: SlipLeg) => LegNow;
  readonly currency: string;
  readonly limit: PlayerLimit | undefined;
  /** undefined: not known, or nobody is signed in. */
  readonly cashCents: number | undefined;
  /** Why it cannot be placed now; null: it can. */
  readonly lock: SportLock | null;
  readonly isSending: boolean;
  readonly press: () => void;
}

export function useSportBet(isOpen: boolean): SportBet {
  const slip = useSportSlip();
  const { data: wallet } = useWallet();
  const { data: limits } = useLimits();
  const { data: profile } = useProfile();
  const { phase } = useSportPlacement();
  useFreshLegs(slip.legs, isOpen);
  const { nowOf, oddsOf } = useLegsNow(slip.legs);
  const mostPayout = useMostPayout(isOpen ? slip.legs[0] : undefined);
  const price = priceSlip(slip, oddsOf, mostPayout);
  const limit = tightest(limits);
  const nowMs = useNextStart(slip.legs);
  const lock = sportLockOf({
    slip,
    price,
    nowOf,
    nowMs,
    limit,
    profile,
    isSignedIn: useSession() !== null,
    isOnline: useIsOnline(),
    isReadOnly: useIsReadOnly(),
    cashCents: wallet?.cash_cents,
  });
  const currency = useCurrency();
  const press = () => {
    if (lock?.act === "take prices") takePrices(slip, nowOf);
    else if (lock?.act !== undefined) leaveFor(lock.act, closeSportSlip);
    else if (lock === null) void placeSlip({ slip, currency, bets: price.staked.map(asked(slip)) });
  };
  return {
    slip,
    price,
    nowOf,
    currency,
    limit,
    cashCents: wallet?.cash_cents,
    lock,
    isSending: phase === "sending",
    press,
  };
}

/** The player agrees to the prices as they are shown. */
function takePrices(slip: SportSlipState, nowOf: SportBet["nowOf"]): void {
  const odds = new Map(slip.legs.map((leg) => [leg.outcomeId, nowOf(leg).oddsMilli]));
  changeSlip({ do: "take prices", odds });
}

/** The bet as it goes to the server, with the prices that the player took. */
function asked(slip: SportSlipState) {
  return (bet: SlipBet) => ({
    id: bet.id,
    legs: bet.legs,
    costCents: Number(bet.costCents),
    wire: {
      kind: bet.kind,
      unit_stake_cents: Number(bet.unitCents),
      price_policy: slip.policy,
      legs: bet.legs.map(({ eventId, marketId, outcomeId, oddsMilli }) => {
        return {
          event_id: eventId,
          market_id: marketId,
          outcome_id: outcomeId,
          odds_milli: oddsMilli,
        };
      }),
    },
  });
}

/** The time, as far as it matters: it changes when a selection's match starts. */
function useNextStart(legs: readonly SlipLeg[]): number {
  const starts = legs.map(({ event }) => Date.parse(event.start_time));
  return useClock((nowMs) => Math.max(0, ...starts.filter((start) => start <= nowMs)));
}
