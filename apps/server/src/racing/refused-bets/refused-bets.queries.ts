import type { Queryable } from "../../core/db/connect.ts";
import { columnsOf, command } from "../../core/db/statements.ts";
import type { RefusedBet } from "./refused-bets.ts";

/** Stores refusals, timed by the database's clock; none for accounts erased meanwhile. */
export async function insertRefused(
  db: Queryable,
  bets: readonly (RefusedBet & { readonly ageMs: number })[],
): Promise<void> {
  await db.query(
    `INSERT INTO refused_bet (at, player_id, code, race_id, sport_event_id, bet_type, stake_cents)
     SELECT date_trunc('milliseconds', club_now() - make_interval(secs => n.age_ms / 1000.0)), n.player_id, n.code,
       n.race_id, n.event_id, n.bet_type, n.stake
     FROM unnest($1::integer[], $2::uuid[], $3::text[], $4::uuid[], $5::uuid[], $6::smallint[], $7::bigint[])
       WITH ORDINALITY AS n (age_ms, player_id, code, race_id, event_id, bet_type, stake, place)
     JOIN player p ON p.id = n.player_id AND p.status <> 'closed' ORDER BY n.place`,
    columnsOf(bets, ["ageMs", "playerId", "code", "raceId", "eventId", "betType", "stakeCents"]),
  );
}

/** Deletes refusals older than this many days. Served by refused_bet_at. */
export const deleteRefusedBefore = command<[days: number]>(
  "DELETE FROM refused_bet WHERE at < club_now() - make_interval(days => $1)",
);
