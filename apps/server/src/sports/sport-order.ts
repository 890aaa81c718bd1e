import type { DataOf, OrderStatus, getSportOrder } from "@club/contract";
import { ORDER_STATUSES } from "@club/contract";
import { Refusal, factorText, paidLines } from "@club/domain";
import type { AppContext } from "../context.ts";
import { knownId } from "../ids.ts";
import { type SportBetData, findSportBet, readSportTimeLine } from "./sport-orders.queries.ts";
import { resultOf, toSportOrder } from "./sport-orders.wire.ts";
import { readSportProofs } from "./sport-proofs.ts";

type SportOrderDetail = DataOf<typeof getSportOrder>;

/** One sport bet of the player with its lines, its money and its proofs. @throws not_found */
export async function sportOrderOf(
  ctx: AppContext,
  playerId: string,
  orderId: string,
): Promise<SportOrderDetail> {
  const bet = await findSportBet(ctx.db.browsing, playerId, knownId(orderId));
  if (bet === null) throw new Refusal("not_found");
  const events = await readSportTimeLine(ctx.db.browsing, bet);
  return {
    ...toSportOrder(bet),
    nonce: bet.nonce.toString("hex"),
    paid_lines: bet.status === "won" ? linesOf(bet) : [],
    time_line: events.map(({ at, kind, amount_cents }) => ({
      at: at.toISOString(),
      key: kind,
      amount_cents: Number(amount_cents),
    })),
    proofs: await readSportProofs(ctx, bet),
  };
}

function linesOf(bet: SportBetData): SportOrderDetail["paid_lines"] {
  const legs = bet.legs.map((leg) => ({ oddsMilli: leg.odds_milli, result: resultOf(leg) }));
  const known = legs.flatMap(({ oddsMilli, result }) =>
    result === null ? [] : [{ oddsMilli, result }],
  );
  // A correction of one of its events may be under way.
  if (known.length < legs.length) return [];
  const lines = paidLines({
    kind: bet.kind,
    unitCents: bet.unit_stake_cents,
    costCents: bet.cost_cents,
    maxPayoutCents: bet.max_payout_cents,
    legs: known,
  });
  return lines.map((line) => ({
    legs: [...line.legs],
    factor: factorText(line.factor),
    amount_cents: Number(line.amountCents),
  }));
}

/** The statuses that a list's filter means; none: all. */
export function sportStatuses(
  status: OrderStatus | "open" | "settled" | undefined,
): readonly OrderStatus[] {
  if (status === undefined) return [];
  if (status === "open") return ["accepted"];
  if (status === "settled") return ORDER_STATUSES.filter((one) => one !== "accepted");
  return [status];
}
