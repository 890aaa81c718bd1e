import type { SEGMENT_SORTS, SegmentPlayer, SegmentRules } from "@club/contract";
import { sortedRows } from "../../core/db/sorted-rows.ts";
import { command, manyRows, oneRow, theRow } from "../../core/db/statements.ts";
import type { PlayerRow } from "./players.queries.ts";

export interface SegmentPlayerRow extends PlayerRow {
  staked_cents: bigint;
  seen_at: Date;
  has_limits: boolean;
  agrees: boolean;
  standing: SegmentPlayer["standing"];
  risks: SegmentPlayer["risks"];
  /** How many fit, on each row. */
  players: number;
}

/** Why somebody may not play, by the verdict that bets ask. */
const STANDING = `CASE WHEN p.status = 'closed' THEN 'closed'
  ELSE coalesce(substr(player_verdict(p.status, p.bar, p.bar_until, p.review, n.now), 8), 'plays') END`;

const FITTING = `
  WITH n AS (
    SELECT m.now, m.now - make_interval(days => $1) AS since, c.time_zone,
      uuid_floor(m.now - make_interval(days => $1) - interval '1 minute') AS first_id
    FROM club c CROSS JOIN (SELECT club_now_ms() AS now) m
  ), staked AS (
    SELECT player_id, sum(cost_cents)::bigint AS cents FROM wager
    WHERE id >= (SELECT first_id FROM n) AND accepted_at >= (SELECT since FROM n) GROUP BY player_id
  ), seen AS (
    SELECT player_id, max(at) AS at FROM (
      SELECT player_id, last_action_at AS at FROM session WHERE player_id IS NOT NULL
      UNION ALL SELECT player_id, last_at FROM player_trace) s GROUP BY player_id
  ), device AS (
    SELECT DISTINCT player_id FROM (
      SELECT player_id, count(*) OVER (PARTITION BY hash) AS n FROM player_trace WHERE kind = 'device') d WHERE n > 1
  ), account AS (
    SELECT DISTINCT player_id FROM (
      SELECT player_id, count(*) OVER (PARTITION BY account_hash) AS n FROM bank_card WHERE account_hash IS NOT NULL) a
    WHERE n > 1
  ), player_facts AS (
    SELECT p.id, p.user_name, p.user_name_key, p.full_name, p.status, p.is_demo, p.is_adult, p.language, p.created_at,
      w.cash_cents, w.held_cents, w.bonus_cents, coalesce(k.cents, 0) AS staked_cents,
      greatest(p.created_at, s.at) AS seen_at, p.marketing AS agrees, ${STANDING} AS standing,
      EXISTS (SELECT FROM player_limit l WHERE l.player_id = p.id AND l.amount_cents IS NOT NULL) AS has_limits,
      array_remove(ARRAY[
        CASE WHEN d.player_id IS NOT NULL THEN 'shared_device' END,
        CASE WHEN a.player_id IS NOT NULL THEN 'shared_account' END,
        CASE WHEN EXISTS (SELECT FROM complaint q WHERE q.player_id = p.id AND q.status <> 'answered') THEN 'complaint' END,
        CASE WHEN EXISTS (SELECT FROM payment_arrival q WHERE q.player_id = p.id AND q.state = 'open'
          AND q.why IN ('refunded', 'disputed')) THEN 'case' END], NULL) AS risks
    FROM n CROSS JOIN player p JOIN wallet w ON w.player_id = p.id
    LEFT JOIN staked k ON k.player_id = p.id LEFT JOIN seen s ON s.player_id = p.id
    LEFT JOIN device d ON d.player_id = p.id LEFT JOIN account a ON a.player_id = p.id
  ), fit AS (
    SELECT f.* FROM n CROSS JOIN player_facts f
    WHERE ($2::bigint IS NULL OR f.staked_cents >= $2) AND ($3::bigint IS NULL OR f.staked_cents <= $3)
      AND ($4::integer IS NULL OR f.seen_at >= n.now - make_interval(days => $4))
      AND ($5::integer IS NULL OR f.seen_at < n.now - make_interval(days => $5))
      AND ($6::date IS NULL OR f.created_at >= $6::timestamp AT TIME ZONE n.time_zone)
      AND ($7::date IS NULL OR f.created_at < ($7::date + 1)::timestamp AT TIME ZONE n.time_zone)
      AND ($8::bigint IS NULL OR f.cash_cents >= $8) AND ($9::bigint IS NULL OR f.cash_cents <= $9)
      AND ($10::text IS NULL OR f.has_limits = ($10 = 'yes')) AND ($11::text IS NULL OR f.agrees = ($11 = 'yes'))
      AND (f.standing = $12 OR $12::text IS NULL AND f.standing <> 'closed')
      AND ($13::text IS NULL OR $13 = ANY (f.risks))
  )`;

const RULES = [
  "days",
  "least_staked_cents",
  "most_staked_cents",
  "seen_days",
  "unseen_days",
  "signed_up_from",
  "signed_up_to",
  "least_cash_cents",
  "most_cash_cents",
  "has_limits",
  "agrees",
  "standing",
  "risk",
] as const satisfies readonly (keyof SegmentRules)[];

/**
 * Players that fit rules. It looks at all players, and at the bets of the span by the ids of their
 * time; whoever asks gives it a reader of reports, whose statements end.
 */
export const findFitting = sortedRows<
  SegmentPlayerRow,
  { [Rule in keyof SegmentRules]: SegmentRules[Rule] },
  (typeof SEGMENT_SORTS)[number]
>(
  {
    id: "f.id",
    keys: {
      name: { sql: "f.user_name_key", type: "text", as: "user_name_key" },
      staked: { sql: "f.staked_cents", type: "bigint", as: "staked_cents" },
      seen: { sql: "f.seen_at", type: "timestamptz", as: "seen_at" },
      cash: { sql: "f.cash_cents", type: "bigint", as: "cash_cents" },
      since: "id",
    },
    standard: "-since",
  },
  RULES,
  ({ after, order }) =>
    `${FITTING} SELECT f.*, (SELECT count(*)::integer FROM fit) AS players FROM fit f WHERE ${after} ${order}`,
);

/** Writes down whom a mailing is for. It looks at as much as the look-up above. */
export const writePlayersDown = command<Partial<SegmentRules> & { mailingId: string }>(
  `${FITTING}, written AS (
    INSERT INTO mailing_player (mailing_id, player_id) SELECT $14, f.id FROM fit f RETURNING 1)
  UPDATE mailing SET players = (SELECT count(*) FROM written) WHERE id = $14`,
  [...RULES, "mailingId"],
);

export interface SegmentRow {
  id: string;
  name: string;
  version: number;
  rules: SegmentRules;
  changed_by: string;
  changed_at: Date;
}

const ROW = `SELECT s.id, s.name, s.version, s.rules, o.user_name AS changed_by, s.changed_at
  FROM segment s JOIN operator o ON o.id = s.changed_by`;

/** All of them, by name: there are 100 at most. */
export const readSegments = manyRows<SegmentRow>(`${ROW} ORDER BY s.name_key`);

/** One, held until the end of the transaction. */
export const lockSegment = oneRow<SegmentRow, [id: string]>(
  `${ROW} WHERE s.id = $1 FOR UPDATE OF s`,
);

/** One change after the other: names are looked at and counted before they are written. */
export const lockSegments = command(
  "SELECT pg_advisory_xact_lock(hashtextextended('segments', 0))",
);

export interface SegmentForm {
  name: string;
  /** As JSON. */
  rules: string;
  operatorId: string;
}

export const insertSegment = command<SegmentForm, [id: string]>(
  "INSERT INTO segment (id, name, rules, changed_by) VALUES ($1, $2, $3, $4)",
  ["name", "rules", "operatorId"],
);

export const hasSegmentNamed = theRow<{ has: boolean }, [name: string, exceptId: string]>(
  "SELECT EXISTS (SELECT FROM segment WHERE name_key = lower($1) AND id <> $2) AS has",
);

export const updateSegment = command<SegmentForm, [id: string]>(
  `UPDATE segment SET name = $2, rules = $3, changed_by = $4, version = version + 1, changed_at = club_now_ms()
   WHERE id = $1`,
  ["name", "rules", "operatorId"],
);

export const dropSegment = command<[id: string]>("DELETE FROM segment WHERE id = $1");
