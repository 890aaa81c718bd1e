import { isLeft } from "@club/client";
import {
  EMPTY_SLIP,
  isPricePolicy,
  slipReducer,
  type SlipAction,
  type SportSlipState,
} from "./slip-state.ts";
import { inHand } from "../../core/lazy-page.ts";
import { onSessionEnd } from "../../core/session.ts";
import { storage } from "../../device/storage.ts";
import { createStore, useStore } from "@club/client/react";
import { callOverlay } from "../../core/overlays.ts";

/*
 * One sport slip for the whole app, in memory like the race form. How the player wants moved prices
 * treated is a setting of the device. Sent bets are kept elsewhere (sent.ts).
 */

const POLICY_KEY = "price-policy";

function slipAtStart(): SportSlipState {
  const saved = storage.read(POLICY_KEY);
  return isPricePolicy(saved) ? { ...EMPTY_SLIP, policy: saved } : EMPTY_SLIP;
}

const slip = createStore<SportSlipState>(slipAtStart());
const isOpen = createStore(false);

export const useSportSlip = (): SportSlipState => useStore(slip);
export const useIsSlipOpen = (): boolean => useStore(isOpen);
export const currentSlip = slip.get;

export function changeSlip(action: SlipAction): void {
  slip.set(slipReducer(slip.get(), action));
  if (action.do === "policy") storage.write(POLICY_KEY, action.policy);
}

export function openSportSlip(): void {
  callOverlay("sportSlip");
  isOpen.set(true);
}

export function closeSportSlip(): void {
  changeSlip({ do: "keypad", field: null });
  isOpen.set(false);
}

inHand.push(() => isOpen.get() || slip.get().legs.length > 0);

/** One player's picks are not for the next. */
onSessionEnd((reason) => {
  if (!isLeft(reason)) return;
  isOpen.set(false);
  changeSlip({ do: "clear" });
});
