import type { ReportId } from "@club/contract";
import { poolBooks } from "../ledger/pool-books.ts";
import { code, count, money, OF_DAYS, RACE, RACES } from "./report-parts.ts";
import type { Report } from "./report-parts.ts";

/** What bets have in pools that wait for a result, less what went back of it: a column for the pool, its part of the cost. */
const stillIn = (pool: string, cost: string): string =>
  `SELECT b.accepted_at AS at, ${cost} - (SELECT coalesce(sum(c.amount_cents), 0) FROM bet_credit c
      WHERE c.bet_id = b.id AND c.pool_id = o.id) AS cents
    FROM pool o JOIN bet b ON ${pool} = o.id WHERE o.status IN ('OPEN', 'CLOSED')`;

/** How the club does: by days, and by races as the ledger has them. */
export const CLUB_REPORTS = {
  club_days: {
    span: "instants",
    columns: [
      { id: "day", kind: "day" },
      money("racing"),
      money("sports"),
      money("refunded"),
      money("paid"),
      money("open"),
      money("result"),
      money("takeout"),
      money("deposits"),
      money("withdrawals"),
      { id: "active", kind: "count" },
      count("joined"),
    ],
    sql: `WITH zone AS (SELECT c.time_zone AS name FROM club c),
        moves AS (SELECT (e.at AT TIME ZONE z.name)::date AS day, e.kind, activity_type(e.kind) AS type, a.kind AS account,
            a.player_id, p.amount_cents AS cents
          FROM zone z CROSS JOIN entry e JOIN posting p ON p.entry_id = e.id JOIN account a ON a.id = p.account_id
          WHERE e.at >= $1 AND e.at < $2 AND p.id >= posting_edge($1::timestamptz - interval '1 day', false)
            AND p.id <= posting_edge($2::timestamptz + interval '1 day', true) AND a.kind IN ('cash', 'held', 'takeout')),
        sums AS (SELECT day,
            coalesce(-sum(cents) FILTER (WHERE account = 'cash' AND type = 'bet' AND kind <> 'sport_bet'), 0)::bigint AS racing,
            coalesce(-sum(cents) FILTER (WHERE account = 'cash' AND kind = 'sport_bet'), 0)::bigint AS sports,
            coalesce(sum(cents) FILTER (WHERE account = 'cash' AND type = 'refund'), 0)::bigint AS refunded,
            coalesce(sum(cents) FILTER (WHERE account = 'cash' AND type = 'payout'), 0)::bigint AS paid,
            coalesce(sum(cents) FILTER (WHERE account = 'takeout'), 0)::bigint AS takeout,
            coalesce(sum(cents) FILTER (WHERE account = 'cash' AND type = 'top_up'), 0)::bigint AS deposits,
            coalesce(-sum(cents) FILTER (WHERE account = 'held' AND kind = 'withdrawal_paid'), 0)::bigint AS withdrawals,
            count(DISTINCT player_id) FILTER (WHERE type = 'bet')::integer AS active
          FROM moves GROUP BY day),
        -- Of what was staked on each day, what no result has decided yet.
        waiting AS (SELECT (w.at AT TIME ZONE z.name)::date AS day, sum(w.cents)::bigint AS cents
          FROM zone z CROSS JOIN (
            ${stillIn("b.pool_id", "b.cost_cents - b.cost2_cents")}
            UNION ALL ${stillIn("b.pool_id2", "b.cost2_cents")}
            UNION ALL SELECT s.accepted_at, s.cost_cents FROM sport_bet_view s
            WHERE s.status = 'accepted' AND s.id >= uuid_floor($1::timestamptz - interval '1 day')) w
          WHERE w.at >= $1 AND w.at < $2 GROUP BY 1)
      SELECT d.day::date::text AS day, coalesce(s.racing, 0)::bigint AS racing, coalesce(s.sports, 0)::bigint AS sports,
        coalesce(s.refunded, 0)::bigint AS refunded, coalesce(s.paid, 0)::bigint AS paid,
        coalesce(o.cents, 0)::bigint AS open,
        (coalesce(s.racing + s.sports - s.refunded - s.paid, 0) - coalesce(o.cents, 0))::bigint AS result,
        coalesce(s.takeout, 0)::bigint AS takeout, coalesce(s.deposits, 0)::bigint AS deposits,
        coalesce(s.withdrawals, 0)::bigint AS withdrawals, coalesce(s.active, 0) AS active,
        (SELECT count(*)::integer FROM player u WHERE u.created_at >= d.day::date::timestamp AT TIME ZONE z.name
          AND u.created_at < (d.day::date + 1)::timestamp AT TIME ZONE z.name) AS joined
      FROM zone z CROSS JOIN generate_series(($1::timestamptz AT TIME ZONE z.name)::date::timestamp,
        (($2::timestamptz - interval '1 ms') AT TIME ZONE z.name)::date::timestamp, interval '1 day') d(day)
      LEFT JOIN sums s ON s.day = d.day::date LEFT JOIN waiting o ON o.day = d.day::date ORDER BY d.day LIMIT $3`,
  },
  race_money: {
    span: "days",
    columns: [
      ...RACE,
      code("status", "raceStatus"),
      money("staked"),
      money("refunded"),
      money("gross"),
      money("takeout"),
      money("paid"),
      money("breakage"),
      money("house"),
      money("jackpot"),
      money("left"),
    ],
    sql: `WITH days AS (SELECT m.date, m.name AS meeting, r.id, r.number, r.status, r.start_time ${RACES} ${OF_DAYS}
        ORDER BY r.start_time, r.id LIMIT $3)
      SELECT d.date::text AS day, d.meeting, 'R' || d.number AS race, d.status, s.* FROM days d
      CROSS JOIN LATERAL (SELECT coalesce(sum(b.staked_cents), 0)::bigint AS staked,
          coalesce(sum(b.refunded_cents), 0)::bigint AS refunded,
          coalesce(sum(b.staked_cents - b.refunded_cents), 0)::bigint AS gross,
          coalesce(sum(b.takeout_cents), 0)::bigint AS takeout, coalesce(sum(b.paid_cents), 0)::bigint AS paid,
          coalesce(sum(b.breakage_cents), 0)::bigint AS breakage,
          coalesce(sum(b.book_result_cents - b.house_topup_cents), 0)::bigint AS house,
          coalesce(sum(b.jackpot_out_cents - b.jackpot_in_cents), 0)::bigint AS jackpot,
          coalesce(sum(b.left_cents), 0)::bigint AS "left"
        FROM (${poolBooks("ARRAY[d.id]")}) b) s
      ORDER BY d.start_time, d.id`,
  },
} as const satisfies Partial<Record<ReportId, Report>>;
