import { fromWireSelections, type getRace } from "@club/contract";
import { clubNow, showToast, typedOfCents } from "@club/ui";
import { call } from "../core/call.ts";
import type { OrderDetail } from "../api/orders.ts";
import type { RaceRef } from "../slip/race/bet-form.state.ts";
import { changeForm } from "../slip/race/change-form.ts";
import { openSlip, raceRefOf } from "../slip/race/form-store.ts";
import { fromSlots } from "../slip/race/selection-columns.ts";
import type { T } from "../core/lang.ts";
import { betTypeOfOrder } from "./race-order.ts";

/** The same bet can be made again while its race, or the first of a double, is to come. */
export function canBetAgain({ status, start_time }: OrderDetail): boolean {
  return status === "accepted" && Date.parse(start_time) > clubNow();
}

/** The same bet in the form, ready to be placed: it is another bet. */
export async function sameAgain(t: T, order: OrderDetail): Promise<void> {
  let race2: RaceRef | null = null;
  try {
    if (order.race_id2 !== null) race2 = await readRaceRef(order.race_id2);
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
      betType,
      race,
      race2,
      picks: fromSlots(betType, fromWireSelections(betType, order.selections)),
      amount: typedOfCents(BigInt(unit)),
      amount2: typedOfCents(BigInt(unit2 ?? unit)),
      isSameStake: unit2 === null || unit2 === unit,
    },
  });
  openSlip();
}

/** The second race of a double: an order names it, but the form needs its day and start too. */
async function readRaceRef(raceId: string): Promise<RaceRef> {
  const params = { race_id: raceId };
  const wish = { method: "GET", path: "/api/events/race/:race_id", params } as const;
  return raceRefOf((await call<typeof getRace>(wish)).data);
}
