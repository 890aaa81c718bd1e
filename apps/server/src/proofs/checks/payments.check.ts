import { scanRanges } from "./check.ts";
import type { Check } from "./check.ts";

const PAYMENTS = "SELECT id FROM payment WHERE id > $1 ORDER BY id OFFSET $2 LIMIT 1";
/** What the bank's side of an entry moved, by its cause. */
const BANK = (cause: string): string =>
  `(SELECT p.amount_cents FROM entry e JOIN posting p ON p.entry_id = e.id JOIN account a ON a.id = p.account_id
    WHERE e.cause = ${cause} AND a.kind = 'bank_clearing')`;
/** The cause of what a case took of a payment of so many cents. */
const CAUSE = (row: string, cents: string): string =>
  `'payment:' || ${row}.payment || ':' || ${row}.why
    || CASE WHEN ${row}.amount_cents = ${cents} THEN '' ELSE ':' || ${row}.amount_cents END
    || CASE WHEN ${row}.number > 1 THEN '#' || ${row}.number ELSE '' END`;
const ENTRIES = `
  SELECT count(*)::integer AS rows,
    (array_agg('payment ' || s.id || ' (' || s.state || '): ' || s.why) FILTER (WHERE s.why IS NOT NULL))[1:5] AS found
  FROM (
    SELECT x.id, x.state, CASE
      WHEN coalesce(v.came, 0) <> CASE WHEN x.booked_at IS NULL THEN 0 ELSE x.amount_cents END
        THEN 'it brought ' || coalesce(v.came, 0) || ' cents'
      WHEN coalesce(v.cases, 0) + coalesce(v.refunds, 0) NOT BETWEEN
          CASE WHEN x.taken_at IS NULL THEN 0 ELSE x.amount_cents END AND
          CASE WHEN x.taken_at IS NOT NULL THEN x.amount_cents WHEN x.booked_at IS NULL THEN 0 ELSE x.amount_cents - 1 END
        THEN coalesce(v.cases, 0) + coalesce(v.refunds, 0) || ' cents were taken back'
      WHEN t.status = 'approved' AND x.booked_at IS NULL THEN 'its top-up is approved'
    END AS why
    FROM payment x JOIN top_up t ON t.id = x.top_up_id
    CROSS JOIN LATERAL (SELECT
      -${BANK("'topup:' || x.top_up_id || ':approve'")} AS came,
      (SELECT sum(${BANK("'refund:' || r.id")} + coalesce(${BANK("'refund:' || r.id || ':refused'")}, 0))
       FROM payment_return r WHERE r.payment = x.id AND r.why IN ('desk', 'credit')) AS refunds,
      (SELECT sum(coalesce(${BANK(CAUSE("y", "x.amount_cents"))}, 0) + coalesce(${BANK("'arrival:' || y.id || ':won'")}, 0))
       FROM payment_arrival y WHERE y.provider = x.provider AND y.payment_id = x.payment_id AND y.payment = x.id
         AND y.why IN ('refunded', 'disputed')) AS cases) v
    WHERE x.id > $1 AND x.id <= $2
  ) s`;

const ARRIVALS = "SELECT id FROM payment_arrival WHERE id > $1 ORDER BY id OFFSET $2 LIMIT 1";
const CASES = `
  SELECT count(*)::integer AS rows,
    (array_agg('case ' || s.id || ': ' || s.why) FILTER (WHERE s.why IS NOT NULL))[1:5] AS found
  FROM (
    SELECT x.id, CASE WHEN (coalesce(l.taken, 0), coalesce(l.missing, 0)) <> (x.taken_cents, x.missing_cents)
      THEN 'its entry took ' || coalesce(l.taken, 0) || ' and bore ' || coalesce(l.missing, 0) || ' cents'
      WHEN coalesce(-${BANK("'arrival:' || x.id || ':won'")}, 0) <> CASE WHEN x.state = 'booked' THEN x.taken_cents + x.missing_cents ELSE 0 END
      THEN 'what was won is not what was taken' END AS why
    FROM payment_arrival x JOIN payment q ON q.id = x.payment AND x.why IN ('refunded', 'disputed')
    CROSS JOIN LATERAL (SELECT sum(-p.amount_cents) FILTER (WHERE a.kind = 'cash') AS taken,
        sum(-p.amount_cents) FILTER (WHERE a.kind = 'chargebacks') AS missing
      FROM entry e JOIN posting p ON p.entry_id = e.id JOIN account a ON a.id = p.account_id
      WHERE e.cause = ${CAUSE("x", "q.amount_cents")}) l
    WHERE x.id > $1 AND x.id <= $2
  ) s`;

/** Each payment moved what its state implies, and each case says what it took and what is missing. */
export const paymentsCheck: Check = {
  name: "payments",
  run: async (tx) => {
    const payments = await scanRanges(tx, { bound: PAYMENTS, check: ENTRIES, size: 2000 });
    const cases = await scanRanges(tx, { bound: ARRIVALS, check: CASES, size: 2000 });
    return { rows: payments.rows + cases.rows, found: [...payments.found, ...cases.found] };
  },
};
