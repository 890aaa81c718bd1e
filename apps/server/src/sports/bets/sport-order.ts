import type { DataOf, OrderStatus, getSportOrder } from "@club/contract";
import { ORDER_STATUSES } from "@club/contract";
import { Refusal, type SportLeaf, factorText, paidLines } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import { knownId } from "../../core/kit/ids.ts";
import { proveSportBet } from "../../proofs/bets/bet-proof.ts";
import { type SportBetData, findSportBet, readSportTimeLine } from "./sport-orders.queries.ts";
import { toSportOrder } from "./sport-orders.wire.ts";
import { decidedBetOf, explainSportOrder } from "./explain-sport-order.ts";

type SportOrderDetail = DataOf<typeof getSportOrder>;

/** A player's sports bet with its lines, its money and its proofs. @throws not_found */
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
    explain: explainSportOrder(bet),
    proofs: await proveSportBet(ctx, leafOf(bet)),
  };
}

/** What the receipt hash covers, once it is canonical JSON. */
function leafOf(bet: SportBetData): SportLeaf {
  return {
    order_id: bet.id,
    nonce: bet.nonce.toString("hex"),
    kind: bet.kind,
    legs: bet.legs.map(({ event_id, market_id, outcome_id, odds_milli }) => ({
      event_id,
      market_id,
      odds_milli,
      outcome_id,
    })),
    unit_stake_cents: Number(bet.unit_stake_cents),
    cost_cents: Number(bet.cost_cents),
    accepted_at: bet.accepted_at.toISOString(),
  };
}

function linesOf(bet: SportBetData): SportOrderDetail["paid_lines"] {
  const decided = decidedBetOf(bet);
  if (decided === null) return [];
  return paidLines(decided).map((line) => ({
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
