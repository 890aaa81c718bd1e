import type { BetForm, PlacedOrder } from "@club/contract";
import { assert, Refusal } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import { newId, newNonce } from "../../core/kit/ids.ts";
import { forgetDoublePools } from "../pools/double-pool.ts";
import type { PendingBet, Verdict } from "./bet-group.ts";
import { besideGroups } from "./beside-groups.ts";
import { type AskedBet, askBet, type PreparedBet, prepareBet } from "./bet-order.ts";
import { findBetById, findBetByKey, findClosedLeg } from "./bets.queries.ts";
import { toPlacedOrder } from "./bets.wire.ts";

export interface BetRequest {
  readonly playerId: string;
  readonly form: BetForm;
  readonly idempotencyKey: string | null;
}

export interface PlacedBet {
  readonly order: PlacedOrder;
  /** True when the key was known with this bet: nothing new was written. */
  readonly isReplay: boolean;
}

/** Tries again if a delay replaced the double's pool between preparing and accepting the bet. */
const POOL_TRIES = 2;
export const NONCE_BYTES = 16;

/**
 * Places a bet: reads the form, prices it, has the intake accept it under the locks, and answers
 * after the commit. A known key gets its first receipt, even if the race has closed since.
 *
 * @throws every refusal of the form and of the bet function; bet.in_doubt when the commit gave no
 * answer.
 */
export async function placeBet(ctx: AppContext, request: BetRequest): Promise<PlacedBet> {
  const asked = askBet(request.form);
  for (let tries = 1; ; tries++) {
    const prepared = await preparedOrReplay(
      ctx,
      { request, asked },
      async () => await prepareBet(ctx, asked, request.form),
    );
    if ("isReplay" in prepared) return prepared;
    const bet = toPendingBet(ctx, { request, asked, prepared });
    const verdict = await ctx.intake.place(bet);
    const isPoolGone = verdict.verdict === "pool.closed" && prepared.races.length === 2;
    if (!isPoolGone || tries === POOL_TRIES) return await answer(ctx, bet, verdict);
    forgetDoublePools(ctx);
  }
}

/** A refusal of the form or the race stands, unless the key already has its receipt. */
export async function preparedOrReplay<Prepared>(
  ctx: AppContext,
  { request, asked }: { request: BetRequest; asked: Pick<AskedBet, "fingerprint"> },
  prepare: () => Promise<Prepared>,
): Promise<Prepared | PlacedBet> {
  try {
    return await prepare();
  } catch (error) {
    if (!(error instanceof Refusal) || request.idempotencyKey === null) throw error;
    const { playerId, idempotencyKey: key } = request;
    const known = await besideGroups(ctx, async (db) => await findBetByKey(db, playerId, key));
    if (known === null) throw error;
    if (!known.fingerprint.equals(asked.fingerprint)) throw new Refusal("idempotency.mismatch");
    return { order: toPlacedOrder(known), isReplay: true };
  }
}

function toPendingBet(
  ctx: AppContext,
  parts: { request: BetRequest; asked: AskedBet; prepared: PreparedBet },
): PendingBet {
  const { request, asked, prepared } = parts;
  return {
    id: newId(),
    playerId: request.playerId,
    idempotencyKey: request.idempotencyKey,
    fingerprint: asked.fingerprint,
    confirmSame: request.form.confirm_same === true,
    nonce: newNonce(NONCE_BYTES),
    ...placesOf(prepared),
    ...moneyOf(prepared),
    exchangeRate: ctx.settings.exchangeRate,
  };
}

/** Where the bet belongs: races, pools, runners of each leg. */
function placesOf({ order, races, poolIds, selections }: PreparedBet) {
  const [first] = races;
  assert(first !== undefined && poolIds[0] !== undefined, "a bet has a race and a pool");
  const last = races.length > 1 ? races.at(-1) : undefined;
  // The legs between, if any, are checked by the pool's own list of races.
  const leg1 = last === undefined ? order.slots.flat() : order.slots[0];
  const leg2 = last === undefined ? [] : order.slots.at(-1);
  return {
    betType: order.betType,
    raceId: first.raceId,
    raceId2: last?.raceId ?? null,
    poolId: poolIds[0],
    poolId2: poolIds[1] ?? null,
    runners: leg1 ?? [],
    runners2: leg2 ?? [],
    selections,
  };
}

function moneyOf({ order, priced }: PreparedBet) {
  const [first, second] = priced.parts;
  assert(first !== undefined, "a bet lies in a pool");
  return {
    combinations: priced.combinations,
    unitStakeCents: order.unitStakeCents,
    unitStake2Cents: order.unitStake2Cents,
    costCents: first.costCents,
    cost2Cents: second?.costCents ?? 0n,
  };
}

/** What an answer says of the bet, as it was asked for. */
type AnsweredBet = Pick<
  PendingBet,
  | "playerId"
  | "raceId"
  | "raceId2"
  | "poolId"
  | "combinations"
  | "unitStakeCents"
  | "unitStake2Cents"
  | "costCents"
  | "cost2Cents"
> & { readonly betType: number };

/** The receipt, or the refusal, for a verdict of the bet function. @throws every refusal of it */
export async function answer(
  ctx: AppContext,
  bet: AnsweredBet,
  verdict: Verdict,
): Promise<PlacedBet> {
  const isReplay = verdict.verdict === "replay";
  if (!isReplay && verdict.verdict !== "ok") throw await refusalOf(ctx, bet, verdict);
  const { betId, acceptedAt, receiptHash, balanceCents } = verdict;
  assert(
    betId !== null && acceptedAt !== null && receiptHash !== null,
    "an accepted bet has a receipt",
  );
  // A replay is the same bet, so it covers and costs what this request asked for.
  const order = toPlacedOrder({
    id: betId,
    bet_type: bet.betType,
    combinations: bet.combinations,
    unit_stake_cents: bet.unitStakeCents,
    unit_stake2_cents: bet.unitStake2Cents,
    cost_cents: bet.costCents + bet.cost2Cents,
    balance_cents: balanceCents,
    accepted_at: acceptedAt,
    receipt_hash: receiptHash,
  });
  return { order, isReplay };
}

/** The refusal for a verdict, with what the app needs to word it. */
async function refusalOf(ctx: AppContext, bet: AnsweredBet, verdict: Verdict): Promise<Refusal> {
  const cost_cents = bet.costCents + bet.cost2Cents;
  switch (verdict.verdict) {
    case "bet.same_again": {
      const betId = verdict.betId as string;
      const first = await besideGroups(
        ctx,
        async (db) => await findBetById(db, bet.playerId, betId),
      );
      return new Refusal("bet.same_again", {
        receipt: first === null ? null : toPlacedOrder(first),
      });
    }
    case "funds.insufficient":
      return new Refusal("funds.insufficient", { balance_cents: verdict.balanceCents, cost_cents });
    case "limit.stake":
    case "limit.loss":
      return new Refusal(verdict.verdict, { left_cents: verdict.roomCents ?? 0n, cost_cents });
    case "race.closed":
      return new Refusal(verdict.verdict, await closedRace(ctx, bet));
    case "pool.closed":
      return new Refusal(verdict.verdict, { race_id: bet.raceId });
    default:
      return new Refusal(verdict.verdict);
  }
}

/**
 * The race that keeps a bet out: of several, the first leg that takes none. The refusal stands, also
 * where there is no turn to look that up.
 */
async function closedRace(
  ctx: AppContext,
  { raceId, raceId2, poolId }: AnsweredBet,
): Promise<{ readonly race_id: string; readonly leg?: number }> {
  if (raceId2 === null) return { race_id: raceId };
  const looked = besideGroups(ctx, async (db) => await findClosedLeg(db, poolId));
  const leg = await looked.catch(() => null);
  return leg ?? { race_id: raceId };
}
