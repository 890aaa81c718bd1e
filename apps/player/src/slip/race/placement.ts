import type { PlacedOrder } from "@club/contract";
import type { CallError } from "@club/client";
import { onSessionEnd } from "../../core/session.ts";
import { storage } from "../../device/storage.ts";
import { createStore, useStore } from "@club/client/react";
import type { BetFormState } from "./bet-form.state.ts";
import type { WireForm } from "../../api/orders.ts";

/* The outcome of the last bet, for every screen; slip-store.ts gets it there. */

/** What was asked for, as the receipt and the question about it show it. */
export interface Slip {
  readonly key: string;
  readonly userId: string;
  readonly sentAt: number;
  readonly form: BetFormState;
  readonly wire: WireForm;
  readonly costCents: number;
  readonly currency: string;
}

export type Placement =
  | { readonly phase: "idle" }
  | { readonly phase: "sending"; readonly slip: Slip }
  /** The answer was lost: the club is being asked for the outcome of the bet. */
  | { readonly phase: "checking"; readonly slip: Slip; readonly isOffline: boolean }
  | {
      readonly phase: "accepted";
      readonly slip: Slip;
      readonly order: PlacedOrder;
      readonly wasLost: boolean;
    }
  | { readonly phase: "refused"; readonly slip: Slip; readonly error: CallError }
  | { readonly phase: "not placed"; readonly slip: Slip };

/** Where a sent slip is kept until its outcome is known. */
export const SLIP_KEY = "slip";
export const IDLE: Placement = { phase: "idle" };

export const placement = createStore<Placement>(IDLE);
export const usePlacement = (): Placement => useStore(placement);
export const currentPlacement = placement.get;

export const hasKeptSlip = (): boolean => storage.read(SLIP_KEY) !== null;

/** Closes the dialog about the last bet. A bet whose outcome is unknown cannot be dismissed. */
export function dismissPlacement(): void {
  const { phase } = placement.get();
  if (phase === "sending" || phase === "checking") return;
  placement.set(IDLE);
}

onSessionEnd((reason) => {
  // An unanswered slip outlives an expired session: its player asks again after signing in.
  if (reason === "signed out") storage.remove(SLIP_KEY);
  placement.set(IDLE);
});
