import type { DaySportBet, SportDay } from "@club/domain";
import type { Queryable } from "../../core/db/connect.ts";
import { manyRows, manyValues } from "../../core/db/statements.ts";
import { wireCents } from "../../core/http/wire.ts";

/** The events whose betting closed on a day of the club's clock. Served by sport_event_closed. */
export const listEventsOfDay = manyValues<string, [day: string]>(`
  SELECT v.id FROM sport_event v CROSS JOIN club c
  WHERE v.closed_at >= $1::date::timestamp AT TIME ZONE c.time_zone
    AND v.closed_at < ($1::date + 1)::timestamp AT TIME ZONE c.time_zone AND v.status NOT IN ('draft', 'open')
  ORDER BY v.closed_at, v.id`);

export interface DaySportBetRow {
  readonly id: string;
  readonly leaf: DaySportBet["leaf"];
  readonly max_payout_cents: bigint;
  readonly payout_cents: bigint;
  readonly refund_cents: bigint;
  readonly is_void: boolean;
}

/** The next bets with a leg in some events, by id, each as its leaf with its result. */
export const readDaySportBets = manyRows<
  DaySportBetRow,
  { after: string; limit: number },
  [eventIds: readonly string[]]
>(
  `SELECT b.id, sport_leaf(b.id, b.nonce, b.kind, sport_leaf_legs(b.id), b.unit_stake_cents, b.cost_cents,
     b.accepted_at)::json AS leaf, b.max_payout_cents, b.payout_cents, b.refund_cents, b.status = 'void' AS is_void
   FROM (SELECT DISTINCT l.bet_id FROM sport_leg l WHERE l.event_id = ANY ($1) AND l.bet_id > $2
     ORDER BY l.bet_id LIMIT $3) d
   JOIN sport_bet_view b ON b.id = d.bet_id ORDER BY b.id`,
  ["after", "limit"],
);

export interface ElsewhereRow {
  readonly outcome_id: string;
  readonly result: string | null;
  readonly tied: number | null;
  readonly places: number | null;
}

/** The results of the legs that bets on some events have in other events; null: not paid yet. */
export const readLegsElsewhere = manyRows<ElsewhereRow, [eventIds: readonly string[]]>(`
  SELECT o.id AS outcome_id, CASE WHEN v.status IN ('settled', 'void') AND NOT EXISTS (SELECT FROM sport_settlement s
      WHERE s.event_id = v.id AND s.step = 'posting') THEN o.result END AS result, o.tied, o.places
  FROM (SELECT DISTINCT x.outcome_id, x.event_id FROM sport_leg l JOIN sport_leg x ON x.bet_id = l.bet_id
    WHERE l.event_id = ANY ($1) AND x.event_id <> ALL ($1)) d
  JOIN sport_outcome o ON o.id = d.outcome_id JOIN sport_event v ON v.id = d.event_id ORDER BY o.id`);

/** What the ledger alone says of bets on some events: their postings on the sports book. */
export async function readSportBooks(
  db: Queryable,
  eventIds: readonly string[],
): Promise<SportDay["books"]> {
  const { rows } = await db.query<{ staked: bigint; returned: bigint }>(
    `SELECT coalesce(sum(p.amount_cents) FILTER (WHERE e.kind = 'sport_bet'), 0)::bigint AS staked,
       coalesce(-sum(p.amount_cents) FILTER (WHERE e.kind <> 'sport_bet'), 0)::bigint AS returned
     FROM (SELECT DISTINCT l.bet_id FROM sport_leg l WHERE l.event_id = ANY ($1)) d
     CROSS JOIN LATERAL (SELECT 'sport_bet:' || d.bet_id AS cause
       UNION ALL SELECT 'sport:' || d.bet_id || ':' || n || u.undo
       FROM generate_series(1, 1 + coalesce((SELECT max(s.revision) FROM sport_settled s WHERE s.bet_id = d.bet_id), 0)) n,
         (VALUES (''), (':undo')) u (undo)) c
     JOIN entry e ON e.cause = c.cause
     JOIN posting p ON p.entry_id = e.id
     JOIN account a ON a.id = p.account_id AND a.kind = 'sports_book'`,
    [eventIds],
  );
  const { staked = 0n, returned = 0n } = rows[0] ?? {};
  return { staked_cents: wireCents(staked), returned_cents: wireCents(returned) };
}
