import { toWireSelections } from "@club/contract";
import { ALL_UP_INDEX, type BetOrder, betTypeOf, type Cents, formatCents } from "@club/domain";
import type { WireForm } from "../../api/orders.ts";
import type { AllUpLegRef, MultiRef, Picks, RaceRef } from "./bet-form.state.ts";

interface Legs {
  readonly race: RaceRef;
  readonly race2: RaceRef | null;
  readonly multi?: MultiRef | undefined;
  /** Shown and sent as the specification wants; the server uses its own. */
  readonly exchangeRate: number | undefined;
}

/** The whole form: races, selections, unit stakes by wire name; unused fields are empty. */
export function toWireForm(order: BetOrder, legs: Legs): WireForm {
  const { race, race2, multi, exchangeRate } = legs;
  const count = betTypeOf(order.betType).legs;
  const second = count === 2 ? race2 : null;
  const selections = mutable(toWireSelections(order));
  return {
    ...firstLeg(race),
    ...(second === null ? NO_SECOND_LEG : secondLeg(second)),
    horse: [],
    horse2: [],
    horse1st: [],
    horse2nd: [],
    horse3rd: [],
    horse4th: [],
    ...(count > 2
      ? { multi_pool_id: multi?.poolId ?? "", legs: Object.values(selections) }
      : selections),
    betAmount: formatCents(order.unitStakeCents),
    betAmount2: order.unitStake2Cents === null ? "" : formatCents(order.unitStake2Cents),
    exchangeRate: exchangeRate ?? 1,
    bet_type: order.betType,
    date: race.date,
  };
}

/** An All Up names its races in its legs. */
export function toWireAllUp(
  legs: readonly AllUpLegRef[],
  picks: Picks,
  stakeCents: Cents,
): WireForm {
  return {
    bet_type: ALL_UP_INDEX,
    legs: legs.map(({ race: { raceId: race_id }, pool }, at) => {
      return { race_id, pool, combination: [...(picks[at] ?? [])] };
    }),
    betAmount: formatCents(stakeCents),
  };
}

function firstLeg(race: RaceRef) {
  return {
    event_id: race.eventId,
    code: race.code,
    meetings: race.meetings,
    raceNo: race.raceNo,
    race_id: race.raceId,
  };
}

function secondLeg(race: RaceRef) {
  return {
    event_id2: race.eventId,
    code2: race.code,
    meetings2: race.meetings,
    raceNo2: race.raceNo,
    race_id2: race.raceId,
  };
}

const NO_SECOND_LEG = { event_id2: "", code2: "", meetings2: "", raceNo2: "", race_id2: "" };

function mutable(selections: ReturnType<typeof toWireSelections>): Record<string, number[]> {
  return Object.fromEntries(
    Object.entries(selections).map(([field, runners]) => [field, [...runners]]),
  );
}
