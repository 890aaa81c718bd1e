import { createHash } from "node:crypto";
import { type BetForm, isEmpty, nameAllUpField, parseAllUp } from "@club/contract";
import {
  ALL_UP_INDEX,
  type AllUpLeg,
  type AllUpOrder,
  type BetLimits,
  checkAllUp,
  present,
  Refusal,
} from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import { loadRaceFacts, type RaceFacts } from "../races/race-facts.ts";
import { betLimits, refuseNoPool } from "./bet-order.ts";

/** An All Up as its form asks for it, before the races are read. */
export interface AskedAllUp {
  readonly order: AllUpOrder;
  readonly fingerprint: Buffer;
}

/** A checked All Up, its legs in the order of their starts. */
export interface PreparedAllUp {
  readonly stakeCents: bigint;
  readonly legs: readonly PreparedLeg[];
}

export interface PreparedLeg {
  readonly leg: AllUpLeg;
  /** The number of the leg as entered, from 1. */
  readonly entered: number;
  readonly race: RaceFacts;
  readonly poolId: string;
}

/** Reads the form without the races. @throws bet.* with params.field and params.leg */
export function askAllUp(form: BetForm): AskedAllUp {
  const order = parseAllUp(form);
  const legs = order.legs.map(({ raceId, pool, numbers }) => [
    raceId,
    pool,
    numbers.toSorted((a, b) => a - b),
  ]);
  const sorted = legs.toSorted(([a = ""], [b = ""]) => (a < b ? -1 : 1));
  const text = JSON.stringify([ALL_UP_INDEX, sorted, String(order.stakeCents)]);
  return { order, fingerprint: createHash("sha256").update(text).digest() };
}

/**
 * Checks the legs on their races, each like a bet of its own. The bet function trusts none of this
 * and checks again under its locks.
 *
 * @throws not_found, pool.not_offered, race.closed, bet.date_wrong and every refusal of
 * `checkAllUp`; `leg` counts from 1, as entered.
 */
export async function prepareAllUp(
  ctx: AppContext,
  { order }: AskedAllUp,
  form: BetForm,
): Promise<PreparedAllUp> {
  const [limits, ...races] = await Promise.all([
    betLimits(ctx),
    ...order.legs.map(async ({ raceId }, i) => await loadLeg(ctx, raceId, i + 1)),
  ]);
  const checked = check(order, races, limits);
  const legs = checked.legs.map((leg): PreparedLeg => {
    const race = raceOf(leg, races);
    const entered = order.legs.indexOf(leg) + 1;
    return { leg, entered, race, poolId: poolOf(leg, race, entered) };
  });
  if (!isEmpty(form.date) && form.date !== legs[0]?.race.date)
    throw new Refusal("bet.date_wrong", { field: "date" });
  return { stakeCents: checked.stakeCents, legs };
}

function check(order: AllUpOrder, races: readonly RaceFacts[], limits: BetLimits): AllUpOrder {
  const fields = races.map((race) => ({
    raceId: race.raceId,
    day: race.date,
    startMs: race.startTime.getTime(),
    runners: race.runners,
    scratched: race.scratched,
  }));
  try {
    return checkAllUp(order, fields, limits);
  } catch (error) {
    throw error instanceof Refusal ? nameAllUpField(error) : error;
  }
}

const raceOf = (leg: AllUpLeg, races: readonly RaceFacts[]): RaceFacts =>
  present(
    races.find(({ raceId }) => raceId === leg.raceId),
    "a leg has a race",
  );

/** @throws pool.not_offered, race.closed */
function poolOf({ pool }: AllUpLeg, race: RaceFacts, leg: number): string {
  if (!race.offered.includes(pool))
    throw new Refusal("pool.not_offered", { field: "legs", leg, pool, race_id: race.raceId });
  return race.pools[pool]?.poolId ?? refuseNoPool(race, pool, { field: "legs", leg });
}

/** @throws not_found with the leg that names the race */
async function loadLeg(ctx: AppContext, raceId: string, leg: number): Promise<RaceFacts> {
  try {
    return await loadRaceFacts(ctx, raceId);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "not_found") throw error;
    throw new Refusal("not_found", { field: "legs", leg });
  }
}
