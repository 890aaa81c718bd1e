import { scanRanges } from "./check.ts";
import type { Check } from "./check.ts";

/** An entry older than this must be in the chain. */
const CHAIN_LAG = "10 seconds";

const BOUND = "SELECT id FROM entry WHERE id > $1 ORDER BY id OFFSET $2 LIMIT 1";
const CHECK = `
  SELECT count(*)::integer AS rows,
    (array_agg('entry ' || s.id || ': ' || s.why) FILTER (WHERE s.why IS NOT NULL))[1:5] AS found
  FROM (
    SELECT coalesce(e.id, l.entry_id) AS id, CASE
      WHEN e.id IS NULL THEN 'postings without their entry'
      WHEN l.lines IS NULL THEN 'no postings'
      WHEN l.total <> 0 THEN 'its lines sum to ' || l.total || ' cents'
      WHEN l.lines < 2 THEN 'a single line'
      WHEN l.strays > 0 THEN 'a line on an account that is not there'
      WHEN c.entry_id IS NULL AND e.at < $3::timestamptz - interval '${CHAIN_LAG}' THEN 'not in the chain'
      WHEN e.kind = 'house_adjustment' AND NOT EXISTS (SELECT FROM house_adjustment h WHERE h.entry_id = e.id)
        THEN 'nobody approved it'
      WHEN e.kind IN ('payout', 'refund', 'void', 'correction') AND NOT EXISTS (SELECT FROM bet_credit k
        WHERE k.bet_id = bet_of_entry(e.kind, e.reference) AND k.cause = e.cause) THEN 'no credit of a bet'
    END AS why
    FROM (SELECT * FROM entry WHERE id > $1 AND id <= $2) e
    FULL JOIN (
      SELECT entry_id, count(*) AS lines, sum(amount_cents) AS total,
        count(*) FILTER (WHERE NOT EXISTS (SELECT FROM account a WHERE a.id = posting.account_id)) AS strays
      FROM posting WHERE entry_id > $1 AND entry_id <= $2 GROUP BY entry_id
    ) l ON l.entry_id = e.id
    LEFT JOIN chain c ON c.entry_id = e.id
  ) s`;

/** Every entry has two or more postings that sum to zero, and is chained; no posting is alone. */
export const entriesCheck: Check = {
  name: "entries",
  run: async (tx, startedAt) =>
    await scanRanges(tx, { bound: BOUND, check: CHECK, given: startedAt, size: 50_000 }),
};
