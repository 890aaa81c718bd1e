import type { PoolFacts, LegFacts } from "../pools/pool-facts.ts";
import type { LivePool, StakesByCombination } from "../pools/pool-stakes.ts";
import { planPool } from "../settlement/pool-plan.ts";
import type { PoolOutcome } from "../settlement/pool-outcome.ts";
import type { PoolBet } from "../bets/bet-order.ts";
import { countCombinations } from "../bets/count-combinations.ts";
import { type Cents, sumCents } from "../money/cents.ts";
import type { LegFile, PoolFile } from "./race-file.ts";

/** A settled pool with all that its public file needs. */
export type PublishedPool = {
  readonly facts: PoolFacts;
  readonly outcome: PoolOutcome;
  /** Live stakes by combination. */
  readonly stakes: StakesByCombination;
  readonly voidedCents: Cents;
  /** A double's leg 1. */
  readonly leg1RaceId?: string;
  /** It was refunded in full before settlement. */
  readonly givenBack?: boolean;
  /** A pool over three races and more; it has no stakes by combination. */
  readonly multi?: MultiParts;
};

/** What the file of a pool over three races and more says beside its money. */
export type MultiParts = {
  readonly multiPoolId: string;
  /** In the order of the legs. */
  readonly raceIds: readonly string[];
  readonly guaranteeCents: Cents;
  /** Equal bets, cancelled ones left out. */
  readonly bets: readonly { readonly bet: PoolBet; readonly count: number }[];
};

/** Which stakes of a pool are live; null: none, since everything went back before it was counted. */
export function livePoolOf(facts: PoolFacts): LivePool | null {
  const { isOff, scratched } = planPool(facts);
  return isOff ? null : { pool: facts.pool, scratched };
}

/**
 * A settled pool, as it goes into the public file of its race.
 * Source: docs/rules/proofs.md, "The file of a race".
 */
export function poolToFile(published: PublishedPool): PoolFile {
  const { facts, outcome, stakes, voidedCents, leg1RaceId, givenBack = false, multi } = published;
  const { declared } = facts;
  return {
    pool: outcome.pool,
    status: outcome.status,
    jackpot_in_cents: Number(outcome.jackpotInCents),
    gross_cents: Number(outcome.grossCents),
    refunded_cents: Number(outcome.refundedCents),
    voided_cents: Number(voidedCents),
    takeout_cents: Number(outcome.takeoutCents),
    net_cents: Number(outcome.netCents),
    stakes_cents: numbersOf(stakes),
    dividends_cents: Object.fromEntries(
      outcome.dividends.map((each) => [each.combination, Number(each.dividendCents)]),
    ),
    tickets: Object.fromEntries(
      outcome.dividends.map(({ combination, tickets }) => [
        combination,
        tickets.map(({ unitStakeCents, count }) => [Number(unitStakeCents), count] as const),
      ]),
    ),
    paid_cents: Number(outcome.paidCents),
    breakage_cents: Number(outcome.breakageCents),
    house_topup_cents: Number(outcome.houseTopUpCents),
    jackpot_out_cents: Number(outcome.jackpotOutCents),
    book_result_cents: Number(outcome.bookResultCents),
    declared: declared && {
      refunded: declared.refunded,
      dividends_cents: Object.fromEntries(
        declared.dividends.map((each) => [each.combination, Number(each.dividendCents)]),
      ),
    },
    ...(givenBack ? { given_back: true } : {}),
    ...(facts.kind === "double" && leg1RaceId !== undefined ? { leg1_race_id: leg1RaceId } : {}),
    ...(facts.kind !== "single" && !givenBack ? { legs: facts.legs.map(legToFile) } : {}),
    ...(multi === undefined ? {} : multiToFile(multi)),
  };
}

function multiToFile({ multiPoolId, raceIds, guaranteeCents, bets }: MultiParts) {
  return {
    multi_pool_id: multiPoolId,
    leg_race_ids: raceIds,
    guarantee_cents: Number(guaranteeCents),
    selections: bets.map(({ bet: { slots, unitStakeCents }, count }) => ({
      legs: slots.map((slot) => [...slot].sort((a, b) => a - b)),
      unit_cents: Number(unitStakeCents),
      count,
    })),
  };
}

/** A pool that is closed and not settled yet: what is in it. */
export function closedPoolToFile(
  pool: PoolFile["pool"],
  { stakes, jackpotInCents, voidedCents, refundedCents, leg1RaceId, multi }: ClosedPool,
): PoolFile {
  const gross =
    multi === undefined ? sumCents(stakes.values()) : costOf(multi.bets) - refundedCents;
  return {
    pool,
    status: "CLOSED",
    jackpot_in_cents: Number(jackpotInCents),
    gross_cents: Number(gross),
    refunded_cents: Number(refundedCents),
    voided_cents: Number(voidedCents),
    takeout_cents: 0,
    net_cents: 0,
    stakes_cents: numbersOf(stakes),
    dividends_cents: {},
    tickets: {},
    paid_cents: 0,
    breakage_cents: 0,
    house_topup_cents: 0,
    jackpot_out_cents: 0,
    book_result_cents: 0,
    declared: null,
    ...(leg1RaceId === undefined ? {} : { leg1_race_id: leg1RaceId }),
    ...(multi === undefined ? {} : multiToFile(multi)),
  };
}

function costOf(bets: MultiParts["bets"]): Cents {
  return sumCents(
    bets.map(({ bet, count }) => BigInt(countCombinations(bet) * count) * bet.unitStakeCents),
  );
}

export type ClosedPool = {
  readonly stakes: StakesByCombination;
  readonly jackpotInCents: Cents;
  readonly voidedCents: Cents;
  readonly refundedCents: Cents;
  /** A double's leg 1. */
  readonly leg1RaceId?: string;
  /** A pool over three races and more; it has no stakes by combination. */
  readonly multi?: MultiParts;
};

function legToFile(leg: LegFacts): LegFile {
  return {
    handicap: leg.handicap,
    runners: leg.runners,
    scratched: leg.scratched,
    scratched_late: leg.scratchedAfterLeg1Started,
    placings: leg.placings,
    void: leg.void,
    void_late: leg.voidAfterLeg1Started,
    favourite: leg.favourite,
  };
}

function numbersOf(stakes: StakesByCombination): Record<string, number> {
  return Object.fromEntries(
    [...stakes].map(([combination, cents]) => [combination, Number(cents)]),
  );
}
