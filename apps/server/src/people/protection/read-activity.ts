import type { DataOf, getActivity } from "@club/contract";
import type { Queryable } from "../../core/db/connect.ts";
import { wireCents } from "../../core/http/wire.ts";
import { readMonth, readTimes, sumDays, sumMonths } from "./activity.queries.ts";
import type { MovedRow } from "./activity.queries.ts";

export type Activity = DataOf<typeof getActivity>;

const NOTHING: MovedRow = {
  staked_cents: 0n,
  returned_cents: 0n,
  refunded_cents: 0n,
  topped_up_cents: 0n,
  withdrawn_cents: 0n,
  bets: 0,
};

/**
 * What a player did in a month of club time, from the ledger (promise G11); by default the current
 * month.
 */
export async function readActivity(
  db: Queryable,
  playerId: string,
  asked: string | undefined,
): Promise<Activity> {
  const month = asked ?? (await readMonth(db));
  const months = await sumMonths(db, playerId);
  const moved = await sumDays(db, playerId, month);
  const times = await readTimes(db, playerId, month);
  const sum = months.find((each) => each.month === month) ?? NOTHING;
  const names = [...new Set([...moved.map(({ day }) => day), ...times.keys()])].toSorted();
  const days = names.map((day) => ({
    day,
    ...toMoved(moved.find((each) => each.day === day) ?? NOTHING),
    seconds: times.get(day) ?? 0,
  }));
  const life = months.reduce((all, each) => all + each.topped_up_cents - each.withdrawn_cents, 0n);
  return {
    month,
    ...toMoved(sum),
    bets: sum.bets,
    topped_up_cents: wireCents(sum.topped_up_cents),
    withdrawn_cents: wireCents(sum.withdrawn_cents),
    net_deposits_life_cents: wireCents(life),
    seconds: [...times.values()].reduce((all, seconds) => all + seconds, 0),
    biggest_day: biggestOf(days),
    days,
    months: months.map((each) => ({ month: each.month, ...toMoved(each) })),
  };
}

/** The day with the highest stakes; null if there were none. */
function biggestOf(days: Activity["days"]): Activity["biggest_day"] {
  const [biggest] = days.toSorted((a, b) => b.staked_cents - a.staked_cents);
  if (biggest === undefined || biggest.staked_cents === 0) return null;
  const { seconds: _seconds, ...day } = biggest;
  return day;
}

function toMoved(row: MovedRow) {
  return {
    staked_cents: wireCents(row.staked_cents),
    returned_cents: wireCents(row.returned_cents),
    refunded_cents: wireCents(row.refunded_cents),
    net_result_cents: wireCents(row.returned_cents + row.refunded_cents - row.staked_cents),
  };
}
