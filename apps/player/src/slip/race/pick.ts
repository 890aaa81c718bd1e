import { currentT } from "../../core/lang.ts";
import { offerUndo } from "../slip-acts.ts";
import type { BetFormState, RaceRef } from "./bet-form.state.ts";
import { changeForm } from "./change-form.ts";
import { hasContent } from "./empty-form.ts";
import { currentForm, openSlip } from "./form-store.ts";
import { TYPE_OF_PRICE, isEachWayForm } from "./price-types.ts";

/**
 * A tap on a price: the runner goes into a bet of that price's type, or into the Each Way in hand,
 * and the slip opens; a second tap takes it out again.
 */
export function pickPrice(race: RaceRef, runner: number, price: "win" | "place"): void {
  const before = currentForm();
  changeForm({ do: "choose race", race });
  const betType = TYPE_OF_PRICE[price];
  if (!isEachWayForm(currentForm())) changeForm({ do: "choose type", betType });
  changeForm({ do: "toggle", column: 0, runner });
  if (currentForm().picks[0]?.includes(runner) === true) openSlip();
  const hadLegs = before.multi !== undefined || before.allUp !== undefined;
  if (hadLegs && hasContent(before)) offerLegs(before);
}

/** The legs of a bet on several races are too much work to be lost to a stray tap. */
function offerLegs(before: BetFormState): void {
  const t = currentT();
  offerUndo(t, t("slip.reset"), () => changeForm({ do: "fill", form: { ...before, field: null } }));
}

/** The form for a race, where none is in hand. */
export function startForm(race: RaceRef | undefined): void {
  if (currentForm().race === null && race !== undefined) changeForm({ do: "choose race", race });
  openSlip();
}
