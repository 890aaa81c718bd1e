import type { NextRace, RaceDetail } from "@club/contract";
import type { BetTypeIndex } from "@club/domain";
import type { BetFormState, RaceRef } from "./bet-form.state.ts";
import { changeForm, currentForm, openSlip } from "./form-store.ts";

/** A race as the form names it. */
export function raceRefOf(race: RaceDetail | NextRace): RaceRef {
  return {
    eventId: race.event_id,
    code: race.code,
    meetings: race.meetings,
    raceNo: race.raceNo,
    raceId: race.race_id,
    date: race.date,
    startMs: Date.parse(race.start_time),
  };
}

const EACH_WAY: BetTypeIndex = 9;
const TYPE_OF_PRICE = { win: 1, place: 2 } as const;

/**
 * A tap on a price: the runner goes into a bet of that price's type, or into the Each Way in hand,
 * and the slip opens; a second tap takes it out again.
 */
export function pickPrice(race: RaceRef, runner: number, price: "win" | "place"): void {
  changeForm({ do: "choose race", race });
  const { betType } = currentForm();
  if (betType !== EACH_WAY) changeForm({ do: "choose type", betType: TYPE_OF_PRICE[price] });
  changeForm({ do: "toggle", column: 0, runner });
  if (currentForm().picks[0]?.includes(runner) === true) openSlip();
}

/** Whether the form holds this runner at this price. */
export function isPicked(
  form: BetFormState,
  { raceId, runner, price }: { raceId: string; runner: number; price: "win" | "place" },
): boolean {
  const isType = form.betType === TYPE_OF_PRICE[price] || form.betType === EACH_WAY;
  return isType && form.race?.raceId === raceId && (form.picks[0] ?? []).includes(runner);
}
