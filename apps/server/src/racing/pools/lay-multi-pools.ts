import type { CardChange, MultiPoolWish } from "@club/contract";
import { offersPool, poolOf, Refusal } from "@club/domain";
import type { Queryable } from "../../core/db/connect.ts";
import { command, manyRows, manyValues, oneRow } from "../../core/db/statements.ts";
import type { FastifyRequest } from "fastify";
import { audit } from "../../desk/operators/audit.ts";
import { latestRuleSet } from "../races/rule-sets.ts";
import { IS_USED } from "./multi-pool-rows.ts";
import { createPool } from "./open-pools.ts";

/** A race of the meeting, as a layout sees it. */
export interface LaidRace {
  readonly id: string;
  readonly number: number;
  readonly start_time: Date;
  /** It has started, or takes no more bets. */
  readonly is_over: boolean;
}

interface LaidPool extends MultiPoolWish {
  readonly id: string;
  readonly rule_set: string;
  readonly dividends: string;
  /** Bets, money or an incident hang on it. */
  readonly is_used: boolean;
}

/** What laying out changes. */
export interface LayoutChange {
  readonly added: readonly MultiPoolWish[];
  readonly removed: readonly MultiPoolWish[];
}

/** The races of a meeting in order of start. */
export const readLaidRaces = manyRows<LaidRace, [meetingId: string]>(`
  SELECT id, number, start_time, status NOT IN ('draft', 'open') OR start_time <= club_now() AS is_over
  FROM race WHERE meeting_id = $1 ORDER BY start_time, number`);

/** All races of a meeting, whose locks a layout needs. */
export const racesOfMeeting = manyValues<string, [meetingId: string]>(
  "SELECT id FROM race WHERE meeting_id = $1",
);

const readMeeting = oneRow<{ rule_set: string; dividends: string }, [meetingId: string]>(
  "SELECT rule_set, dividends FROM meeting WHERE id = $1",
);

const readLaidPools = manyRows<LaidPool, [meetingId: string]>(`
  SELECT p.id, p.code, p.name, p.guarantee_cents::float8 AS guarantee_cents, p.rule_set, p.dividends,
    (SELECT array_agg(r.number ORDER BY l.leg) FROM pool_leg l JOIN race r ON r.id = l.race_id
      WHERE l.pool_id = p.id)::integer[] AS races,
    ${IS_USED} AS is_used
  FROM pool p JOIN race o ON o.id = p.race_id WHERE o.meeting_id = $1 AND p.name IS NOT NULL`);

/**
 * Lays out a meeting's pools of three races and more: makes those that are new, removes those that
 * are no longer wanted. A changed one is made anew, so nothing may hang on it. The caller holds the
 * exclusive locks of the meeting's races, which keep bets out.
 *
 * @throws request.invalid with the field of the wish, pool.in_use, pool.not_offered
 */
export async function layPools(
  tx: Queryable,
  meetingId: string,
  wishes: readonly MultiPoolWish[],
): Promise<LayoutChange> {
  const laid = await readLaidPools(tx, meetingId);
  const meeting = await readMeeting(tx, meetingId);
  if (meeting === null) throw new Refusal("not_found");
  const isOfMeeting = ({ rule_set, dividends }: LaidPool): boolean =>
    rule_set === meeting.rule_set && dividends === meeting.dividends;
  const isKept = (pool: LaidPool): boolean =>
    (pool.is_used || isOfMeeting(pool)) && wishes.some((one) => same(one, pool));
  const removed = laid.filter((pool) => !isKept(pool));
  const added = wishes.filter((wish) => !laid.some((pool) => isKept(pool) && same(wish, pool)));
  const used = removed.filter(({ is_used }) => is_used).map(({ name }) => name);
  if (used.length > 0) throw new Refusal("pool.in_use", { pools: used });
  const races = await readLaidRaces(tx, meetingId);
  const made = wishes.map((wish, i) => checkWish(wish, { index: i, wishes, races, added }));
  if (meeting.dividends === "declared") refuseUndeclarable(wishes);
  await removePools(
    tx,
    removed.map(({ id }) => id),
  );
  if (added.length > 0) await makePools(tx, meeting, made);
  return { added, removed };
}

/** The pools of a meeting as they are laid out, to be laid out again under another rule set. */
export async function laidWishes(tx: Queryable, meetingId: string): Promise<MultiPoolWish[]> {
  const laid = await readLaidPools(tx, meetingId);
  return laid.map(({ code, name, races, guarantee_cents }) => ({
    code,
    name,
    races,
    guarantee_cents,
  }));
}

/** What a layout would change, as rows of a card's dry run. Whether it may is not looked at. */
export async function layoutRows(
  db: Queryable,
  meetingId: string | null,
  wishes: readonly MultiPoolWish[],
): Promise<CardChange[]> {
  const laid: readonly MultiPoolWish[] =
    meetingId === null ? [] : await readLaidPools(db, meetingId);
  const isSameName = (a: MultiPoolWish) => (b: MultiPoolWish) =>
    a.code === b.code && a.name === b.name;
  const kept = wishes.flatMap((wish) => {
    const before = laid.find(isSameName(wish)) ?? null;
    return before !== null && same(before, wish) ? [] : [toRow(before, wish)];
  });
  const gone = laid.filter((pool) => !wishes.some(isSameName(pool)));
  return [...kept, ...gone.map((pool) => toRow(pool, null))];
}

function toRow(before: MultiPoolWish | null, after: MultiPoolWish | null): CardChange {
  const { code, name } = (after ?? before) as MultiPoolWish;
  const fields = [
    { field: "races", before: racesText(before), after: racesText(after) },
    {
      field: "guarantee_cents",
      before: before?.guarantee_cents ?? null,
      after: after?.guarantee_cents ?? null,
    },
  ].filter((each) => each.before !== each.after);
  const kind = before === null ? "added" : after === null ? "removed" : "changed";
  return { kind, pool: code, race: null, runner: null, name, fields };
}

const racesText = (pool: MultiPoolWish | null): string | null => pool?.races.join(" ") ?? null;

export interface LaidOut {
  readonly eventId: string;
  readonly operator?: { readonly id: string } | undefined;
  readonly request?: FastifyRequest | undefined;
  readonly layout: LayoutChange;
}

export async function auditLayout(
  tx: Queryable,
  { eventId, operator, request, layout }: LaidOut,
): Promise<void> {
  await audit(tx, {
    action: "meeting.multi_pools",
    operator,
    request,
    target: eventId,
    before: { taken_away: layout.removed.map(({ code, name }) => `${code} ${name}`) },
    after: { laid_out: layout.added },
  });
}

const same = (a: MultiPoolWish, b: MultiPoolWish): boolean =>
  a.code === b.code &&
  a.name === b.name &&
  a.guarantee_cents === b.guarantee_cents &&
  a.races.join() === b.races.join();

interface Place {
  readonly index: number;
  readonly wishes: readonly MultiPoolWish[];
  readonly races: readonly LaidRace[];
  readonly added: readonly MultiPoolWish[];
}

interface CheckedWish {
  readonly wish: MultiPoolWish;
  /** Null where the pool stays as it is. */
  readonly raceIds: readonly string[] | null;
}

/** The races of a new pool: as many as its code asks for, of this meeting, in order of start, none started. */
function checkWish(wish: MultiPoolWish, { index, wishes, races, added }: Place): CheckedWish {
  const wrong = (field: string): never => {
    throw wrongWish(index, field);
  };
  const isTwice = wishes.some(
    (other, i) => i < index && other.code === wish.code && other.name === wish.name,
  );
  if (isTwice) wrong("name");
  if (!added.includes(wish)) return { wish, raceIds: null };
  const legs = wish.races.map((number) => races.find((race) => race.number === number));
  const places = legs.map((leg) => (leg === undefined ? -1 : races.indexOf(leg)));
  const isInOrder = places.every((place, i) => place > (places[i - 1] ?? -1));
  const isRightCount = legs.length === poolOf(wish.code).legs;
  if (!isRightCount || !isInOrder || legs.some((leg) => leg?.is_over !== false)) wrong("races");
  return { wish, raceIds: legs.flatMap((leg) => leg?.id ?? []) };
}

/**
 * Official dividends are declared by code, first and last race, so these tell two pools apart; and a
 * dividend that others declare promises nothing, so there is no guarantee.
 */
function refuseUndeclarable(wishes: readonly MultiPoolWish[]): void {
  const ends = wishes.map(({ code, races }) => [code, races[0], races.at(-1)].join());
  const twice = ends.findIndex((each, i) => ends.indexOf(each) < i);
  const promised = wishes.findIndex(({ guarantee_cents }) => guarantee_cents > 0);
  if (twice !== -1) throw wrongWish(twice, "races");
  if (promised !== -1) throw wrongWish(promised, "guarantee_cents");
}

const wrongWish = (index: number, field: string): Refusal =>
  new Refusal("request.invalid", { field: `multi_pools.${index}.${field}` });

async function makePools(
  tx: Queryable,
  meeting: { rule_set: string; dividends: string },
  made: readonly CheckedWish[],
): Promise<void> {
  const ruleSet = await latestRuleSet(tx, meeting.rule_set);
  for (const { wish, raceIds } of made) {
    if (raceIds === null) continue;
    if (!offersPool(ruleSet, wish.code)) {
      throw new Refusal("pool.not_offered", { field: "multi_pools", pool: wish.code });
    }
    await createPool(tx, {
      code: wish.code,
      raceId: raceIds[0] ?? "",
      raceId2: raceIds.at(-1) ?? null,
      ruleSet,
      dividends: meeting.dividends,
      multi: { name: wish.name, guaranteeCents: BigInt(wish.guarantee_cents), raceIds },
    });
  }
}

async function removePools(tx: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await deleteLegs(tx, ids);
  await deletePools(tx, ids);
  await deleteAccounts(tx, ids);
}

const deleteLegs = command<[ids: readonly string[]]>(
  "DELETE FROM pool_leg WHERE pool_id = ANY ($1)",
);
const deletePools = command<[ids: readonly string[]]>("DELETE FROM pool WHERE id = ANY ($1)");
const deleteAccounts = command<[ids: readonly string[]]>(
  "DELETE FROM account WHERE pool_id = ANY ($1)",
);
