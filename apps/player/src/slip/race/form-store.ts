import { createStore, useStore } from "@club/client/react";
import type { BetFormState } from "./bet-form.state.ts";
import { EMPTY_FORM, hasContent } from "./empty-form.ts";

/*
 * One bet form for the whole app: what was chosen on home is there on the race's page. It lives in
 * memory; only a slip that was sent is kept on the device (slip-store.ts). The first page reads it;
 * the rules by which it changes come later (change-form.ts).
 */

export const formStore = createStore<BetFormState>(EMPTY_FORM);
/** form: the bet; types: the list of all fifteen over it. */
export type SlipView = "closed" | "form" | "types";
const view = createStore<SlipView>("closed");

export const useBetForm = (): BetFormState => useStore(formStore);
export const useSlipView = (): SlipView => useStore(view);
export const currentForm = formStore.get;

/** Whether something would be lost if the page went away now. */
export const isBetting = (): boolean => view.get() !== "closed" || hasContent(formStore.get());

export function openSlip(as: "form" | "types" = "form"): void {
  view.set(as);
}

export function closeSlip(): void {
  const form = formStore.get();
  if (form.field !== null) formStore.set({ ...form, field: null });
  view.set("closed");
}
