import { scanRanges } from "./check.ts";
import type { Check } from "./check.ts";

const BOUND = "SELECT bet_id AS id FROM borne WHERE bet_id > $1 ORDER BY bet_id OFFSET $2 LIMIT 1";

/** Each change matches its entry's posting in adjustments; no bet had anything recovered twice. */
const CHECK = `
  SELECT count(*)::integer AS rows,
    (array_agg('what the club bears of bet ' || s.bet_id || ' (' || s.cause || '): ' || s.why)
      FILTER (WHERE s.why IS NOT NULL))[1:5] AS found
  FROM (
    SELECT n.bet_id, n.cause, CASE
      WHEN l.cents IS DISTINCT FROM -n.cents THEN 'its entry moved ' || coalesce(-l.cents, 0) || ' cents, it says ' || n.cents
      WHEN e.reference IS DISTINCT FROM n.bet_id::text OR n.at < e.at THEN 'it is of another entry'
      WHEN coalesce(b.player_id, x.player_id) IS DISTINCT FROM n.player_id THEN 'it is of another player'
      WHEN sum(n.cents) OVER (PARTITION BY n.bet_id ORDER BY n.at, p.id) < 0 THEN 'more came off than was borne'
    END AS why
    FROM (SELECT * FROM borne WHERE bet_id > $1 AND bet_id <= $2) n
    LEFT JOIN entry e ON e.cause = n.cause
    LEFT JOIN bet b ON b.id = n.bet_id
    LEFT JOIN sport_bet x ON x.id = n.bet_id
    LEFT JOIN LATERAL (SELECT min(id) AS id FROM posting WHERE entry_id = e.id) p ON true
    LEFT JOIN LATERAL (SELECT sum(p.amount_cents) AS cents FROM posting p JOIN account a ON a.id = p.account_id
      WHERE p.entry_id = e.id AND a.kind = 'adjustments') l ON true
  ) s`;

/** Entries that moved adjustments for a bet without a record of what the club bore. */
const STRAY = `
  SELECT 'entry ' || e.id || ': what the club bore by it is not noted' AS found
  FROM account a JOIN posting p ON p.account_id = a.id JOIN entry e ON e.id = p.entry_id
  WHERE a.kind = 'adjustments' AND e.kind IN ('correction', 'correction_claim', 'sport_correction', 'reversal')
    AND NOT EXISTS (SELECT FROM borne n WHERE n.bet_id = e.reference::uuid AND n.cause = e.cause)
  LIMIT 5`;

/** What the club bore for a bet, and recovered since, is what its entries moved in adjustments. */
export const borneCheck: Check = {
  name: "borne",
  run: async (tx) => {
    const noted = await scanRanges(tx, { bound: BOUND, check: CHECK, size: 10_000 });
    const { rows: stray } = await tx.query<{ found: string }>(STRAY);
    return { rows: noted.rows, found: [...noted.found, ...stray.map(({ found }) => found)] };
  },
};
