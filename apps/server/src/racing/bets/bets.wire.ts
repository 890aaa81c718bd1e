import type { DataOf, getOrder, Order, PlacedOrder } from "@club/contract";
import type { BetLeaf } from "@club/domain";
import type { BetRow, PlacedBetRow, TimeLineRow } from "./bets.queries.ts";
import { moneyBackOf, whyBack } from "./money-back.ts";
import { receiptNo } from "../../core/kit/receipt-no.ts";
import { wireCents, wireInstant } from "../../core/http/wire.ts";

type WireTimeStep = DataOf<typeof getOrder>["time_line"][number];

type AcceptedBet = Omit<PlacedBetRow, "balance_cents" | "fingerprint">;

function toReceipt(bet: AcceptedBet): Omit<PlacedOrder, "balance_cents"> {
  return {
    order_id: bet.id,
    receipt_no: receiptNo(bet.id),
    bet_type: bet.bet_type,
    combinations: bet.combinations,
    unit_stake_cents: wireCents(bet.unit_stake_cents),
    unit_stake2_cents: wireCents(bet.unit_stake2_cents),
    cost_cents: wireCents(bet.cost_cents),
    accepted_at: wireInstant(bet.accepted_at),
    receipt_hash: bet.receipt_hash.toString("hex"),
  };
}

export function toPlacedOrder(bet: Omit<PlacedBetRow, "fingerprint">): PlacedOrder {
  return { ...toReceipt(bet), balance_cents: wireCents(bet.balance_cents) };
}

export function toOrder(bet: BetRow): Order {
  return {
    ...toReceipt(bet),
    status: bet.status,
    payout_cents: wireCents(bet.payout_cents),
    refund_cents: wireCents(bet.refund_cents),
    money_back: moneyBackOf(bet),
    settled_at: wireInstant(bet.settled_at),
    selections: JSON.parse(bet.selections) as Record<string, number[]>,
    race_id: bet.race_id,
    meetings: bet.meetings,
    code: bet.code,
    raceNo: bet.race_no,
    race_name: bet.race_name,
    start_time: wireInstant(bet.start_time),
    date: bet.date,
    race_id2: bet.race_id2,
    meetings2: bet.meetings2,
    raceNo2: bet.race_no2,
    multi_pool:
      bet.multi_races === null
        ? null
        : {
            multi_pool_id: bet.pool_id,
            name: bet.multi_name ?? "",
            races: bet.multi_races.map(({ number }) => number),
          },
  };
}

/** A step in a bet's history; a refund gives its reason. */
export function toStep(bet: BetRow, step: TimeLineRow): WireTimeStep {
  const { at, key, amount_cents, cause } = step;
  const why = key === "refund" && cause !== null ? whyBack(bet, cause) : null;
  return {
    at: wireInstant(at),
    key,
    amount_cents: wireCents(amount_cents),
    reason: why?.reason ?? null,
    runner: why?.runner ?? null,
    runner_name: why === null ? null : step.runner_name,
    leg: why?.leg ?? null,
  };
}

/** The content of a bet's leaf: docs/rules/proofs.md, "The text of a bet". */
export function leafOf(bet: BetRow): BetLeaf {
  return {
    order_id: bet.id,
    nonce: bet.nonce.toString("hex"),
    race_id: bet.race_id,
    race_id2: bet.race_id2,
    bet_type: bet.bet_type,
    ...(bet.multi_races === null ? {} : { multi_pool_id: bet.pool_id }),
    selections: JSON.parse(bet.selections) as Record<string, number[]>,
    unit_stake_cents: wireCents(bet.unit_stake_cents),
    unit_stake2_cents: wireCents(bet.unit_stake2_cents),
    cost_cents: wireCents(bet.cost_cents),
    accepted_at: wireInstant(bet.accepted_at),
  };
}
