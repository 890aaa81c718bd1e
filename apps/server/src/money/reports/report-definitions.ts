import type { ReportId } from "@club/contract";
import { READ_ACTIONS } from "../../desk/operators/audit.ts";
import { CLUB_REPORTS } from "./club-reports.ts";
import { PAYMENT_REPORTS } from "./payment-reports.ts";
import { at, code, count, money, OF_DAYS, POOL, RACE, RACES, text } from "./report-parts.ts";
import type { Report } from "./report-parts.ts";

const POOLS = `${RACES}
  JOIN LATERAL (SELECT q.*, l.number AS first_number, lm.name AS first_meeting FROM pool q
    LEFT JOIN race l ON q.race_id2 IS NOT NULL AND l.id = q.race_id LEFT JOIN meeting lm ON lm.id = l.meeting_id
    WHERE (q.race_id2 IS NULL AND q.race_id = r.id) OR q.race_id2 = r.id) p ON true`;
const RACE_CELLS = `m.date::text AS day, m.name AS meeting, 'R' || r.number AS race`;
const POOL_CELLS = `m.date::text AS day, m.name AS meeting,
  CASE WHEN p.race_id2 IS NULL THEN '' WHEN p.first_meeting = m.name THEN 'R' || p.first_number || ' + '
    ELSE p.first_meeting || ' R' || p.first_number || ' + ' END || 'R' || r.number AS race, p.code AS pool`;
const BY_POOL = `ORDER BY r.start_time, r.id, p.race_id2 NULLS FIRST, p.code LIMIT $3`;
/** What a pool was settled with: the newest plan that is paid. */
const SETTLED = `JOIN LATERAL (SELECT s.outcome FROM settlement s WHERE s.pool_id = p.id AND s.step IN ('posted', 'announced')
    ORDER BY s.created_at DESC, s.id DESC LIMIT 1) s ON true`;

export const REPORT_DEFINITIONS: Readonly<Record<ReportId, Report>> = {
  pre_race: {
    span: "days",
    columns: [
      ...RACE,
      text("name"),
      at("start"),
      code("status", "raceStatus"),
      text("rules"),
      count("runners"),
      count("scratched"),
      count("pools"),
      at("opened"),
    ],
    sql: `SELECT ${RACE_CELLS}, r.name, r.start_time AS start, r.status, m.rule_set AS rules,
        (SELECT count(*)::integer FROM runner n WHERE n.race_id = r.id) AS runners,
        (SELECT count(*)::integer FROM runner n WHERE n.race_id = r.id AND n.scratched_at IS NOT NULL) AS scratched,
        (SELECT count(*)::integer FROM pool q WHERE q.race_id = r.id) AS pools, r.opened_at AS opened
      ${RACES} ${OF_DAYS} ORDER BY r.start_time, r.id LIMIT $3`,
  },
  sales: {
    span: "days",
    columns: [
      ...RACE,
      POOL,
      code("status", "poolStatus"),
      count("bets"),
      money("staked"),
      money("refunded"),
      money("gross"),
    ],
    sql: `SELECT ${POOL_CELLS}, p.status, v.bets, v.stakes_cents AS staked,
        v.stakes_cents - v.gross_cents AS refunded, v.gross_cents AS gross
      ${POOLS} JOIN LATERAL (SELECT s.bets, s.stakes_cents, l.gross_cents FROM pool_stake s
        JOIN pool_live l ON l.pool_id = s.pool_id WHERE s.pool_id = p.id AND s.number = 0) v ON true ${OF_DAYS} ${BY_POOL}`,
  },
  dividends: {
    span: "days",
    columns: [
      ...RACE,
      POOL,
      code("status", "poolStatus"),
      text("combination"),
      { id: "dividend", kind: "ratio" },
      money("stakes"),
    ],
    sql: `SELECT ${POOL_CELLS}, s.outcome ->> 'status' AS status, d ->> 'combination' AS combination,
        (d ->> 'dividendCents')::bigint AS dividend, (d ->> 'stakesCents')::bigint AS stakes
      ${POOLS} ${SETTLED} LEFT JOIN LATERAL jsonb_array_elements(s.outcome -> 'dividends') d ON true ${OF_DAYS} ${BY_POOL}`,
  },
  close_times: {
    span: "days",
    columns: [
      ...RACE,
      at("start"),
      at("closed"),
      { id: "late_ms", kind: "count" },
      count("bets"),
      text("root"),
    ],
    sql: `SELECT ${RACE_CELLS}, r.start_time AS start, r.closed_at AS closed,
        round(extract(epoch FROM r.closed_at - r.start_time) * 1000)::bigint AS late_ms, o.bets, encode(o.root, 'hex') AS root
      ${RACES} LEFT JOIN race_root o ON o.race_id = r.id ${OF_DAYS} AND r.closed_at IS NOT NULL ORDER BY r.closed_at, r.id LIMIT $3`,
  },
  large_bets: {
    span: "instants",
    columns: [
      at("at"),
      text("player"),
      text("on"),
      code("type", "betType"),
      text("bet"),
      money("cost"),
      money("returned"),
    ],
    sql: `SELECT w.accepted_at AS at, u.user_name AS player, w.event AS on, w.type, w.id::text AS bet, w.cost_cents AS cost,
        coalesce((SELECT sum(c.amount_cents) FROM wager_credit c WHERE c.bet_id = w.id), 0)::bigint AS returned
      FROM (SELECT b.id, b.player_id, b.cost_cents, b.accepted_at, m.name || ' R' || r.number AS event, b.bet_type::text AS type
          FROM bet b JOIN race r ON r.id = b.race_id JOIN meeting m ON m.id = r.meeting_id
          WHERE b.accepted_at >= $1 AND b.accepted_at < $2 AND b.cost_cents >= 100000
        UNION ALL SELECT s.id, s.player_id, s.cost_cents, s.accepted_at, '' AS event, '' AS type FROM sport_bet s
          WHERE s.accepted_at >= $1 AND s.accepted_at < $2 AND s.cost_cents >= 100000) w
      JOIN player u ON u.id = w.player_id ORDER BY w.cost_cents DESC, w.id LIMIT $3`,
  },
  refused_bets: {
    span: "instants",
    columns: [
      code("code", "refusal"),
      text("on"),
      text("player"),
      count("bets"),
      money("stake"),
      at("first"),
      at("last"),
    ],
    sql: `SELECT f.code, coalesce(m.name || ' R' || r.number, concat_ws(' – ', v.home, nullif(v.away, ''))) AS on, u.user_name AS player,
        count(*)::integer AS bets, coalesce(sum(f.stake_cents), 0)::bigint AS stake, min(f.at) AS first, max(f.at) AS last
      FROM refused_bet f JOIN player u ON u.id = f.player_id
      LEFT JOIN race r ON r.id = f.race_id LEFT JOIN meeting m ON m.id = r.meeting_id
      LEFT JOIN sport_event v ON v.id = f.sport_event_id
      WHERE f.at >= $1 AND f.at < $2
      GROUP BY f.code, 2, f.player_id, u.user_name ORDER BY bets DESC, f.code, last DESC LIMIT $3`,
  },
  ...CLUB_REPORTS,
  takeout: {
    span: "days",
    columns: [
      ...RACE,
      POOL,
      money("gross"),
      money("takeout"),
      { id: "rate", kind: "rate" },
      money("paid"),
      money("breakage"),
      money("house_topup"),
      money("book_result"),
    ],
    sql: `SELECT ${POOL_CELLS}, a.gross, a.takeout, CASE WHEN a.gross > 0 THEN round(a.takeout * 10000.0 / a.gross)::bigint END AS rate,
        a.paid, a.breakage, a.house_topup, a.book_result
      ${POOLS} ${SETTLED} JOIN LATERAL (SELECT (s.outcome ->> 'grossCents')::bigint AS gross,
        (s.outcome ->> 'takeoutCents')::bigint AS takeout, (s.outcome ->> 'paidCents')::bigint AS paid,
        (s.outcome ->> 'breakageCents')::bigint AS breakage, (s.outcome ->> 'houseTopUpCents')::bigint AS house_topup,
        (s.outcome ->> 'bookResultCents')::bigint AS book_result) a ON true ${OF_DAYS} ${BY_POOL}`,
  },
  jackpots: {
    span: "instants",
    columns: [
      at("at"),
      POOL,
      code("entry", "entry"),
      text("cause"),
      money("amount"),
      { id: "balance", kind: "money" },
    ],
    sql: `SELECT x.at, x.pool, x.entry, x.cause, x.amount, x.balance FROM (
        SELECT e.at, a.pool_code AS pool, e.kind AS entry, e.cause, p.amount_cents AS amount, p.id,
          sum(p.amount_cents) OVER (PARTITION BY a.id ORDER BY p.id)::bigint AS balance
        FROM account a JOIN posting p ON p.account_id = a.id JOIN entry e ON e.id = p.entry_id WHERE a.kind = 'jackpot') x
      WHERE x.at >= $1 AND x.at < $2 ORDER BY x.id LIMIT $3`,
  },
  refunds: {
    span: "days",
    columns: [
      ...RACE,
      POOL,
      code("kind", "entry"),
      count("bets"),
      money("amount"),
      at("first"),
      at("last"),
    ],
    sql: `SELECT ${POOL_CELLS}, c.kind, c.bets, c.amount, c.first, c.last
      -- What a correction took back again is no refund, and its bet none that was refunded.
      ${POOLS} JOIN LATERAL (SELECT n.kind, count(*)::integer AS bets, sum(n.amount)::bigint AS amount, min(n.first) AS first,
          max(n.last) AS last
        FROM (SELECT b.kind, sum(b.amount_cents) AS amount, min(b.at) AS first, max(b.at) AS last FROM bet_credit b
          WHERE b.pool_id = p.id AND b.kind IN ('refund', 'void') GROUP BY b.bet_id, b.kind HAVING sum(b.amount_cents) <> 0) n
        GROUP BY n.kind) c ON true ${OF_DAYS} ${BY_POOL}`,
  },
  liabilities: {
    span: "instants",
    columns: [
      code("account", "account"),
      POOL,
      { id: "accounts", kind: "count" },
      money("balance"),
    ],
    sql: `SELECT a.kind AS account, a.pool_code AS pool, count(*) FILTER (WHERE b.cents <> 0)::integer AS accounts,
        coalesce(sum(b.cents), 0)::bigint AS balance
      FROM account a CROSS JOIN LATERAL (SELECT coalesce(sum(p.amount_cents), 0)::bigint AS cents
        FROM posting p JOIN entry e ON e.id = p.entry_id WHERE p.account_id = a.id AND e.at < $2) b
      WHERE a.kind IN ('cash', 'held', 'bonus', 'escrow', 'jackpot', 'sports_book') AND $1::timestamptz IS NOT NULL
      GROUP BY a.kind, a.pool_code
      ORDER BY min(array_position(ARRAY['cash', 'held', 'bonus', 'escrow', 'jackpot', 'sports_book'], a.kind)), a.pool_code LIMIT $3`,
  },
  adjustments: {
    span: "instants",
    columns: [
      at("at"),
      code("entry", "entry"),
      text("reference"),
      text("player"),
      money("amount"),
      text("cause"),
    ],
    sql: `SELECT e.at, e.kind AS entry, e.reference, coalesce(u.user_name, h.from_account || ' → ' || h.to_account) AS player,
        CASE WHEN h.entry_id IS NULL THEN -p.amount_cents ELSE h.amount_cents END AS amount, e.cause
      FROM account a JOIN posting p ON p.account_id = a.id JOIN entry e ON e.id = p.entry_id
      LEFT JOIN LATERAL (SELECT y.player_id FROM posting x JOIN account y ON y.id = x.account_id
        WHERE x.entry_id = e.id AND y.player_id IS NOT NULL LIMIT 1) o ON true
      LEFT JOIN player u ON u.id = o.player_id
      LEFT JOIN house_adjustment h ON h.entry_id = e.id
      WHERE (a.kind = 'adjustments' AND h.entry_id IS NULL OR a.kind = h.to_account) AND e.at >= $1 AND e.at < $2 ORDER BY p.id LIMIT $3`,
  },
  tax: {
    span: "instants",
    columns: [
      text("month"),
      code("product", "reportProduct"),
      money("staked"),
      money("refunded"),
      money("paid"),
      money("result"),
    ],
    sql: `SELECT to_char(e.at AT TIME ZONE c.time_zone, 'YYYY-MM') AS month,
        CASE WHEN e.kind LIKE 'sport%' OR EXISTS (SELECT FROM sport_bet s
            WHERE s.id = CASE WHEN e.kind = 'correction_claim' THEN e.reference::uuid END)
          THEN 'sports' ELSE 'racing' END AS product,
        (-coalesce(sum(p.amount_cents) FILTER (WHERE activity_type(e.kind) = 'bet'), 0))::bigint AS staked,
        coalesce(sum(p.amount_cents) FILTER (WHERE activity_type(e.kind) = 'refund'), 0)::bigint AS refunded,
        coalesce(sum(p.amount_cents) FILTER (WHERE activity_type(e.kind) = 'payout'), 0)::bigint AS paid,
        (-sum(p.amount_cents))::bigint AS result
      FROM entry e JOIN posting p ON p.entry_id = e.id JOIN account a ON a.id = p.account_id AND a.kind = 'cash' CROSS JOIN club c
      WHERE e.at >= $1 AND e.at < $2 AND activity_type(e.kind) IN ('bet', 'refund', 'payout')
      GROUP BY 1, 2 ORDER BY 1, 2 LIMIT $3`,
  },
  ...PAYMENT_REPORTS,
  limits: {
    span: "instants",
    columns: [at("at"), text("player"), code("kind", "protectionLog"), text("detail")],
    sql: `SELECT l.at, u.user_name AS player, l.kind,
        (SELECT string_agg(d.key || ': ' || coalesce(d.value, '-'), ', ' ORDER BY d.key) FROM jsonb_each_text(l.detail) d) AS detail
      FROM protection_log l JOIN player u ON u.id = l.player_id WHERE l.at >= $1 AND l.at < $2 ORDER BY l.id LIMIT $3`,
  },
  operator_acts: {
    span: "instants",
    columns: [at("at"), text("operator"), code("action", "audit"), text("target"), text("reason")],
    sql: `SELECT a.at, coalesce(o.user_name, '') AS operator, a.action, a.target, a.reason
      FROM audit a LEFT JOIN operator o ON o.id = a.operator_id
      WHERE a.at >= $1 AND a.at < $2 AND a.action !~ '${READ_ACTIONS}' ORDER BY a.id LIMIT $3`,
  },
};
