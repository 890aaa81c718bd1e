import { toWireSelections } from "@club/contract";
import {
  ALL_UP_INDEX,
  canonicalJson,
  isStakedByRunner,
  orderOfLeg,
  present,
  Refusal,
} from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import { type ClubPool, CommitInDoubt } from "../../core/db/connect.ts";
import { newId, newNonce } from "../../core/kit/ids.ts";
import { askAllUp, type AskedAllUp, prepareAllUp, type PreparedAllUp } from "./all-up-order.ts";
import { maskOf, type Verdict } from "./bet-group.ts";
import { besideGroups } from "./beside-groups.ts";
import {
  answer,
  type BetRequest,
  NONCE_BYTES,
  type PlacedBet,
  preparedOrReplay,
} from "./place-bet.ts";

/** The verdict on an All Up; `leg` in the order of the races. */
interface AllUpVerdict extends Verdict {
  readonly leg: number;
}

/**
 * Places an All Up: its stake is a bet on the first leg, and the legs are stored with it, in one
 * transaction. What follows a leg is done where the leg is paid (`follow_all_up`). It goes beside
 * the groups of bets, since it locks the races of all its legs.
 *
 * @throws every refusal of the form and of the bet function; bet.in_doubt when the commit gave no
 * answer. Source: docs/rules/all-up.md.
 */
export async function placeAllUp(ctx: AppContext, request: BetRequest): Promise<PlacedBet> {
  const asked = askAllUp(request.form);
  const prepared = await preparedOrReplay(
    ctx,
    { request, asked },
    async () => await prepareAllUp(ctx, asked, request.form),
  );
  if ("isReplay" in prepared) return prepared;
  const verdict = await accept(ctx, { request, asked, prepared });
  const { stakeCents, legs } = prepared;
  const at = present(legs[verdict.leg - 1], "a verdict is of one of the legs");
  const isOfLater = verdict.leg > 1 && verdict.verdict !== "ok" && verdict.verdict !== "replay";
  if (isOfLater) {
    const where = { field: "legs", leg: at.entered, race_id: at.race.raceId };
    throw new Refusal(verdict.verdict, where);
  }
  return await answer(
    ctx,
    {
      playerId: request.playerId,
      betType: ALL_UP_INDEX,
      raceId: at.race.raceId,
      raceId2: null,
      poolId: at.poolId,
      combinations: 1,
      unitStakeCents: stakeCents,
      unitStake2Cents: null,
      costCents: stakeCents,
      cost2Cents: 0n,
    },
    verdict,
  );
}

async function accept(
  ctx: AppContext,
  parts: { request: BetRequest; asked: AskedAllUp; prepared: PreparedAllUp },
): Promise<AllUpVerdict> {
  const { request, asked, prepared } = parts;
  const values = [
    newId(),
    request.playerId,
    request.idempotencyKey,
    asked.fingerprint,
    request.form.confirm_same === true,
    newNonce(NONCE_BYTES),
    prepared.stakeCents,
    ctx.settings.exchangeRate,
    JSON.stringify(prepared.legs.map(({ leg }) => toRow(leg, prepared.stakeCents))),
  ];
  try {
    return await besideGroups(ctx, async (db) => await place(db, values));
  } catch (error) {
    throw error instanceof CommitInDoubt ? new Refusal("bet.in_doubt") : error;
  }
}

/** A leg as it is stored: everything that its bet will need when its turn comes. */
function toRow(leg: PreparedAllUp["legs"][number]["leg"], stakeCents: bigint) {
  const order = orderOfLeg(leg, stakeCents);
  return {
    race_id: leg.raceId,
    pool_code: leg.pool,
    bet_type: order.betType,
    selections: canonicalJson(toWireSelections(order)),
    runner_mask: String(maskOf(leg.numbers)),
    counted: isStakedByRunner(order.betType) ? leg.numbers : [],
  };
}

/** Accepts it in one transaction, under the locks of `place_all_up`. */
async function place(db: ClubPool, values: readonly unknown[]): Promise<AllUpVerdict> {
  const { rows } = await db.queryThatCommits<AllUpVerdict & Record<string, unknown>>(
    {
      name: "place_all_up",
      text: `SELECT verdict, bet_id AS "betId", accepted_at AS "acceptedAt", balance_cents AS "balanceCents",
          receipt_hash AS "receiptHash", room_cents AS "roomCents", leg
        FROM place_all_up($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    },
    values,
  );
  return present(rows[0], "the bet function says its verdict");
}
