import { Refusal } from "@club/domain";
import type { Queryable } from "../../core/db/connect.ts";
import { wireInstant } from "../../core/http/wire.ts";

interface MayPlayRow {
  verdict: string | null;
  until: Date | null;
  is_adult: boolean;
  has_birth_date: boolean;
}

const READ = `
  SELECT player_verdict(status, bar, bar_until, review, club_now()) AS verdict, nullif(bar_until, 'infinity') AS until,
    is_adult, birth_cipher IS NOT NULL AS has_birth_date
  FROM player WHERE id = $1`;

/**
 * Checks whether a player may top up, buy or take part in a promotion. Call it in the transaction,
 * under the player's lock. For bets the same is asked in SQL: `player_may_bet`, `place_bets`.
 *
 * @throws player.frozen, player.time_out, player.excluded, player.review, profile.age_needed,
 *   profile.under_age
 */
export async function requireMayPlay(tx: Queryable, playerId: string): Promise<void> {
  const { rows } = await tx.query<MayPlayRow>(READ, [playerId]);
  const row = rows[0];
  if (row === undefined) throw new Refusal("player.frozen");
  if (row.verdict !== null) {
    throw new Refusal(row.verdict, { until: wireInstant(row.until) });
  }
  if (row.is_adult) return;
  throw new Refusal(row.has_birth_date ? "profile.under_age" : "profile.age_needed");
}
