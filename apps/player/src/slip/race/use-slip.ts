import type { MultiPool, PlayerLimit, RaceDetail } from "@club/contract";
import { betTypeOf, type RaceField } from "@club/domain";
import { showToast, useClock } from "@club/ui";
import { useEffect, useState } from "react";
import { useProfile } from "../../api/accounts.ts";
import { useLimits } from "../../api/limits.ts";
import { useQuote, type Quote, type WireForm } from "../../api/orders.ts";
import { isSameBet } from "../../api/same-bet.ts";
import { useCurrency, useExchangeRate, useWallet } from "../../api/wallet.ts";
import { useIsOnline, useIsReadOnly } from "../../core/connection.ts";
import { useT } from "../../core/lang.ts";
import { useSession } from "../../core/session.ts";
import { tightest } from "../obstacle.ts";
import type { BetFormState } from "./bet-form.state.ts";
import { priceForm, type FormPrice } from "./bet-form.price.ts";
import { toWireAllUp, toWireForm } from "./bet-form.wire.ts";
import { arePicksByLeg, racesOf } from "./form-legs.ts";
import { changeForm } from "./change-form.ts";
import { useBetForm } from "./form-store.ts";
import { closedLegOf, useMultiPool, useRaces } from "./multi-pools.ts";
import { offersPool, offersType } from "./offered.ts";
import { lockOf, type Lock } from "./slip-lock.ts";

/** Everything that the slip shows. */
export interface SlipFacts {
  readonly form: BetFormState;
  readonly race: RaceDetail | undefined;
  /** The races of the bet in order of its legs; undefined while one is on its way. */
  readonly legs: readonly (RaceDetail | undefined)[];
  /** A leg did not load. */
  readonly isFailed: boolean;
  readonly retry: () => void;
  /** The pool over several races that the form is for. */
  readonly pool: MultiPool | undefined;
  readonly price: FormPrice;
  readonly wire: WireForm | null;
  readonly quote: Quote | undefined;
  readonly limit: PlayerLimit | undefined;
  /** undefined: not known, or nobody is signed in. */
  readonly cashCents: number | undefined;
  readonly currency: string;
  /** Why it cannot be placed now; null: it can. */
  readonly lock: Lock | null;
}

const QUOTE_WAIT_MS = 350;

export function useSlip(): SlipFacts {
  const form = useBetForm();
  const { data: wallet } = useWallet();
  const { data: limits } = useLimits();
  const { data: profile } = useProfile();
  const { races: legs, isFailed, retry } = useRaces(racesOf(form).map((leg) => leg?.raceId));
  const { data: pool } = useMultiPool(form.multi?.poolId);
  useScratchings(form, legs);
  useDelays(form, legs);
  const price = priceForm(form, legs.filter((leg) => leg !== undefined).map(fieldOf));
  const wire = useWire(form, price);
  const asked = useSettled(wire, QUOTE_WAIT_MS);
  const { data: quote } = useQuote(asked);
  const limit = tightest(limits);
  const facts = { price, limit, profile, cashCents: wallet?.cash_cents };
  return {
    form,
    race: legs[0],
    legs,
    isFailed,
    retry,
    pool,
    price,
    wire,
    quote: isSameBet(wire, asked) ? quote : undefined,
    limit,
    cashCents: wallet?.cash_cents,
    currency: useCurrency(),
    lock: lockOf({
      ...facts,
      isSignedIn: useSession() !== null,
      isOnline: useIsOnline(),
      isReadOnly: useIsReadOnly(),
      isClosed: useIsClosed(legs),
      closedLeg: useClosedLeg(form, legs),
      isPoolClosed: isPoolClosed(pool),
      isOffered: isOffered(form, legs),
    }),
  };
}

function isOffered(
  { betType, allUp }: BetFormState,
  legs: readonly (RaceDetail | undefined)[],
): boolean {
  if (allUp !== undefined) return allUp.every(({ pool }, at) => offersPool(legs[at], pool));
  if (betType === 0 || betTypeOf(betType).legs > 2) return true;
  return legs.every((leg) => offersType(leg, betType));
}

function isPoolClosed(pool: MultiPool | undefined): boolean {
  return pool !== undefined && pool.status !== "OPEN";
}

function useWire(form: BetFormState, { order }: FormPrice): WireForm | null {
  const exchangeRate = useExchangeRate()?.rate;
  if (order === null) return null;
  if (form.allUp !== undefined) return toWireAllUp(form.allUp, form.picks, order.unitStakeCents);
  if (form.race === null) return null;
  return toWireForm(order, { ...form, race: form.race, exchangeRate });
}

function fieldOf(race: RaceDetail): RaceField {
  return {
    runners: race.runners.map(({ horse_id }) => horse_id),
    scratched: race.runners.filter(({ scratched }) => scratched).map(({ horse_id }) => horse_id),
  };
}

/** Closed by the club, or by the scheduled start even if no news of it came. */
function useIsClosed(legs: readonly (RaceDetail | undefined)[]): boolean {
  const known = legs.filter((leg) => leg !== undefined);
  const hasJumped = useClock((nowMs) => known.some((leg) => Date.parse(leg.start_time) <= nowMs));
  return hasJumped || known.some(({ status }) => status !== "open");
}

/** Of several races any leg closes the bet, and is named. */
function useClosedLeg(
  { multi, allUp }: BetFormState,
  legs: readonly (RaceDetail | undefined)[],
): number | null {
  const closed = useClock((nowMs) => closedLegOf(legs, nowMs) ?? 0);
  return (multi === undefined && allUp === undefined) || closed === 0 ? null : closed;
}

/** A runner that is scratched leaves the form at once, and the player is told. */
function useScratchings(form: BetFormState, races: readonly (RaceDetail | undefined)[]): void {
  const t = useT();
  useEffect(() => {
    races.forEach((race, index) => {
      const gone = (race?.runners ?? []).filter(
        ({ scratched, horse_id }) =>
          scratched && columnsOfLeg(form, index).some((column) => column.includes(horse_id)),
      );
      if (gone.length === 0) return;
      const runners = gone.map(({ horse_id }) => horse_id);
      changeForm({ do: "drop", leg: index + 1, runners });
      showToast(t("slip.dropped", { names: gone.map(({ name }) => name).join(", ") }));
    });
  });
}

/** A leg of an All Up that was delayed takes its new place among the others. */
function useDelays({ allUp = [] }: BetFormState, races: readonly (RaceDetail | undefined)[]): void {
  useEffect(() => {
    const known = races.filter((race) => race !== undefined);
    const startsMs = new Map(known.map((race) => [race.race_id, Date.parse(race.start_time)]));
    const isOld = allUp.some(
      ({ race }) => (startsMs.get(race.raceId) ?? race.startMs) !== race.startMs,
    );
    if (isOld) changeForm({ do: "starts", startsMs });
  });
}

function columnsOfLeg(form: BetFormState, leg: number): BetFormState["picks"] {
  return arePicksByLeg(form) ? [form.picks[leg] ?? []] : form.picks;
}

/** A value once it has stopped changing for a while. */
function useSettled<T>(value: T, waitMs: number): T {
  const text = JSON.stringify(value);
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), waitMs);
    return () => clearTimeout(timer);
  }, [text, waitMs]);
  return JSON.parse(settled) as T;
}
