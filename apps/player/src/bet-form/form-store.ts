import { createStore, useStore } from "../store.ts";
import { betFormReducer, EMPTY_FORM, type BetFormAction, type BetFormState } from "./bet-form.state.ts";

/*
 * One bet form for the whole app: what was chosen on home is there on the race's page. It lives in
 * memory; only a slip that was sent is kept on the device (slip-store.ts).
 */

const form = createStore<BetFormState>(EMPTY_FORM);
const isOpen = createStore(false);

export const useBetForm = (): BetFormState => useStore(form);
export const useIsSlipOpen = (): boolean => useStore(isOpen);
export const currentForm = form.get;

export function changeForm(action: BetFormAction): void {
  form.set(betFormReducer(form.get(), action));
}

export function openSlip(): void {
  isOpen.set(true);
}

export function closeSlip(): void {
  changeForm({ do: "keypad", field: null });
  isOpen.set(false);
}
