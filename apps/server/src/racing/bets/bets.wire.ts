import type { AllUpLegState, DataOf, getOrder, Order, PlacedOrder } from "@club/contract";
import type { BetLeaf } from "@club/domain";
import type { AllUpLegRow, BetRow, LegBetRow, PlacedBetRow, TimeLineRow } from "./bets.queries.ts";
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
    // What came back to legs of an All Up went on, or is told by leg.
    money_back: bet.all_up === null ? moneyBackOf(bet) : null,
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
    legs: bet.all_up?.map((leg) => toLeg(leg, bet.status === "accepted")) ?? null,
  };
}

/** A leg whose turn has not come waits as long as the order is open. */
function toLeg(leg: AllUpLegRow, isOpen: boolean): AllUpLegState {
  const { bet_id, race_id, meetings, code, race_name, pool } = leg;
  const chosen = JSON.parse(leg.selections) as Record<string, number[]>;
  return {
    bet_id,
    race_id,
    meetings,
    code,
    raceNo: leg.race_no,
    race_name,
    start_time: leg.start_time,
    pool,
    combination: Object.values(chosen).flat(),
    status: leg.status ?? (isOpen && leg.not_staked === null ? "waiting" : "not_staked"),
    why: leg.not_staked,
    stake_cents: leg.stake_cents,
    payout_cents: leg.payout_cents ?? 0,
    refund_cents: leg.refund_cents ?? 0,
  };
}

/** The content of the leaf of an All Up's leg, which is an ordinary bet. */
export function leafOfLeg(bet: LegBetRow): BetLeaf {
  return {
    order_id: bet.id,
    nonce: bet.nonce.toString("hex"),
    race_id: bet.race_id,
    race_id2: null,
    bet_type: bet.bet_type,
    selections: JSON.parse(bet.selections) as Record<string, number[]>,
    unit_stake_cents: wireCents(bet.unit_stake_cents),
    unit_stake2_cents: null,
    cost_cents: wireCents(bet.cost_cents),
    accepted_at: wireInstant(bet.accepted_at),
  };
}

/** A step in a bet's history; a refund gives its reason. */
export function toStep(bet: BetRow, step: TimeLineRow & { readonly leg?: number }): WireTimeStep {
  const { at, key, amount_cents, cause } = step;
  const isBack = key === "refund" && cause !== null;
  const why = isBack ? whyBack(bet, cause) : { reason: null, runner: null, leg: null };
  return {
    at: wireInstant(at),
    key,
    amount_cents: wireCents(amount_cents),
    reason: why.reason,
    runner: why.runner,
    runner_name: isBack ? step.runner_name : null,
    leg: step.leg ?? why.leg,
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
