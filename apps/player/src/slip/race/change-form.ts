import { isLeft } from "@club/client";
import "./price-types.ts";
import { betFormReducer, type BetFormAction } from "./bet-form.state.ts";
import { EMPTY_FORM, hasContent } from "./empty-form.ts";
import { closeSlip, formStore } from "./form-store.ts";
import { inHand } from "../../core/lazy-page.ts";
import { onSessionEnd } from "../../core/session.ts";

/* Until this has come the form is empty: nothing of it could be lost, or be left to the next player. */
inHand.push(() => hasContent(formStore.get()));
onSessionEnd((reason) => {
  if (!isLeft(reason)) return;
  closeSlip();
  formStore.set(EMPTY_FORM);
});

/** Changes the app's one bet form. */
export function changeForm(action: BetFormAction): void {
  formStore.set(betFormReducer(formStore.get(), action));
}
