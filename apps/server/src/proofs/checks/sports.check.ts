import type { Queryable } from "../../core/db/connect.ts";
import { type Check, type Findings, MOST_FOUND, scanRanges } from "./check.ts";

const BOUND = "SELECT id FROM sport_bet WHERE id > $1 ORDER BY id OFFSET $2 LIMIT 1";

/**
 * For every sports bet: its entry, postings and receipt; that its own entry booked the change of
 * each revision; that nothing pays above the printed maximum; and that it stands as the results of
 * its legs say, once these are paid.
 */
const BETS = `
  SELECT count(*)::integer AS rows,
    (array_agg('sport bet ' || s.id || ': ' || s.why) FILTER (WHERE s.why IS NOT NULL))[1:5] AS found
  FROM (
    SELECT coalesce(b.id, e.id) AS id, CASE
      WHEN b.id IS NULL THEN 'an entry without its bet'
      WHEN e.id IS NULL OR e.cause <> 'sport_bet:' || b.id OR e.at <> b.accepted_at
        OR e.digest IS DISTINCT FROM b.receipt_hash OR e.reference IS DISTINCT FROM b.id::text
        THEN 'its entry is missing or another one'
      WHEN b.receipt_hash <> sha256('\\x00'::bytea || convert_to(sport_leaf(b.id, b.nonce, b.kind, sport_leaf_legs(b.id),
        b.unit_stake_cents, b.cost_cents, b.accepted_at), 'UTF8')) THEN 'the receipt hash does not fit'
      WHEN l.accounts IS DISTINCT FROM ARRAY[w.cash_account, k.id] OR l.amounts IS DISTINCT FROM ARRAY[-b.cost_cents, b.cost_cents]
        THEN 'its postings are on other accounts or of another amount'
      WHEN r.wrong > 0 THEN 'what it came to is not what its entries moved'
      WHEN r.most > b.max_payout_cents THEN 'it was paid more than its receipt prints'
      WHEN NOT g.is_decided OR g.is_being_paid OR r.stands = 'void' THEN NULL
      WHEN r.stands IS NULL THEN 'its legs are decided and it is not'
      WHEN (g.void = g.legs) <> (r.stands = 'refunded') THEN 'it stands otherwise than its legs say'
      WHEN b.kind IN ('single', 'multiple') AND g.void < g.legs AND g.heats = 0
        -- Half of a small stake may be less than a cent, so a half-lost leg alone does not say how a bet stands.
        AND (g.lost > 0 OR g.halves = 0) AND (g.lost > 0) <> (r.stands = 'lost') THEN 'it stands otherwise than its legs say'
    END AS why
    FROM (SELECT * FROM sport_bet WHERE id > $1 AND id <= $2) b
    FULL JOIN (SELECT * FROM entry WHERE kind = 'sport_bet' AND id > $1 AND id <= $2) e ON e.id = b.id
    LEFT JOIN wallet w ON w.player_id = b.player_id
    LEFT JOIN account k ON k.kind = 'sports_book'
    CROSS JOIN LATERAL (SELECT array_agg(p.account_id ORDER BY p.line) AS accounts,
      array_agg(p.amount_cents ORDER BY p.line) AS amounts FROM posting p WHERE p.entry_id = b.id) l
    CROSS JOIN LATERAL (
      SELECT max(c.payout_cents + c.refund_cents) AS most, (array_agg(c.status ORDER BY c.revision DESC))[1] AS stands, count(*) FILTER (
          WHERE c.payout_cents + c.refund_cents - coalesce(o.old, 0) <> coalesce(i.paid, 0) - coalesce(u.undone, 0)) AS wrong
      FROM sport_settled c
      CROSS JOIN LATERAL (SELECT -sum(p.amount_cents) AS paid FROM entry x JOIN posting p ON p.entry_id = x.id
        WHERE x.cause = 'sport:' || c.bet_id || ':' || c.revision AND p.account_id = k.id) i
      CROSS JOIN LATERAL (SELECT sum(p.amount_cents) AS undone FROM entry x JOIN posting p ON p.entry_id = x.id
        WHERE x.cause = 'sport:' || c.bet_id || ':' || c.revision || ':undo' AND p.account_id = k.id) u
      LEFT JOIN LATERAL (SELECT q.payout_cents + q.refund_cents AS old FROM sport_settled q
        WHERE q.bet_id = c.bet_id AND q.revision = c.revision - 1) o ON true
      WHERE c.bet_id = b.id) r
    CROSS JOIN LATERAL (
      SELECT count(*) AS legs, count(*) FILTER (WHERE o.result = 'lost') AS lost, count(*) FILTER (WHERE o.result = 'void') AS void,
        count(*) FILTER (WHERE o.result = 'dead_heat') AS heats, count(*) FILTER (WHERE o.result = 'half_lost') AS halves, bool_and(o.result IS NOT NULL) AS is_decided,
        bool_or(EXISTS (SELECT FROM sport_settlement t WHERE t.event_id = x.event_id AND t.step = 'posting')) AS is_being_paid
      FROM sport_leg x JOIN sport_outcome o ON o.id = x.outcome_id WHERE x.bet_id = b.id) g
  ) s`;

/** The sports book is what bets cost less what they returned: not a cent of it is anything else. */
const BOOK = `
  SELECT (SELECT coalesce(sum(p.amount_cents), 0) FROM posting p JOIN account a ON a.id = p.account_id
      WHERE a.kind = 'sports_book')::text AS book,
    (SELECT coalesce(sum(cost_cents - payout_cents - refund_cents), 0) FROM sport_bet_view)::text AS owed`;

/** The book's sums for every event, compared with its open and settled bets. */
const SUMS = `
  SELECT 'event ' || v.id || ': it counts ' || v.bets || ' bets and ' || v.multiple_stakes_cents || ' cents of multiples, there are '
    || x.bets || ' and ' || x.multiples AS found
  FROM sport_event v
  CROSS JOIN LATERAL (
    SELECT count(*) AS bets, coalesce(sum(b.cost_cents) FILTER (WHERE b.kind <> 'single'), 0) AS multiples
    FROM (SELECT DISTINCT l.bet_id FROM sport_leg l WHERE l.event_id = v.id) d
    JOIN sport_bet_view b ON b.id = d.bet_id WHERE b.status <> 'void') x
  WHERE v.bets <> x.bets OR v.multiple_stakes_cents <> x.multiples
  LIMIT ${MOST_FOUND}`;

/** Sports bets: entries, receipts, returns, the sports book, and the sums that its limits use. */
export const sportsCheck: Check = {
  name: "sports",
  run: async (tx) => {
    const bets = await scanRanges(tx, { bound: BOUND, check: BETS, size: 10_000 });
    const found = [...bets.found, ...(await checkBook(tx))];
    return { rows: bets.rows, found: found.slice(0, MOST_FOUND) } satisfies Findings;
  },
};

async function checkBook(tx: Queryable): Promise<string[]> {
  const { rows } = await tx.query<{ book: string; owed: string }>(BOOK);
  const { book = "0", owed = "0" } = rows[0] ?? {};
  const { rows: sums } = await tx.query<{ found: string }>(SUMS);
  const wrong = sums.map(({ found }) => found);
  return book === owed
    ? wrong
    : [`the sports book holds ${book}, its bets leave ${owed} cents`, ...wrong];
}
