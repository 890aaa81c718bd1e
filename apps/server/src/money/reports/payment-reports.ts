import { at, code, money, text } from "./report-parts.ts";
import type { Report } from "./report-parts.ts";

/** What providers took for the club and sent for it. */
export const PAYMENT_REPORTS = {
  payments: {
    span: "instants",
    columns: [
      at("asked"),
      text("player"),
      text("provider"),
      text("payment"),
      text("reference"),
      code("state", "cardPay.state"),
      text("funding"),
      money("amount"),
      at("booked"),
      at("taken_back"),
    ],
    sql: `SELECT p.asked_at AS asked, u.user_name AS player, p.provider, coalesce(p.payment_id, '') AS payment,
        coalesce(p.reference, '') AS reference, p.state, coalesce(p.funding, '') AS funding, p.amount_cents AS amount,
        p.booked_at AS booked, p.taken_at AS taken_back
      FROM payment p JOIN top_up t ON t.id = p.top_up_id JOIN player u ON u.id = t.player_id
      WHERE p.asked_at >= $1 AND p.asked_at < $2 ORDER BY p.asked_at, p.id LIMIT $3`,
  },
  // Amounts may be in other currencies, so that they have no sum.
  arrivals: {
    span: "instants",
    columns: [
      at("arrived"),
      text("provider"),
      text("payment"),
      text("reference"),
      code("why", "cardPay.why"),
      text("player"),
      { id: "amount", kind: "money" },
      text("currency"),
      money("taken"),
      money("missing"),
      code("state", "cardPay.is"),
      text("operator"),
      at("decided"),
      text("reason"),
    ],
    sql: `SELECT a.arrived_at AS arrived, a.provider, a.payment_id AS payment, coalesce(a.reference, '') AS reference, a.why,
        coalesce(u.user_name, '') AS player, a.amount_cents AS amount, a.currency, a.taken_cents AS taken,
        a.missing_cents AS missing, a.state, coalesce(o.user_name, '') AS operator, a.decided_at AS decided,
        coalesce(a.reason, '') AS reason
      FROM payment_arrival a LEFT JOIN player u ON u.id = a.player_id LEFT JOIN operator o ON o.id = a.decided_by
      WHERE a.arrived_at >= $1 AND a.arrived_at < $2 ORDER BY a.arrived_at, a.id LIMIT $3`,
  },
  /** Withdrawals of which people said what became of them, since the provider did not. */
  marked_payouts: {
    span: "instants",
    columns: [
      at("at"),
      text("player"),
      text("reference"),
      text("provider"),
      code("outcome", "withdrawals.provider"),
      money("amount"),
      text("operator"),
      text("second"),
      text("reason"),
    ],
    sql: `SELECT a.at, u.user_name AS player, w.reference, coalesce(q.provider, '') AS provider, a.after ->> 'outcome' AS outcome,
        w.amount_cents AS amount, coalesce(o.user_name, '') AS operator, coalesce(s.user_name, '') AS second,
        coalesce(a.reason, '') AS reason
      FROM audit a JOIN withdrawal w ON w.id::text = a.target JOIN player u ON u.id = w.player_id
      LEFT JOIN payout_order q ON q.withdrawal_id = w.id LEFT JOIN operator o ON o.id = a.operator_id
      LEFT JOIN LATERAL (SELECT d.user_name FROM approval v JOIN operator d ON d.id = v.approved_by
        WHERE v.status = 'approved' AND v.kind = 'payout' AND v.target = a.target ORDER BY v.id DESC LIMIT 1) s ON true
      WHERE a.action = 'payout.mark' AND a.at >= $1 AND a.at < $2 ORDER BY a.id LIMIT $3`,
  },
} as const satisfies Readonly<Record<string, Report>>;
