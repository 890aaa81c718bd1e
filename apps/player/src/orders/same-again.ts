import {
  type AllUpLegState,
  fromWireSelections,
  type getMultiPool,
  type getRace,
} from "@club/contract";
import { clubNow, showToast, typedOfCents } from "@club/ui";
import { call } from "../core/call.ts";
import type { OrderDetail } from "../api/orders.ts";
import type { BetFormState, MultiRef, RaceRef } from "../slip/race/bet-form.state.ts";
import { changeForm } from "../slip/race/change-form.ts";
import { openSlip, raceRefOf } from "../slip/race/form-store.ts";
import { fromSlots } from "../slip/race/selection-columns.ts";
import type { T } from "../core/lang.ts";
import { betTypeOfOrder } from "./race-order.ts";

/** The same bet can be made again while its race, or the first of several, is to come. */
export function canBetAgain({ status, start_time }: OrderDetail): boolean {
  return status === "accepted" && Date.parse(start_time) > clubNow();
}

/** The same bet in the form, ready to be placed: it is another bet. */
export async function sameAgain(t: T, order: OrderDetail): Promise<void> {
  let race2: RaceRef | null = null;
  let multi: MultiRef | undefined;
  try {
    if (order.race_id2 !== null) race2 = await readRaceRef(order.race_id2);
    if (order.multi_pool) multi = await readMultiRef(order);
  } catch (error) {
    console.info("same again", error);
    showToast(t("error.network"));
    return;
  }
  const betType = betTypeOfOrder(order);
  const race = {
    eventId: "",
    code: order.code,
    meetings: order.meetings,
    raceNo: order.raceNo,
    raceId: order.race_id,
    date: order.date,
    startMs: Date.parse(order.start_time),
  };
  const { unit_stake_cents: unit, unit_stake2_cents: unit2 } = order;
  changeForm({
    do: "fill",
    form: {
      race,
      ...(order.legs
        ? allUpOf(order, order.legs)
        : {
            betType,
            race2,
            multi,
            picks: fromSlots(betType, fromWireSelections(betType, order.selections)),
          }),
      amount: typedOfCents(BigInt(unit)),
      amount2: typedOfCents(BigInt(unit2 ?? unit)),
      isSameStake: unit2 === null || unit2 === unit,
    },
  });
  openSlip();
}

/** An order names the races of an All Up, which are of one day. */
function allUpOf({ date }: OrderDetail, legs: readonly AllUpLegState[]): Partial<BetFormState> {
  return {
    allUp: legs.map(({ pool, code, meetings, raceNo, race_id: raceId, start_time }) => {
      const startMs = Date.parse(start_time);
      return { pool, race: { eventId: "", code, meetings, raceNo, raceId, date, startMs } };
    }),
    picks: legs.map(({ combination }) => combination),
  };
}

/** The legs of a pool over several races: an order names its pool, which knows them. */
async function readMultiRef(order: OrderDetail): Promise<MultiRef> {
  const { multi_pool_id } = order.multi_pool ?? { multi_pool_id: "" };
  const params = { multi_pool_id };
  const wish = { method: "GET", path: "/api/multi-pools/:multi_pool_id", params } as const;
  const { data: pool } = await call<typeof getMultiPool>(wish);
  const { event_id: eventId, code: poolCode, name, meetings, date } = pool;
  const races = pool.legs.map(({ race_id: raceId, raceNo, start_time }): RaceRef => {
    const startMs = Date.parse(start_time);
    return { eventId, code: order.code, meetings, raceNo, raceId, date, startMs };
  });
  return { poolId: multi_pool_id, code: poolCode, name, races };
}

/** The second race of a double: an order names it, but the form needs its day and start too. */
async function readRaceRef(raceId: string): Promise<RaceRef> {
  const params = { race_id: raceId };
  const wish = { method: "GET", path: "/api/events/race/:race_id", params } as const;
  return raceRefOf((await call<typeof getRace>(wish)).data);
}
