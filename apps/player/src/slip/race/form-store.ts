import { createStore, useStore } from "@club/client/react";
import type { BetFormState, RaceRef } from "./bet-form.state.ts";
import { EMPTY_FORM } from "./empty-form.ts";
import type { NextRace, RaceDetail } from "@club/contract";

/*
 * One bet form for the whole app: choices made on home are there on the race's page. It lives in
 * memory; only a sent slip is kept on the device (slip-store.ts). The first page reads it; the
 * rules for changing it load later (change-form.ts).
 */

export const formStore = createStore<BetFormState>(EMPTY_FORM);
/** form: the bet; types: the list of all over it. */
export type SlipView = "closed" | "form" | "types";
const view = createStore<SlipView>("closed");

export const useBetForm = (): BetFormState => useStore(formStore);
export const useSlipView = (): SlipView => useStore(view);
export const currentForm = formStore.get;

export function openSlip(as: "form" | "types" = "form"): void {
  view.set(as);
}

export function closeSlip(): void {
  const form = formStore.get();
  if (form.field !== null) formStore.set({ ...form, field: null });
  view.set("closed");
}

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

type Price = "win" | "place";
type HasPrice = (form: BetFormState, price: Price) => boolean;

/** Told by price-types.ts: the table of bet types is not on the first page. Until then the form is empty. */
let hasPrice: HasPrice = () => false;
export function tellPrices(has: HasPrice): void {
  hasPrice = has;
}

/** Whether the form holds this runner at this price. */
export function isPicked(
  form: BetFormState,
  { raceId, runner, price }: { raceId: string; runner: number; price: Price },
): boolean {
  return (
    hasPrice(form, price) && form.race?.raceId === raceId && (form.picks[0] ?? []).includes(runner)
  );
}
