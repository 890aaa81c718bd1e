import type { FoundMoney } from "@club/contract";
import { manyRows } from "../../core/db/statements.ts";

export type FoundKind = FoundMoney["kind"];

export interface FoundRow {
  kind: FoundKind;
  id: string;
  reference: string;
  status: string;
  amount_cents: bigint;
  /** null: the club's. */
  currency: string | null;
  at: Date;
  player_id: string | null;
  name: string;
}

export interface Asked {
  /** Small letters without spaces and dashes; null: too short for a part of a reference. */
  reference: string | null;
  cents: bigint | null;
  /** The beginning of a user name, a part of any other, in small letters. */
  name: string;
  /** What is looked for. */
  kinds: readonly FoundKind[];
  /** A provider's own id, as it was typed. */
  typed: string;
  /** Whose ids those may be. */
  providers: readonly string[];
  betId: string | null;
  /** The bits of a receipt's number: 2 in the first byte, 48 in the rest. */
  receipt: Buffer | null;
}

const MOST_EACH = 5;
/** Bets on races by their cost, which no index holds: one would cost every bet. */
const BETS_BY_COST = 50_000;
/** Bets by the number on their receipt, which no index holds either. */
const BETS_BY_RECEIPT = 500_000;

const isAsked = (kind: FoundKind): string => `'${kind}' = ANY ($4::text[])`;
const isMeant = (reference: string): string =>
  `strpos(translate(lower(${reference}), ' -', ''), $1) > 0`;
const ofPlayer = (kind: "top_up" | "withdrawal"): string => `
  FROM ${kind} m JOIN player p ON p.id = m.player_id
  WHERE ${isAsked(kind)} AND (${isMeant("m.reference")} OR m.amount_cents = $2
    OR lower(p.user_name) ^@ $3 OR strpos(lower(p.full_name), $3) > 0)
  ORDER BY m.id DESC LIMIT ${MOST_EACH}`;

/** The number on a receipt is the last 50 random bits of the id. */
const byReceipt = (table: "bet" | "sport_bet"): string => `
  (SELECT n.id FROM (SELECT id FROM ${table} ORDER BY id DESC LIMIT ${BETS_BY_RECEIPT}) n
   WHERE substr(uuid_send(n.id), 11) = substr($8::bytea, 2)
     AND get_byte(uuid_send(n.id), 9) & 3 = get_byte($8::bytea, 0))`;

/**
 * The newest of each kind that is asked for; of the others, and of bets without a text that could be
 * theirs, no row is read. A club's top-ups, withdrawals, arrivals, movements at the bank and shop
 * orders are compared one by one, newest first. The rest is served by indexes:
 *
 * - payments, by whole ids alone: payment_at_provider and payment_charge;
 * - bets on races: by id the primary key; by receipt the newest 500,000 in that key alone, as
 *   the number is in the id; by cost the newest 50,000 in its order, and all_up_leg_bet, since the later
 *   legs of an All Up are no bets that anybody knows;
 * - bets on sports: by id and receipt as those on races, by cost sport_bet_cost.
 */
export const findRows = manyRows<FoundRow, Asked>(
  `(SELECT 'top_up' AS kind, m.id, m.reference, m.status, m.amount_cents, NULL::text AS currency, m.created_at AS at,
      m.player_id, p.user_name AS name ${ofPlayer("top_up")})
  UNION ALL (SELECT 'withdrawal', m.id, m.reference, m.status, -m.amount_cents, NULL, m.requested_at, m.player_id,
      p.user_name ${ofPlayer("withdrawal")})
  UNION ALL (SELECT 'payment', c.id, CASE WHEN c.charge_id = $5 THEN c.charge_id ELSE c.payment_id END, c.state,
      c.amount_cents, c.currency, c.asked_at, t.player_id, p.user_name
    FROM payment c JOIN top_up t ON t.id = c.top_up_id JOIN player p ON p.id = t.player_id
    WHERE ${isAsked("payment")} AND c.provider = ANY ($6::text[]) AND (c.payment_id = $5 OR c.charge_id = $5)
    ORDER BY c.id DESC LIMIT ${MOST_EACH})
  UNION ALL (SELECT 'payment_arrival', a.id, concat_ws(' · ', a.payment_id, nullif(a.reference, '')), a.state,
      CASE WHEN a.outcome IN ('refunded', 'disputed') THEN -a.amount_cents ELSE a.amount_cents END, a.currency,
      a.arrived_at, a.player_id, coalesce(p.user_name, a.provider)
    FROM payment_arrival a LEFT JOIN player p ON p.id = a.player_id
    WHERE ${isAsked("payment_arrival")}
      AND (${isMeant("concat_ws('|', a.payment_id, a.charge_id, a.reference)")} OR a.amount_cents = $2)
    ORDER BY a.id DESC LIMIT ${MOST_EACH})
  UNION ALL (SELECT 'bank_line', l.id, concat_ws(' · ', nullif(l.reference, ''), nullif(l.details, '')), l.status,
      l.amount_cents, NULL, i.imported_at, NULL, l.name
    FROM bank_line l JOIN bank_import i ON i.id = l.import_id
    WHERE ${isAsked("bank_line")} AND (${isMeant("concat_ws(' ', l.reference, l.details)")}
      OR abs(l.amount_cents) = $2 OR strpos(lower(l.name), $3) > 0)
    ORDER BY l.day DESC, l.id DESC LIMIT ${MOST_EACH})
  UNION ALL (SELECT 'shop_order', o.id, o.order_no, o.status, -o.cost_cents, NULL, o.bought_at, o.player_id, p.user_name
    FROM shop_order o JOIN player p ON p.id = o.player_id WHERE ${isAsked("shop_order")} AND ${isMeant("o.order_no")}
    ORDER BY o.id DESC LIMIT ${MOST_EACH})
  UNION ALL (SELECT 'bet', b.id, '', b.status, -b.cost_cents, NULL, b.accepted_at, b.player_id, p.user_name
    FROM order_view b JOIN player p ON p.id = b.player_id
    WHERE ${isAsked("bet")} AND b.id = ANY (ARRAY(
      SELECT $7::uuid UNION ALL ${byReceipt("bet")} UNION ALL
      (SELECT n.id FROM (SELECT id, cost_cents FROM bet ORDER BY id DESC LIMIT ${BETS_BY_COST}) n
       WHERE n.cost_cents = $2 AND NOT EXISTS (SELECT FROM all_up_leg l WHERE l.bet_id = n.id AND l.leg > 1)
       ORDER BY n.id DESC LIMIT ${MOST_EACH})))
    ORDER BY b.id DESC LIMIT ${MOST_EACH})
  UNION ALL (SELECT 'sport_bet', b.id, '', b.status, -b.cost_cents, NULL, b.accepted_at, b.player_id, p.user_name
    FROM sport_bet_view b JOIN player p ON p.id = b.player_id
    WHERE ${isAsked("sport_bet")} AND b.id = ANY (ARRAY(
      SELECT $7::uuid UNION ALL ${byReceipt("sport_bet")} UNION ALL
      (SELECT id FROM sport_bet WHERE cost_cents = $2 ORDER BY id DESC LIMIT ${MOST_EACH})))
    ORDER BY b.id DESC LIMIT ${MOST_EACH})`,
  ["reference", "cents", "name", "kinds", "typed", "providers", "betId", "receipt"],
);
