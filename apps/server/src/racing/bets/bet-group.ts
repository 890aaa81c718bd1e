import { type BetTypeIndex, isStakedByRunner } from "@club/domain";
import type { ClubPool } from "../../core/db/connect.ts";
import { argumentsOf } from "../../core/db/arguments.ts";

/** A priced bet that waits to be accepted, with everything that the bet function takes. */
export interface PendingBet {
  readonly id: string;
  readonly playerId: string;
  readonly idempotencyKey: string | null;
  /** SHA-256 of the normalised order: what "the same bet" means. */
  readonly fingerprint: Buffer;
  readonly confirmSame: boolean;
  readonly nonce: Buffer;
  readonly betType: BetTypeIndex;
  readonly raceId: string;
  /** The last of several races. */
  readonly raceId2: string | null;
  readonly poolId: string;
  /** The PLACE pool of an Each Way. */
  readonly poolId2: string | null;
  /** Saddle numbers of the first and the last race, all roles together. */
  readonly runners: readonly number[];
  readonly runners2: readonly number[];
  /** Canonical JSON of the wire selections. */
  readonly selections: string;
  readonly combinations: number;
  readonly unitStakeCents: bigint;
  readonly unitStake2Cents: bigint | null;
  /** Cost in the first pool, and in the second. */
  readonly costCents: bigint;
  readonly cost2Cents: bigint;
  readonly exchangeRate: string;
}

export interface Verdict {
  /** `ok`, `replay` (the key is known, for the same bet), or a refusal's code. */
  readonly verdict: string;
  readonly betId: string | null;
  readonly acceptedAt: Date | null;
  readonly balanceCents: bigint;
  readonly receiptHash: Buffer | null;
  /** What the limit leaves, when a limit refused the bet. */
  readonly roomCents: bigint | null;
}

const PLACE_BETS = {
  name: "place_bets",
  text: `SELECT ord, verdict, bet_id, accepted_at, balance_cents, receipt_hash, room_cents
    FROM place_bets($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22)`,
};

interface VerdictRow {
  ord: number;
  verdict: string;
  bet_id: string | null;
  accepted_at: Date | null;
  balance_cents: bigint;
  receipt_hash: Buffer | null;
  room_cents: bigint | null;
}

/**
 * Accepts a group in one transaction by one call of the SQL function `place_bets`, which holds every
 * check that needs locked rows. Returns a verdict per bet, in the order given, after the commit.
 */
export async function placeGroup(pool: ClubPool, bets: readonly PendingBet[]): Promise<Verdict[]> {
  const { rows } = await pool.queryThatCommits<VerdictRow>(PLACE_BETS, toColumns(bets));
  const verdicts: Verdict[] = [];
  for (const row of rows) {
    verdicts[row.ord - 1] = {
      verdict: row.verdict,
      betId: row.bet_id,
      acceptedAt: row.accepted_at,
      balanceCents: row.balance_cents,
      receiptHash: row.receipt_hash,
      roomCents: row.room_cents,
    };
  }
  return verdicts;
}

function toColumns(bets: readonly PendingBet[]): unknown[] {
  // The approximate dividend of a runner follows from the stakes on each.
  const staked = bets.flatMap((bet, i) =>
    isStakedByRunner(bet.betType) ? bet.runners.map((runner) => [i + 1, runner] as const) : [],
  );
  return argumentsOf("place_bets", {
    p_id: bets.map((bet) => bet.id),
    p_player: bets.map((bet) => bet.playerId),
    p_key: bets.map((bet) => bet.idempotencyKey),
    p_fingerprint: bets.map((bet) => bet.fingerprint),
    p_confirm_same: bets.map((bet) => bet.confirmSame),
    p_nonce: bets.map((bet) => bet.nonce),
    p_type: bets.map((bet) => bet.betType),
    p_race: bets.map((bet) => bet.raceId),
    p_race2: bets.map((bet) => bet.raceId2),
    p_pool: bets.map((bet) => bet.poolId),
    p_pool2: bets.map((bet) => bet.poolId2),
    p_mask: bets.map((bet) => maskOf(bet.runners)),
    p_mask2: bets.map((bet) => maskOf(bet.runners2)),
    p_selections: bets.map((bet) => bet.selections),
    p_combinations: bets.map((bet) => bet.combinations),
    p_unit: bets.map((bet) => bet.unitStakeCents),
    p_unit2: bets.map((bet) => bet.unitStake2Cents),
    p_cost: bets.map((bet) => bet.costCents),
    p_cost2: bets.map((bet) => bet.cost2Cents),
    p_rate: bets.map((bet) => bet.exchangeRate),
    p_stake_ord: staked.map(([ord]) => ord),
    p_stake_number: staked.map(([, runner]) => runner),
  });
}

/** Bit n for saddle number n (1 to 60). */
export function maskOf(runners: readonly number[]): bigint {
  return runners.reduce((mask, runner) => mask | (1n << BigInt(runner)), 0n);
}
