import type { PricePolicy, SportBetKind } from "@club/domain";
import type { ClubPool } from "../db/connect.ts";
import { readSportLimits } from "./sport-limits.ts";

/** A sport bet that waits to be accepted: everything that the bet function is given. */
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
  /** `ok`, `replay` (the key is known, with the same bet), or a refusal's code. */
  readonly verdict: string;
  readonly betId: string | null;
  readonly params: Record<string, unknown> | null;
}

interface VerdictRow {
  ord: number;
  verdict: string;
  bet_id: string | null;
  params: Record<string, unknown> | null;
}

const PLACE = {
  name: "place_sport_bets",
  text: "SELECT ord, verdict, bet_id, params FROM place_sport_bets($1, $2, $3)",
};

/**
 * Accepts a group in one transaction by one call of `place_sport_bets`, which holds every check that
 * needs locked rows: clock, player, limits, market, price, liability, funds. Returns a verdict per bet, in the order
 * given, after the commit.
 */
export async function placeSportGroup(
  pool: ClubPool,
  bets: readonly PendingSportBet[],
): Promise<SportVerdict[]> {
  const limits = await readSportLimits(pool);
  const { rows } = await pool.queryThatCommits<VerdictRow>(PLACE, [
    JSON.stringify(bets.map(toJson)),
    limits.maxPayoutCents,
    limits.playerEventLiabilityCents,
  ]);
  const verdicts: SportVerdict[] = [];
  for (const { ord, verdict, bet_id, params } of rows) {
    verdicts[ord - 1] = { verdict, betId: bet_id, params };
  }
  return verdicts;
}

function toJson(bet: PendingSportBet): Record<string, unknown> {
  return {
    id: bet.id,
    player: bet.playerId,
    key: bet.idempotencyKey,
    fingerprint: bet.fingerprint.toString("hex"),
    nonce: bet.nonce.toString("hex"),
    kind: bet.kind,
    policy: bet.policy,
    lines: bet.lines,
    unit: bet.unitCents.toString(),
    legs: bet.legs.map((leg) => ({
      event: leg.eventId,
      market: leg.marketId,
      outcome: leg.outcomeId,
      odds: leg.seenOddsMilli,
    })),
  };
}
