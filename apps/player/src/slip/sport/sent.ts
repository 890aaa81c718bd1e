import type { PlacedSportOrder, SportBetForm } from "@club/contract";
import { onSessionEnd } from "../../core/session.ts";
import { storage } from "../../device/storage.ts";
import { createStore, useStore } from "@club/client/react";
import type { SlipLeg, SportSlipState, StakeId } from "./slip-state.ts";

/* The outcome of the last slip's bets; send-slip.ts gets it there. */

/** A bet of the slip as it was asked for, under its own key. */
export interface SentBet {
  readonly key: string;
  readonly id: StakeId;
  readonly wire: SportBetForm;
  readonly legs: readonly SlipLeg[];
  readonly costCents: number;
  readonly fate: Fate;
}

export type Fate =
  /** Not sent yet, or on its way. */
  | { readonly is: "waiting" }
  /** Sent, and the answer was lost. */
  | { readonly is: "unknown" }
  | { readonly is: "accepted"; readonly order: PlacedSportOrder; readonly wasLost: boolean }
  | {
      readonly is: "refused";
      readonly code: string;
      readonly params: Readonly<Record<string, unknown>>;
    }
  | { readonly is: "not placed" };

/** All bets of one press of the button. */
export interface SentSlip {
  readonly userId: string;
  readonly sentAt: number;
  readonly currency: string;
  /** The slip as it was, to continue from. */
  readonly slip: SportSlipState;
  readonly bets: readonly SentBet[];
}

export type Placement =
  | { readonly phase: "idle" }
  | { readonly phase: "sending"; readonly sent: SentSlip }
  /** An answer was lost: the club is being asked for the outcome of the bets. */
  | { readonly phase: "checking"; readonly sent: SentSlip; readonly isOffline: boolean }
  | { readonly phase: "done"; readonly sent: SentSlip };

/** Where sent bets are kept until the outcome of each is known. */
export const SENT_KEY = "sport-sent";
export const IDLE: Placement = { phase: "idle" };

export const placement = createStore<Placement>(IDLE);
export const useSportPlacement = (): Placement => useStore(placement);

/** Refused as a whole: the slip stays open and says why in its place. */
export function isAllRefused(state: Placement): boolean {
  return state.phase === "done" && state.sent.bets.every(({ fate }) => fate.is === "refused");
}

/** Closes the result. Bets whose outcome is unknown cannot be dismissed. */
export function dismissPlacement(): void {
  if (placement.get().phase === "done") placement.set(IDLE);
}

onSessionEnd((reason) => {
  // Unanswered bets outlive an expired session: their player asks again after signing in.
  if (reason === "signed out") storage.remove(SENT_KEY);
  placement.set(IDLE);
});
