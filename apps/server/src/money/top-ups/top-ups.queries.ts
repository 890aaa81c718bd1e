import type { MONEY_SORTS, MoneyFlag, TopUpStatus } from "@club/contract";
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

type MoneySort = (typeof MONEY_SORTS)[number];

export interface TopUpRow {
  id: string;
  player_id: string;
  method: string;
  amount_cents: bigint;
  status: TopUpStatus;
  reference: string;
  created_at: Date;
  submitted_at: Date | null;
  decided_at: Date | null;
  reason: string | null;
  receipts: string[];
  is_looked_at: boolean;
}

const COLUMNS = `t.id, t.player_id, t.method, t.amount_cents, t.status, t.reference, t.created_at, t.submitted_at,
  t.decided_at, t.reason, ARRAY(SELECT r.id FROM top_up_receipt r WHERE r.top_up_id = t.id ORDER BY r.id) AS receipts,
  EXISTS (SELECT FROM payment y JOIN payment_arrival a ON a.provider = y.provider AND a.payment_id = y.payment_id
    WHERE y.top_up_id = t.id AND a.state = 'open' AND a.outcome = 'succeeded') AS is_looked_at`;
const OPERATOR = `SELECT ${COLUMNS}, p.user_name, p.full_name, o.user_name AS decided_by,
    money_flags(p.id) || CASE WHEN EXISTS (SELECT FROM withdrawal w WHERE w.player_id = p.id AND w.status <> 'cancelled'
      AND w.requested_at BETWEEN t.created_at - interval '1 day' AND t.created_at + interval '1 day')
      THEN ARRAY['in_and_out'] ELSE ARRAY[]::text[] END AS flags
  FROM top_up t JOIN player p ON p.id = t.player_id LEFT JOIN operator o ON o.id = t.decided_by`;

const PLAYER_LIST = `SELECT ${COLUMNS} FROM top_up t
  WHERE t.player_id = $1 AND ($2::text IS NULL OR t.status = $2) AND ($3::uuid IS NULL OR t.id < $3)
  ORDER BY t.id DESC LIMIT $4`;
const OPERATOR_ONE = `${OPERATOR} WHERE t.id = $1`;

export interface OperatorTopUpRow extends TopUpRow {
  user_name: string;
  full_name: string | null;
  decided_by: string | null;
  flags: MoneyFlag[];
}

/** One page of a player's top-ups, newest first. Served by top_up_player; takes no lock. */
export const listPlayerTopUps = manyRows<
  TopUpRow,
  { status: TopUpStatus | undefined; before: string | undefined; limit: number },
  [playerId: string]
>(PLAYER_LIST, ["status", "before", "limit"]);

/**
 * Everybody's top-ups. `statuses` empty: all. A waiting one is listed
 * only if its method is among `methods`: the others wait for a provider, not for an operator.
 * Served by top_up_status and top_up_amount.
 */
export const listAllTopUps = sortedRows<
  OperatorTopUpRow,
  { statuses: readonly TopUpStatus[]; methods: readonly string[] },
  MoneySort
>(
  {
    id: "t.id",
    keys: { at: "id", amount: { sql: "t.amount_cents", type: "bigint", as: "amount_cents" } },
    standard: "-at",
  },
  ["statuses", "methods"],
  ({ after, order }) => `${OPERATOR}
  WHERE (cardinality($1::text[]) = 0 OR t.status = ANY ($1)) AND ${after}
    AND (t.method = ANY ($2) OR t.status NOT IN ('created', 'submitted'))
  ${order}`,
);

/** The amounts of these top-ups, by id; unknown ids are left out. Served by the primary key. */
export async function amountsOf(
  db: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await db.query<{ id: string; amount_cents: bigint }>(
    "SELECT id, amount_cents FROM top_up WHERE id = ANY ($1)",
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row.amount_cents]));
}

/** Those of these top-ups that wait for an operator, by id. */
export const stillWaiting = manyValues<string, [ids: readonly string[]]>(
  "SELECT id FROM top_up WHERE id = ANY ($1) AND status IN ('created', 'submitted') ORDER BY id",
);

/** How many top-ups of these methods wait. Served by top_up_status. */
export const countWaiting = theValue<
  number,
  [methods: readonly string[]]
>(`SELECT count(*)::integer AS waiting FROM top_up
     WHERE status IN ('created', 'submitted') AND method = ANY ($1)`);

/** Whose top-up it is, or null. It never changes, so it is read before the lock is taken. */
export const findOwner = oneValue<string, [topUpId: string]>(
  "SELECT player_id FROM top_up WHERE id = $1",
);

/** One top-up as the console shows it, or null. The caller holds the player's lock when it decides. */
export const readTopUp = oneRow<OperatorTopUpRow, [topUpId: string]>(OPERATOR_ONE);

/** Adds a top-up. The caller holds the player's lock and checked the limits. */
export const insertTopUp = theRow<
  TopUpRow,
  Pick<TopUpRow, "id" | "player_id" | "method" | "amount_cents" | "reference">
>(
  `INSERT INTO top_up (id, player_id, method, amount_cents, reference, status)
     VALUES ($1, $2, $3, $4, $5, 'created')
     RETURNING id, player_id, method, amount_cents, status, reference, created_at, submitted_at, decided_at, reason,
       ARRAY[]::uuid[] AS receipts, false AS is_looked_at`,
  ["id", "player_id", "method", "amount_cents", "reference"],
);

/** The player has sent it. The caller holds the player's lock and saw that it was created. */
export const markSubmitted = command<[topUpId: string]>(
  `UPDATE top_up SET status = 'submitted', submitted_at = club_now_ms() WHERE id = $1`,
);

/**
 * Writes a decision; `by` null: a provider or time. The caller has the lock and saw that it waits.
 */
export const decideRow = command<{
  id: string;
  status: "approved" | "rejected" | "expired";
  by: string | null;
  reason: string | null;
}>(
  `UPDATE top_up SET status = $2, decided_by = $3, reason = $4, decided_at = club_now_ms()
     WHERE id = $1`,
  ["id", "status", "by", "reason"],
);

/** What the deposit limits leave; null without one. The caller holds the player's lock. */
export const depositRoom = oneValue<bigint, [playerId: string, withoutTopUp: string | null]>(
  `SELECT deposit_room($1, club_now_ms(), (SELECT time_zone FROM club), $2) AS room`,
);

/** Stores a picture. The caller holds the player's lock and checked the number of pictures. */
export const insertReceipt = command<{
  id: string;
  topUpId: string;
  cipher: Buffer;
  bytes: number;
}>("INSERT INTO top_up_receipt (id, top_up_id, cipher, bytes) VALUES ($1, $2, $3, $4)", [
  "id",
  "topUpId",
  "cipher",
  "bytes",
]);

export interface ReceiptRow {
  cipher: Buffer;
  player_id: string;
  reference: string;
}

/** One picture of a top-up and whose it is, or null. Served by the primary key. */
export const readReceipt = oneRow<
  ReceiptRow,
  [receiptId: string, topUpId: string]
>(`SELECT r.cipher, t.player_id, t.reference FROM top_up_receipt r JOIN top_up t ON t.id = r.top_up_id
     WHERE r.id = $1 AND t.id = $2`);

/**
 * Top-ups announced longer ago than their method waits, and never sent; those of a removed method
 * are included at once. Served by top_up_forgotten.
 */
export async function listForgotten(
  db: Queryable,
  methods: readonly { readonly id: string; readonly expiresAfterHours: number }[],
  limit: number,
): Promise<{ id: string; player_id: string }[]> {
  const { rows } = await db.query<{ id: string; player_id: string }>(
    `SELECT t.id, t.player_id FROM top_up t
     LEFT JOIN unnest($1::text[], $2::integer[]) m (id, hours) ON m.id = t.method
     WHERE t.status = 'created' AND t.created_at < club_now() - make_interval(hours => coalesce(m.hours, 0))
     ORDER BY t.created_at LIMIT $3`,
    [methods.map(({ id }) => id), methods.map((each) => each.expiresAfterHours), limit],
  );
  return rows;
}
