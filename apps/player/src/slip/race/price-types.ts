import { betTypeNamed, betTypeOf } from "@club/domain";
import type { BetFormState } from "./bet-form.state.ts";
import { tellPrices } from "./form-store.ts";

/** The bet type of each price. */
export const TYPE_OF_PRICE = {
  win: betTypeNamed("single_win").index,
  place: betTypeNamed("single_place").index,
};

/** An Each Way: it holds both prices, each with its stake. */
export function isEachWayForm({ betType }: Pick<BetFormState, "betType">): boolean {
  return betType !== 0 && betTypeOf(betType).hasPlaceUnit;
}

tellPrices((form, price) => form.betType === TYPE_OF_PRICE[price] || isEachWayForm(form));
