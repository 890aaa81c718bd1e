import { toWireSelections } from "@club/contract";
import { type BetOrder, betTypeOf, formatCents } from "@club/domain";
import type { WireForm } from "../../api/orders.ts";
import type { RaceRef } from "./bet-form.state.ts";

interface Legs {
  readonly race: RaceRef;
  readonly race2: RaceRef | null;
  /** Shown and sent as the specification wants; the server uses its own. */
  readonly exchangeRate: number | undefined;
}

/** The whole form: races, selections, unit stakes by wire name; unused fields are empty. */
export function toWireForm(order: BetOrder, { race, race2, exchangeRate }: Legs): WireForm {
  const second = betTypeOf(order.betType).legs > 1 ? race2 : null;
  return {
    ...firstLeg(race),
    ...(second === null ? NO_SECOND_LEG : secondLeg(second)),
    horse: [],
    horse2: [],
    horse1st: [],
    horse2nd: [],
    horse3rd: [],
    horse4th: [],
    ...mutable(toWireSelections(order)),
    betAmount: formatCents(order.unitStakeCents),
    betAmount2: order.unitStake2Cents === null ? "" : formatCents(order.unitStake2Cents),
    exchangeRate: exchangeRate ?? 1,
    bet_type: order.betType,
    date: race.date,
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
