import { betTypeNamed, type MultiPoolCode, type RuleSetName } from "@club/domain";
import { expect } from "vitest";
import { act, placeOrder } from "./card-desk.ts";
import { type ByHand, ok, type TestClub, type TestPlayer } from "./club.ts";
import { openVectorRaces } from "./vector-race.ts";

export interface MultiVectorLeg {
  readonly runners: number;
  readonly early: number[];
  readonly late: number[];
  readonly favourite: number;
  readonly groups: number[][];
  readonly void: boolean;
}

/** A pool over several races in wider_card.json. */
export interface MultiVector {
  readonly id: string;
  readonly kind: "multi" | "race";
  readonly rule_set?: RuleSetName;
  readonly pool: MultiPoolCode;
  readonly legs: MultiVectorLeg[];
  readonly jackpot_in_cents: number;
  readonly guarantee_cents: number;
  readonly tickets: { id: string; legs: number[][]; unit_cents: number }[];
  readonly expected: {
    readonly pool: Record<string, number | string | null>;
    readonly tickets: Record<string, Record<string, number>>;
  };
}

export interface LaidMulti {
  readonly eventId: string;
  readonly raceIds: readonly string[];
  readonly poolId: string;
}

export const fieldOf = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1);

/** Lays out pools of a meeting as the owner; the answer may be a refusal. */
export async function layOut(club: TestClub, eventId: string, pools: readonly object[]) {
  const { token } = await club.operator();
  const body = { multi_pools: pools };
  return await club.call("PUT", `/api/operator/meetings/${eventId}/multi-pools`, { token, body });
}

/** A meeting with these fields and one pool over all of its races. */
export async function openMulti(
  club: TestClub,
  wish: {
    code: MultiPoolCode;
    fields: readonly number[];
    ruleSet?: string | undefined;
    guarantee?: number;
    dividends?: string;
  },
): Promise<LaidMulti> {
  const races = wish.fields.map((count) => ({ runners: fieldOf(count) }));
  const raceIds = await openVectorRaces(club, {
    ruleSet: wish.ruleSet ?? "AU_STD",
    dividends: wish.dividends ?? "club",
    races,
  });
  const [race] = await club.query("SELECT meeting_id FROM race WHERE id = $1", [raceIds[0]]);
  const eventId = race?.["meeting_id"] as string;
  const numbers = fieldOf(raceIds.length);
  const pool = { code: wish.code, name: "The pool", races: numbers };
  const answer = await layOut(club, eventId, [{ ...pool, guarantee_cents: wish.guarantee ?? 0 }]);
  ok(answer);
  const [laid] = answer.body.list as { multi_pool_id: string }[];
  return { eventId, raceIds, poolId: laid!.multi_pool_id };
}

/** The bet form of a ticket. */
export function ticketForm(
  { raceIds, poolId }: LaidMulti,
  code: MultiPoolCode,
  ticket: { readonly legs: readonly (readonly number[])[]; readonly unit_cents?: number },
): Record<string, unknown> {
  const key = code.toLowerCase() as Lowercase<MultiPoolCode>;
  return {
    bet_type: betTypeNamed(key).index,
    race_id: raceIds[0],
    multi_pool_id: poolId,
    legs: ticket.legs,
    betAmount: ((ticket.unit_cents ?? 100) / 100).toFixed(2),
  };
}

export async function orderOf(club: TestClub, who: TestPlayer, id: string): Promise<ByHand> {
  return ok(await club.call("GET", `/api/order/${id}`, { token: who.token }));
}

/** The pool as the public sees it, up to a second old. */
export async function poolOf(club: TestClub, id: string): Promise<ByHand> {
  return ok(await club.call("GET", `/api/multi-pools/${id}`));
}

export async function statusOf(club: TestClub, id: string): Promise<ByHand> {
  return (await club.query("SELECT status FROM pool WHERE id = $1", [id]))[0]?.["status"];
}

/** Enters a final result and settles by it: as its dry run said. Returns the numbers. */
export async function settleLeg(club: TestClub, raceId: string, placings: number[][]) {
  const dry = ok(await act(club, raceId, "result", { placings, stage: "final" }));
  const { result_version } = dry;
  const done = ok(await act(club, raceId, "settle", { result_version }));
  expect(done.pools).toEqual(dry.pools);
  return done;
}

/** Makes a runner the favourite of a leg. */
export async function back(
  club: TestClub,
  player: TestPlayer,
  leg: { raceId: string; on: number },
) {
  const form = { race_id: leg.raceId, bet_type: 1, horse: [leg.on], betAmount: 3 };
  ok(await placeOrder(club, player, form));
}

/**
 * Plays the races of a vector whose tickets are placed: scratches, closes leg 1, scratches again,
 * closes the others, abandons what is void and settles the rest, in order.
 */
export async function playLegs(
  club: TestClub,
  { raceIds }: LaidMulti,
  legs: readonly MultiVectorLeg[],
) {
  const scratch = async (when: "early" | "late") => {
    for (const [i, leg] of legs.entries()) {
      for (const horse_id of leg[when]) ok(await act(club, raceIds[i]!, "scratch", { horse_id }));
    }
  };
  await scratch("early");
  ok(await act(club, raceIds[0]!, "close"));
  await scratch("late");
  for (const raceId of raceIds.slice(1)) ok(await act(club, raceId, "close"));
  for (const [i, leg] of legs.entries()) {
    if (leg.void) ok(await act(club, raceIds[i]!, "abandon", { reason: "no start" }));
    else await settleLeg(club, raceIds[i]!, leg.groups);
  }
}
