import type { PoolNumbers, RaceNumbers } from "@club/contract";
import { POOL_CODES, type PoolOutcome, outcomeFromJson } from "@club/domain";
import { wireCents } from "../../core/http/wire.ts";
import { isBalanced } from "./plan-pools.ts";
import type { PlannedPool } from "./plan-pools.ts";
import type { SettlementRow } from "./settlements.queries.ts";

/** A pool's money, planned or done. */
export interface PoolMoney {
  readonly poolId: string;
  readonly raceId: string;
  readonly raceId2: string | null;
  readonly outcome: PoolOutcome;
  readonly missing: readonly string[];
}

export function plannedMoney({ task: { pool }, outcome, missing }: PlannedPool): PoolMoney {
  return { poolId: pool.id, raceId: pool.race_id, raceId2: pool.race_id2, outcome, missing };
}

export function settledMoney(row: SettlementRow): PoolMoney {
  return {
    poolId: row.pool_id,
    raceId: row.pool_race_id,
    raceId2: row.pool_race_id2,
    outcome: outcomeFromJson(row.outcome),
    missing: [],
  };
}

export interface NumberedRace {
  readonly raceId: string;
  readonly version: number;
  readonly placesPaid: number;
  readonly pools: readonly PoolMoney[];
}

/** The numbers of a race on the wire, in the same shape for a dry run and a settlement. */
export function toRaceNumbers({ raceId, version, placesPaid, pools }: NumberedRace): RaceNumbers {
  return {
    race_id: raceId,
    result_version: version,
    places_paid: placesPaid,
    balanced: pools.every(({ outcome, missing }) => missing.length === 0 && isBalanced(outcome)),
    pools: pools.toSorted(inOrder).map(toPoolNumbers),
  };
}

/** Display order; doubles with the same code by id. */
function inOrder(a: PoolMoney, b: PoolMoney): number {
  const byCode = POOL_CODES.indexOf(a.outcome.pool) - POOL_CODES.indexOf(b.outcome.pool);
  return byCode === 0 ? (a.poolId < b.poolId ? -1 : 1) : byCode;
}

function toPoolNumbers({ poolId, raceId, raceId2, outcome, missing }: PoolMoney): PoolNumbers {
  const { dividends } = outcome;
  return {
    pool: outcome.pool,
    pool_id: poolId,
    race_id: raceId,
    race_id2: raceId2,
    status: outcome.status,
    gross_cents: wireCents(outcome.grossCents),
    refunded_cents: wireCents(outcome.refundedCents),
    jackpot_in_cents: wireCents(outcome.jackpotInCents),
    takeout_cents: wireCents(outcome.takeoutCents),
    net_cents: wireCents(outcome.netCents),
    dividends_cents: Object.fromEntries(
      dividends.map((each) => [each.combination, wireCents(each.dividendCents)]),
    ),
    winning_tickets: Object.fromEntries(
      dividends.map((each) => [each.combination, countTickets(each.tickets)]),
    ),
    paid_cents: wireCents(outcome.paidCents),
    breakage_cents: wireCents(outcome.breakageCents),
    house_topup_cents: wireCents(outcome.houseTopUpCents),
    jackpot_out_cents: wireCents(outcome.jackpotOutCents),
    book_result_cents: wireCents(outcome.bookResultCents),
    missing_dividends: [...missing],
  };
}

function countTickets(tickets: PoolOutcome["dividends"][number]["tickets"]): number {
  return tickets.reduce((sum, { count }) => sum + count, 0);
}
