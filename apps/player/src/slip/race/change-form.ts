import "./price-types.ts";
import { betFormReducer, type BetFormAction } from "./bet-form.state.ts";
import { formStore } from "./form-store.ts";

/** Changes the app's one bet form. */
export function changeForm(action: BetFormAction): void {
  formStore.set(betFormReducer(formStore.get(), action));
}
