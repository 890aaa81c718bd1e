import type { PlayerLimit, RaceDetail } from "@club/contract";
import { betTypeOf, type RaceField } from "@club/domain";
import { showToast, useClock } from "@club/ui";
import { useEffect, useState } from "react";
import { useLimits } from "../../api/limits.ts";
import { useQuote, type Quote, type WireForm } from "../../api/orders.ts";
import { useRace } from "../../api/races.ts";
import { useCurrency, useExchangeRate, useWallet } from "../../api/wallet.ts";
import { useIsOnline, useIsReadOnly } from "../../core/connection.ts";
import { useT } from "../../core/lang.ts";
import { useSession } from "../../core/session.ts";
import { tightest } from "../obstacle.ts";
import type { BetFormState } from "./bet-form.state.ts";
import { priceForm, type FormPrice } from "./bet-form.price.ts";
import { toWireForm } from "./bet-form.wire.ts";
import { changeForm } from "./change-form.ts";
import { useBetForm } from "./form-store.ts";
import { offersType } from "./offered.ts";
import { lockOf, type Lock } from "./slip-lock.ts";

/** Everything that the slip shows. */
export interface SlipFacts {
  readonly form: BetFormState;
  readonly race: RaceDetail | undefined;
  readonly race2: RaceDetail | undefined;
  readonly price: FormPrice;
  readonly wire: WireForm | null;
  readonly quote: Quote | undefined;
  readonly limit: PlayerLimit | undefined;
  readonly currency: string;
  /** Why it cannot be placed now; null: it can. */
  readonly lock: Lock | null;
}

const QUOTE_WAIT_MS = 350;

export function useSlip(): SlipFacts {
  const form = useBetForm();
  const { data: wallet } = useWallet();
  const { data: limits } = useLimits();
  const { data: race } = useRace(form.race?.raceId);
  const { data: race2 } = useRace(form.race2?.raceId);
  useScratchings(form, [race, race2]);
  const legs = hasTwoLegs(form) ? [race, race2] : [race];
  const price = priceForm(form, legs.filter((leg) => leg !== undefined).map(fieldOf));
  const wire = useWire(form, price);
  const asked = useSettled(wire, QUOTE_WAIT_MS);
  const { data: quote } = useQuote(asked);
  const limit = tightest(limits);
  const facts = { price, limit, cashCents: wallet?.cash_cents };
  return {
    form,
    race,
    race2,
    price,
    wire,
    quote: wire === null ? undefined : quote,
    limit,
    currency: useCurrency(),
    lock: lockOf({
      ...facts,
      isSignedIn: useSession() !== null,
      isOnline: useIsOnline(),
      isReadOnly: useIsReadOnly(),
      isClosed: useIsClosed(legs),
      isOffered: isOffered(form, legs),
    }),
  };
}

function isOffered({ betType }: BetFormState, legs: readonly (RaceDetail | undefined)[]): boolean {
  return betType === 0 || legs.every((leg) => offersType(leg, betType));
}

function hasTwoLegs({ betType }: BetFormState): boolean {
  return betType !== 0 && betTypeOf(betType).legs === 2;
}

function useWire(form: BetFormState, { order }: FormPrice): WireForm | null {
  const exchangeRate = useExchangeRate()?.rate;
  if (order === null || form.race === null) return null;
  return toWireForm(order, { race: form.race, race2: form.race2, exchangeRate });
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
      changeForm({ do: "drop", leg: index === 0 ? 1 : 2, runners });
      showToast(t("slip.dropped", { names: gone.map(({ name }) => name).join(", ") }));
    });
  });
}

function columnsOfLeg(form: BetFormState, leg: number): BetFormState["picks"] {
  if (hasTwoLegs(form)) return [form.picks[leg] ?? []];
  return leg === 0 ? form.picks : [];
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
