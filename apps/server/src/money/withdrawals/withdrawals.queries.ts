import type { MONEY_SORTS, MoneyFlag, WithdrawalStatus } from "@club/contract";
import type { Queryable } from "../../core/db/connect.ts";
import {
  command,
  manyRows,
  manyValues,
  oneRow,
  oneValue,
  theRow,
  theValue,
} from "../../core/db/statements.ts";
import { sortedRows } from "../../core/db/sorted-rows.ts";

export interface WithdrawalRow {
  id: string;
  player_id: string;
  amount_cents: bigint;
  reference: string;
  status: WithdrawalStatus;
  bank_name: string;
  last_digits: string;
  reason: string | null;
  requested_at: Date;
  approved_at: Date | null;
  ended_at: Date | null;
  cooling_cents: bigint;
  releases_at: Date | null;
  claimed_cents: bigint;
  method: string;
}

/** The facts that decide whether it may be paid, read with it. */
export interface PaymentFacts {
  now: Date;
  verified_at: Date | null;
  changed_at: Date | null;
  needs_identity: boolean;
  /** Until when it waits after a password reset; null or past: it does not wait. */
  reset_until: Date | null;
  /** One of the player's payments was refunded or disputed, and the case is open. */
  is_frozen: boolean;
}

export interface OperatorWithdrawalRow extends WithdrawalRow, PaymentFacts {
  user_name: string;
  full_name: string | null;
  approved_by: string | null;
  ended_by: string | null;
  approval_id: string | null;
  is_in_and_out: boolean;
  shared_with: number;
  flags: MoneyFlag[];
  payout_id: string | null;
  payout_number: bigint | null;
  payout_status: "made" | "sent" | null;
  /** What is known of it at the provider that was asked to pay it; null: none was. */
  order_state: "asking" | "taken" | "held" | "paid" | "failed" | null;
  order_failure: string | null;
  order_said: string | null;
}

const COLUMNS = `id, player_id, amount_cents, reference, status, bank_name, last_digits, reason, requested_at, approved_at,
  ended_at, cooling_cents, releases_at, claimed_cents, method`;

const LIST = `SELECT ${COLUMNS} FROM withdrawal
  WHERE player_id = $1 AND ($2::text IS NULL OR status = $2) AND ($3::uuid IS NULL OR id < $3)
  ORDER BY id DESC LIMIT $4`;

/** One page of a player's withdrawals, newest first. Served by withdrawal_player; takes no lock. */
export const listPlayerWithdrawals = manyRows<
  WithdrawalRow,
  { status: WithdrawalStatus | undefined; before: string | undefined; limit: number },
  [playerId: string]
>(LIST, ["status", "before", "limit"]);

const OPERATOR = `
  SELECT w.id, w.player_id, w.amount_cents, w.reference, w.status, w.bank_name, w.last_digits, w.reason, w.requested_at,
    w.approved_at, w.ended_at, w.cooling_cents, w.releases_at, w.claimed_cents, w.method, p.user_name, p.full_name, ao.user_name AS approved_by,
    eo.user_name AS ended_by, club_now_ms() AS now, k.verified_at, k.changed_at,
    c.identity_rule <> 'none' AND p.identity_checked_at IS NULL AS needs_identity,
    reset_until(p.password_reset_at) AS reset_until, withdrawals_frozen(p.id) AS is_frozen,
    (SELECT a.id FROM approval a WHERE a.kind IN ('withdrawal', 'payout') AND a.target = w.id::text AND a.status = 'pending'
      ORDER BY a.id LIMIT 1) AS approval_id,
    EXISTS (SELECT FROM top_up t WHERE t.player_id = w.player_id AND t.status = 'approved'
      AND t.decided_at BETWEEN w.requested_at - interval '1 day' AND w.requested_at) AS is_in_and_out,
    (SELECT count(*)::integer FROM bank_card o WHERE o.account_hash = k.account_hash AND o.player_id <> w.player_id)
      AS shared_with, money_flags(p.id) AS flags, f.id AS payout_id, f.number AS payout_number, f.status AS payout_status,
    q.state AS order_state, q.failure AS order_failure, q.said AS order_said
  FROM withdrawal w
  CROSS JOIN club c
  JOIN player p ON p.id = w.player_id
  LEFT JOIN bank_card k ON k.player_id = w.player_id
  LEFT JOIN payout_item i ON i.withdrawal_id = w.id AND i.is_live
  LEFT JOIN payout_file f ON f.id = i.file_id
  LEFT JOIN payout_order q ON q.withdrawal_id = w.id
  LEFT JOIN operator ao ON ao.id = w.approved_by
  LEFT JOIN operator eo ON eo.id = w.ended_by`;

const OPERATOR_ONE = `${OPERATOR} WHERE w.id = $1`;
const OPERATOR_SOME = `${OPERATOR} WHERE w.id = ANY ($1)`;

/** All withdrawals. `statuses` empty: all. Served by withdrawal_status and withdrawal_amount. */
export const listAllWithdrawals = sortedRows<
  OperatorWithdrawalRow,
  { statuses: readonly WithdrawalStatus[] },
  (typeof MONEY_SORTS)[number]
>(
  {
    id: "w.id",
    keys: { at: "id", amount: { sql: "w.amount_cents", type: "bigint", as: "amount_cents" } },
    standard: "-at",
  },
  ["statuses"],
  ({ after, order }) => `${OPERATOR}
  WHERE (cardinality($1::text[]) = 0 OR w.status = ANY ($1)) AND ${after} ${order}`,
);

/** Some withdrawals with what a decision needs. The caller holds the players' locks to decide. */
export const readSome = manyRows<OperatorWithdrawalRow, [ids: readonly string[]]>(OPERATOR_SOME);

/** The amounts of these withdrawals, by id; unknown ids are left out. Served by the primary key. */
export async function amountsOf(
  db: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await db.query<{ id: string; amount_cents: bigint }>(
    "SELECT id, amount_cents FROM withdrawal WHERE id = ANY ($1)",
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row.amount_cents]));
}

/** Those of these withdrawals that no operator has looked at, by id. */
export const stillRequested = manyValues<
  string,
  [ids: readonly string[]]
>(`SELECT w.id FROM withdrawal w WHERE w.id = ANY ($1) AND w.status = 'requested' AND NOT EXISTS (
       SELECT FROM approval a WHERE a.kind = 'withdrawal' AND a.target = w.id::text AND a.status = 'pending')
     ORDER BY w.id`);

/** One withdrawal with what a decision needs, or null. The caller holds the lock to decide. */
export const readWithdrawal = oneRow<OperatorWithdrawalRow, [withdrawalId: string]>(OPERATOR_ONE);

/** How many withdrawals wait for an operator. Served by withdrawal_status. */
export const countWaiting = theValue<number>(
  "SELECT count(*)::integer AS waiting FROM withdrawal WHERE status IN ('requested', 'approved')",
);

/** Whose withdrawal it is, or null. It never changes, so it is read before the lock is taken. */
export const findOwner = oneValue<string, [withdrawalId: string]>(
  "SELECT player_id FROM withdrawal WHERE id = $1",
);

const INSERT = `
  INSERT INTO withdrawal (id, player_id, amount_cents, reference, bank_name, last_digits, held_since)
  VALUES ($1, $2, $3, $4, $5, $6, coalesce($7, club_now_ms())) RETURNING ${COLUMNS}`;

/** Adds a withdrawal. The caller holds the player's lock and books the money. */
export const insertWithdrawal = theRow<
  WithdrawalRow,
  Pick<
    WithdrawalRow,
    "id" | "player_id" | "amount_cents" | "reference" | "bank_name" | "last_digits"
  > & { readonly held_since: Date | null }
>(INSERT, [
  "id",
  "player_id",
  "amount_cents",
  "reference",
  "bank_name",
  "last_digits",
  "held_since",
]);

/** Approves it. The caller holds the player's lock and saw that it was requested. */
export const markApproved = command<{ id: string; by: string }>(
  `UPDATE withdrawal SET status = 'approved', approved_at = club_now_ms(), approved_by = $2 WHERE id = $1`,
  ["id", "by"],
);

export interface WithdrawalEnd {
  /** Null: the provider that was asked to pay it. */
  readonly by: string | null;
  readonly reason: string | null;
}

/**
 * Ends it, paid or rejected, and what a provider was asked with it. The caller has the lock, checked
 * the state and books the money.
 */
export async function markEnded(
  tx: Queryable,
  end: WithdrawalEnd & { id: string; status: "paid" | "rejected" },
): Promise<void> {
  await tx.query(
    `UPDATE payout_order SET state = CASE WHEN $2 = 'paid' THEN 'paid' ELSE 'failed' END,
       ended_at = club_now_ms(), sealed = NULL WHERE withdrawal_id = $1 AND ended_at IS NULL`,
    [end.id, end.status],
  );
  await tx.query(
    `UPDATE withdrawal w SET status = $2, ended_at = club_now_ms(), ended_by = $3, reason = $4,
       paid_account = CASE WHEN $2 = 'paid' THEN coalesce(
         (SELECT i.account_hash FROM payout_item i WHERE i.withdrawal_id = w.id AND i.is_live),
         (SELECT q.account_hash FROM payout_order q WHERE q.withdrawal_id = w.id),
         (SELECT k.account_hash FROM bank_card k WHERE k.player_id = w.player_id)) END
     WHERE w.id = $1`,
    [end.id, end.status, end.by, end.reason],
  );
}

/** Cancels it; the money stays held for the hours. The caller holds the player's lock. */
export const markCancelled = command<
  [id: string, hours: number]
>(`UPDATE withdrawal SET status = 'cancelled', ended_at = club_now_ms(), cooling_cents = amount_cents,
       releases_at = club_now_ms() + make_interval(hours => $2) WHERE id = $1`);

const FACTS = `
  SELECT club_now_ms() AS now, k.verified_at, k.changed_at, c.time_zone, w.cash_cents, w.held_cents,
    c.identity_rule <> 'none' AND p.identity_checked_at IS NULL AS needs_identity,
    reset_until(p.password_reset_at) AS reset_until, withdrawals_frozen(p.id) AS is_frozen,
    coalesce((SELECT sum(cooling_cents) FROM withdrawal WHERE player_id = $1), 0)::bigint AS cooling_cents
  FROM player p CROSS JOIN club c JOIN wallet w ON w.player_id = p.id LEFT JOIN bank_card k ON k.player_id = p.id
  WHERE p.id = $1`;

export interface TermsRow extends PaymentFacts {
  time_zone: string;
  cash_cents: bigint;
  held_cents: bigint;
  cooling_cents: bigint;
}

/** What a withdrawal of this player would meet now; null for an unknown player. Takes no lock. */
export const readTermsFacts = oneRow<TermsRow, [playerId: string]>(FACTS);
