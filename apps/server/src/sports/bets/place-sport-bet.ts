import { createHash } from "node:crypto";
import type { PlacedSportOrder, SportBetForm } from "@club/contract";
import { Refusal, assert, canonicalJson, countLines, priceSportBet } from "@club/domain";
import { receiptNo } from "../../core/kit/receipt-no.ts";
import type { AppContext } from "../../core/context.ts";
import { isId, newId, newNonce } from "../../core/kit/ids.ts";
import { wireCents, wireInstant } from "../../core/http/wire.ts";
import { MOST_OF_BET_CENTS, mostOfBet } from "../../desk/club-settings/bet-settings.ts";
import { keepOffer } from "./sport-offers.ts";
import type { PendingSportBet, SportVerdict, TakenSportBet } from "./sport-bet-group.ts";
import { besideGroups } from "../../racing/bets/beside-groups.ts";
import { findSportBet, isPlaced } from "./sport-orders.queries.ts";
import { toPlacedSportOrder } from "./sport-orders.wire.ts";

export interface SportBetRequest {
  readonly playerId: string;
  readonly form: SportBetForm;
  readonly idempotencyKey: string;
}

export interface PlacedSportBet {
  readonly order: PlacedSportOrder;
  /** True when the key was known with this bet: nothing new was written. */
  readonly isReplay: boolean;
}

const NONCE_BYTES = 16;

/**
 * Places a sports bet: counts its lines, has the intake accept it under the locks, and answers
 * after the commit. A known key gets its first receipt, even if the market has closed since.
 *
 * @throws the refusals of the slip and of the bet function; bet.in_doubt when the commit gave no
 * answer.
 */
export async function placeSportBet(
  ctx: AppContext,
  request: SportBetRequest,
): Promise<PlacedSportBet> {
  const bet = toPendingBet(request);
  await refuseOverLimit(ctx, bet);
  const verdict = await ctx.sportIntake.place(bet);
  if (verdict.verdict === "sport.over_liability") await keepOffer(ctx, bet, verdict);
  const isReplay = verdict.verdict === "replay";
  if (!isReplay && verdict.verdict !== "ok") throw refusalOf(verdict);
  return { order: toAnswer(bet, verdict), isReplay };
}

/** A bet that was placed before the club took less is answered all the same. @throws bet.over_limit */
async function refuseOverLimit(ctx: AppContext, bet: PendingSportBet): Promise<void> {
  const mostCents = await mostOfBet(ctx);
  if (bet.unitCents * BigInt(bet.lines) <= mostCents) return;
  const { playerId, idempotencyKey: key } = bet;
  if (await besideGroups(ctx, async (db) => await isPlaced(db, playerId, key))) return;
  throw new Refusal("bet.over_limit", { most_cents: mostCents });
}

/** What the bet function returns for an accepted bet. */
type Receipt = Pick<
  PlacedSportOrder,
  "accepted_at" | "receipt_hash" | "max_payout_cents" | "balance_cents" | "legs"
>;

/** A replay is the same slip, so its kind and cost are those of this request. */
function toAnswer(bet: PendingSportBet, { betId, taken, params }: SportVerdict): PlacedSportOrder {
  assert(betId !== null, "an accepted bet has an id");
  return {
    order_id: betId,
    receipt_no: receiptNo(betId),
    kind: bet.kind,
    lines: bet.lines,
    unit_stake_cents: wireCents(bet.unitCents),
    cost_cents: wireCents(bet.unitCents * BigInt(bet.lines)),
    price_policy: bet.policy,
    ...(taken === null ? (params as Receipt) : toReceipt(bet, taken)),
  };
}

function toReceipt({ legs }: PendingSportBet, taken: TakenSportBet): Receipt {
  return {
    accepted_at: wireInstant(taken.acceptedAt),
    receipt_hash: taken.receiptHash.toString("hex"),
    max_payout_cents: wireCents(taken.maxPayoutCents),
    balance_cents: wireCents(taken.balanceCents),
    legs: legs.map((leg, i) => ({
      event_id: leg.eventId,
      market_id: leg.marketId,
      outcome_id: leg.outcomeId,
      odds_milli: taken.oddsMilli[i] as number,
      seen_odds_milli: leg.seenOddsMilli,
      market_version: taken.versions[i] as number,
    })),
  };
}

/** @throws sport.legs_count, sport.related_legs, sport.outcome_unknown */
function toPendingBet({ playerId, form, idempotencyKey }: SportBetRequest): PendingSportBet {
  const unitCents = BigInt(form.unit_stake_cents);
  const legs = form.legs.map((leg) => ({
    eventId: leg.event_id.toLowerCase(),
    marketId: leg.market_id.toLowerCase(),
    outcomeId: leg.outcome_id.toLowerCase(),
    seenOddsMilli: leg.odds_milli,
  }));
  if (
    !legs.every(({ eventId, marketId, outcomeId }) => [eventId, marketId, outcomeId].every(isId))
  ) {
    throw new Refusal("sport.outcome_unknown");
  }
  // Only known under the locks is whether markets combine: here every leg may.
  priceSportBet(
    {
      kind: form.kind,
      unitCents,
      legs: legs.map((leg) => ({ ...leg, oddsMilli: leg.seenOddsMilli, combines: true })),
    },
    BigInt(MOST_OF_BET_CENTS),
  );
  return {
    id: newId(),
    playerId,
    idempotencyKey,
    fingerprint: fingerprintOf(form),
    nonce: newNonce(NONCE_BYTES),
    kind: form.kind,
    policy: form.price_policy,
    lines: countLines(form.kind, legs.length),
    unitCents,
    legs,
  };
}

/** The same slip is the same bet, in whatever order its fields come. */
function fingerprintOf({ kind, legs, unit_stake_cents, price_policy }: SportBetForm): Buffer {
  const text = canonicalJson({
    kind,
    price_policy,
    unit_stake_cents,
    legs: legs.map(({ event_id, market_id, outcome_id, odds_milli }) => ({
      event_id,
      market_id,
      outcome_id,
      odds_milli,
    })),
  });
  return createHash("sha256").update(`sport ${text}`).digest();
}

/** `player.frozen` and the like have no params beyond their code. */
function refusalOf({ verdict, params }: SportVerdict): Refusal {
  return new Refusal(verdict, params ?? {});
}

/** The receipt of a sport bet as it was given, or null. */
export async function placedSportOrderOf(
  ctx: AppContext,
  playerId: string,
  betId: string,
): Promise<PlacedSportOrder | null> {
  const bet = await besideGroups(ctx, async (db) => await findSportBet(db, playerId, betId));
  return bet === null ? null : toPlacedSportOrder(bet);
}
