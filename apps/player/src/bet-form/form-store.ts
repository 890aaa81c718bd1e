import { createStore, useStore } from "../store.ts";
import {
  betFormReducer,
  EMPTY_FORM,
  type BetFormAction,
  type BetFormState,
} from "./bet-form.state.ts";

/*
 * One bet form for the whole app: what was chosen on home is there on the race's page. It lives in
 * memory; only a slip that was sent is kept on the device (slip-store.ts).
 */

const form = createStore<BetFormState>(EMPTY_FORM);
/** form: the bet; types: the list of all fifteen over it. */
export type SlipView = "closed" | "form" | "types";
const view = createStore<SlipView>("closed");

export const useBetForm = (): BetFormState => useStore(form);
export const useSlipView = (): SlipView => useStore(view);
export const currentForm = form.get;

export function changeForm(action: BetFormAction): void {
  form.set(betFormReducer(form.get(), action));
}

export function openSlip(as: "form" | "types" = "form"): void {
  view.set(as);
}

export function closeSlip(): void {
  changeForm({ do: "keypad", field: null });
  view.set("closed");
}
