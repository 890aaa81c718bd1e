import type { BetFormState } from "./bet-form.state.ts";

/** What a price is a bet on, by bet type; an Each Way holds both. */
export const TYPE_OF_PRICE = { win: 1, place: 2 } as const;
export const EACH_WAY = 9;

/** Whether the form holds this runner at this price. */
export function isPicked(
  form: BetFormState,
  { raceId, runner, price }: { raceId: string; runner: number; price: "win" | "place" },
): boolean {
  const isType = form.betType === TYPE_OF_PRICE[price] || form.betType === EACH_WAY;
  return isType && form.race?.raceId === raceId && (form.picks[0] ?? []).includes(runner);
}
