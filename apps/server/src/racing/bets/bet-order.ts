import { createHash } from "node:crypto";
import {
  type BetForm,
  isEmpty,
  multiPoolIdOf,
  nameField,
  parseBetForm,
  toWireSelections,
} from "@club/contract";
import {
  type BetLimits,
  type BetOrder,
  betTypeOf,
  canonicalJson,
  type DoublePoolCode,
  type PoolCode,
  priceBet,
  type PricedBet,
  Refusal,
} from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import { mostOfBet } from "../../desk/club-settings/bet-settings.ts";
import { ensureDoublePool } from "../pools/double-pool.ts";
import { findMultiPool } from "../pools/multi-pool-rows.ts";
import { loadRaceFacts, type RaceFacts } from "../races/race-facts.ts";

const MOST_COMBINATIONS = 30_000;

/** Business limits of one bet. Source: docs/rules/money.md and bet-types.md. */
export async function betLimits(ctx: Pick<AppContext, "db">): Promise<BetLimits> {
  return { maxCostCents: await mostOfBet(ctx), maxCombinations: MOST_COMBINATIONS };
}

/** What a form asks for, before the races are read: enough to recognise the same bet. */
export interface AskedBet {
  readonly order: BetOrder;
  /** The one or two races, as the form names them. */
  readonly raceIds: readonly string[];
  /** Three races and more: the pool that knows them; `raceIds` has the first alone. */
  readonly multiPoolId: string | null;
  readonly fingerprint: Buffer;
}

/** A priced bet with its pools. */
export interface PreparedBet {
  /** With the legs of a double in the order of its pool. */
  readonly order: BetOrder;
  readonly races: readonly RaceFacts[];
  readonly priced: PricedBet;
  readonly poolIds: readonly string[];
  readonly selections: string;
}

/** Reads the form without the races. @throws bet.* with params.field */
export function askBet(form: BetForm): AskedBet {
  const order = parseBetForm(form);
  const { legs } = betTypeOf(order.betType);
  if (legs > 2) {
    const multiPoolId = multiPoolIdOf(form);
    const fingerprint = fingerprintOf(order, [multiPoolId]);
    return { order, raceIds: [raceIdOf(form, "")], multiPoolId, fingerprint };
  }
  const isDouble = legs > 1;
  const raceIds = isDouble ? [raceIdOf(form, ""), raceIdOf(form, "2")] : [raceIdOf(form, "")];
  if (isDouble && raceIds[0] === raceIds[1]) {
    throw new Refusal("bet.same_race_twice", { field: "race_id2" });
  }
  return { order, raceIds, multiPoolId: null, fingerprint: fingerprintOf(order, raceIds) };
}

function raceIdOf(form: BetForm, leg: "" | "2"): string {
  const value = form[`race_id${leg}`];
  if (isEmpty(value)) throw new Refusal("bet.race_mismatch", { field: `race_id${leg}` });
  return String(value);
}

/** SHA-256 of the normalised order: equal for every spelling of the same bet, legs in either order. */
function fingerprintOf(order: BetOrder, raceIds: readonly string[]): Buffer {
  const slots = order.slots.map((slot) => [...slot].sort((a, b) => a - b));
  const legs = raceIds.map(
    (raceId, i) => [raceId, raceIds.length === 2 ? [slots[i] ?? []] : slots] as const,
  );
  const sorted = legs.toSorted(([a], [b]) => (a < b ? -1 : 1));
  const text = JSON.stringify([
    order.betType,
    sorted,
    String(order.unitStakeCents),
    order.unitStake2Cents === null ? null : String(order.unitStake2Cents),
  ]);
  return createHash("sha256").update(text).digest();
}

/**
 * Prices the bet on its races and finds its pools. The bet function trusts none of this and checks
 * again under its locks; here a wrong form gets a clear refusal.
 *
 * @throws not_found, bet.race_mismatch, bet.date_wrong, pool.not_offered, race.closed and every
 * refusal of `priceBet`.
 */
export async function prepareBet(
  ctx: AppContext,
  asked: AskedBet,
  form: BetForm,
): Promise<PreparedBet> {
  if (asked.multiPoolId !== null) return await prepareMulti(ctx, asked, form);
  const [limits, ...races] = await Promise.all([
    betLimits(ctx),
    ...asked.raceIds.map(async (raceId, i) => await loadLeg(ctx, raceId, i === 0 ? "" : "2")),
  ]);
  races.forEach((race, i) => checkNames(form, race, i === 0 ? "" : "2"));
  const [first] = races as [RaceFacts];
  checkDate(form, first);
  requireOffered(asked.order, races);
  const priced = price(asked.order, races, limits);
  const order = { ...asked.order, slots: priced.slots };
  if (races.length === 2) return await prepareDouble(ctx, { order, races, priced });
  const poolIds = priced.parts.map(
    ({ pool }) => first.pools[pool]?.poolId ?? refuseNoPool(first, pool, { field: "bet_type" }),
  );
  return { order, races, priced, poolIds, selections: canonicalJson(toWireSelections(order)) };
}

/**
 * A bet on a pool that a meeting laid out over three races and more. The form names leg 1 as every
 * bet does; the pool names the others.
 */
async function prepareMulti(ctx: AppContext, asked: AskedBet, form: BetForm): Promise<PreparedBet> {
  const { order, raceIds, multiPoolId } = asked;
  const [code] = betTypeOf(order.betType).pools;
  const pool = await findMultiPool(ctx, multiPoolId ?? "");
  if (pool === null || pool.code !== code)
    throw new Refusal("pool.not_offered", { field: "multi_pool_id", pool: code });
  if (pool.raceIds[0] !== raceIds[0]) throw new Refusal("bet.race_mismatch", { field: "race_id" });
  const [limits, ...races] = await Promise.all([
    betLimits(ctx),
    ...pool.raceIds.map(async (raceId, i) => await loadLegOfPool(ctx, raceId, i + 1)),
  ]);
  const [first] = races as [RaceFacts];
  checkNames(form, first, "");
  checkDate(form, first);
  const priced = price(order, races, limits);
  const selections = canonicalJson(toWireSelections({ ...order, slots: priced.slots }));
  return {
    order: { ...order, slots: priced.slots },
    races,
    priced,
    poolIds: [pool.poolId],
    selections,
  };
}

/** @throws race.closed - also for a draft, which players do not see */
async function loadLegOfPool(ctx: AppContext, raceId: string, leg: number): Promise<RaceFacts> {
  try {
    return await loadRaceFacts(ctx, raceId);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "not_found") throw error;
    throw new Refusal("race.closed", { race_id: raceId, leg });
  }
}

function checkDate(form: BetForm, first: RaceFacts): void {
  if (isEmpty(form.date) || form.date === first.date) return;
  throw new Refusal("bet.date_wrong", { field: "date" });
}

/** @throws not_found with the field that names the race */
async function loadLeg(ctx: AppContext, raceId: string, leg: "" | "2"): Promise<RaceFacts> {
  try {
    return await loadRaceFacts(ctx, raceId);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "not_found") throw error;
    throw new Refusal("not_found", { field: `race_id${leg}` });
  }
}

/** Checks that each race offers every pool of the bet type. */
function requireOffered(order: BetOrder, races: readonly RaceFacts[]): void {
  for (const pool of betTypeOf(order.betType).pools) {
    const race = races.find(({ offered }) => !offered.includes(pool));
    if (race === undefined) continue;
    throw new Refusal("pool.not_offered", { field: "bet_type", pool, race_id: race.raceId });
  }
}

function price(order: BetOrder, races: readonly RaceFacts[], limits: BetLimits): PricedBet {
  try {
    return priceBet(order, races, limits);
  } catch (error) {
    throw error instanceof Refusal ? nameField(error, order) : error;
  }
}

/** The pair's pool decides which race is leg 1; the selections follow it. */
async function prepareDouble(
  ctx: AppContext,
  bet: Pick<PreparedBet, "order" | "races" | "priced">,
): Promise<PreparedBet> {
  const [a, b] = bet.races as [RaceFacts, RaceFacts];
  const code = betTypeOf(bet.order.betType).pools[0] as DoublePoolCode;
  const pool = await ensureDoublePool(ctx, code, [a, b]);
  const isSwapped = pool.leg1 !== a.raceId;
  const order = isSwapped ? { ...bet.order, slots: bet.order.slots.toReversed() } : bet.order;
  return {
    order,
    races: isSwapped ? [b, a] : [a, b],
    priced: bet.priced,
    poolIds: [pool.poolId],
    selections: canonicalJson(toWireSelections(order)),
  };
}

/**
 * A race that takes bets has no such pool where its rule set is older than the pool's figures.
 *
 * @throws pool.not_offered, race.closed
 */
export function refuseNoPool(race: RaceFacts, pool: PoolCode, where: Refusal["params"]): never {
  const { raceId: race_id, status } = race;
  if (status === "open") throw new Refusal("pool.not_offered", { ...where, pool, race_id });
  const { field: _field, ...rest } = where;
  throw new Refusal("race.closed", { ...rest, race_id, status });
}

/** Checks event, code, meeting and number where the form gives them; numbers may come as text. */
function checkNames(form: BetForm, race: RaceFacts, leg: "" | "2"): void {
  const facts = {
    event_id: race.eventId,
    code: race.code,
    meetings: race.meetings,
    raceNo: String(race.raceNo),
  };
  for (const [name, fact] of Object.entries(facts)) {
    const field = `${name}${leg}` as Exclude<keyof BetForm, "legs">;
    const value = form[field];
    if (!isEmpty(value) && String(value) !== fact)
      throw new Refusal("bet.race_mismatch", { field });
  }
}
