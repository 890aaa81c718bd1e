import { betTypeNamed, betTypeOf } from "@club/domain";
import type { BetFormState } from "./bet-form.state.ts";

/** What a price is a bet on, by bet type. */
export const TYPE_OF_PRICE = {
  win: betTypeNamed("single_win").index,
  place: betTypeNamed("single_place").index,
};

/** An Each Way: it holds both prices, each with its stake. */
export function isEachWayForm({ betType }: Pick<BetFormState, "betType">): boolean {
  return betType !== 0 && betTypeOf(betType).hasPlaceUnit;
}

/** Whether the form holds this runner at this price. */
export function isPicked(
  form: BetFormState,
  { raceId, runner, price }: { raceId: string; runner: number; price: "win" | "place" },
): boolean {
  const isType = form.betType === TYPE_OF_PRICE[price] || isEachWayForm(form);
  return isType && form.race?.raceId === raceId && (form.picks[0] ?? []).includes(runner);
}
