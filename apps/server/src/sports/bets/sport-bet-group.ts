import type { PricePolicy, SportBetKind } from "@club/domain";
import type { ClubPool } from "../../core/db/connect.ts";
import type { BetIntake } from "../../racing/bets/bet-intake.ts";
import { argumentsOf } from "../../core/db/arguments.ts";
import { groupColumns } from "./sport-group-columns.ts";
import { readSportLimits } from "../events/sport-limits.ts";

declare module "../../core/context.ts" {
  interface AppContext {
    /** The priced sports bets that wait for their group. */
    readonly sportIntake: BetIntake<PendingSportBet, SportVerdict>;
  }
}

/** A sports bet that waits to be accepted, with everything that the bet function takes. */
export interface PendingSportBet {
  readonly id: string;
  readonly playerId: string;
  readonly idempotencyKey: string;
  /** SHA-256 of the normalised slip: what "the same bet" means. */
  readonly fingerprint: Buffer;
  readonly nonce: Buffer;
  readonly kind: SportBetKind;
  readonly policy: PricePolicy;
  readonly lines: number;
  readonly unitCents: bigint;
  readonly legs: readonly {
    readonly eventId: string;
    readonly marketId: string;
    readonly outcomeId: string;
    readonly seenOddsMilli: number;
  }[];
}

export interface SportVerdict {
  /** `ok`, `replay` (the key is known, for the same bet), or a refusal's code. */
  readonly verdict: string;
  readonly betId: string | null;
  /** Set for a bet accepted now. */
  readonly taken: TakenSportBet | null;
  /** A refusal's parameters; for a replay, its receipt. */
  readonly params: Record<string, unknown> | null;
}

export interface TakenSportBet {
  readonly acceptedAt: Date;
  readonly receiptHash: Buffer;
  readonly maxPayoutCents: bigint;
  readonly balanceCents: bigint;
  /** Per leg: the odds it is settled at, and the market version that gave them. */
  readonly oddsMilli: readonly number[];
  readonly versions: readonly number[];
}

interface VerdictRow {
  ord: number;
  verdict: string;
  bet_id: string | null;
  accepted_at: Date | null;
  balance_cents: bigint;
  receipt_hash: Buffer;
  max_payout_cents: bigint;
  leg_odds: number[];
  leg_versions: number[];
  params: Record<string, unknown> | null;
}

const PLACE = {
  name: "place_sport_bets",
  text: `SELECT ord, verdict, bet_id, accepted_at, balance_cents, receipt_hash, max_payout_cents, leg_odds, leg_versions, params
    FROM place_sport_bets($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21,
      $22, $23)`,
};

/**
 * Accepts a group in one transaction by one call of `place_sport_bets`, which holds every check
 * that needs locked rows: clock, player, limits, market, price, liability, funds. Returns a verdict
 * per bet, in the order given, after the commit.
 */
export async function placeSportGroup(
  pool: ClubPool,
  bets: readonly PendingSportBet[],
): Promise<SportVerdict[]> {
  const limits = await readSportLimits(pool);
  const values = argumentsOf("place_sport_bets", {
    ...groupColumns(bets),
    p_max_payout: limits.maxPayoutCents,
    p_player_limit: limits.playerEventLiabilityCents,
  });
  const { rows } = await pool.queryThatCommits<VerdictRow>(PLACE, values);
  const verdicts: SportVerdict[] = [];
  for (const row of rows) verdicts[row.ord - 1] = toVerdict(row);
  return verdicts;
}

function toVerdict(row: VerdictRow): SportVerdict {
  const { accepted_at: acceptedAt } = row;
  const taken =
    acceptedAt === null
      ? null
      : {
          acceptedAt,
          receiptHash: row.receipt_hash,
          maxPayoutCents: row.max_payout_cents,
          balanceCents: row.balance_cents,
          oddsMilli: row.leg_odds,
          versions: row.leg_versions,
        };
  return { verdict: row.verdict, betId: row.bet_id, taken, params: row.params };
}
