import type { Queryable } from "../../core/db/connect.ts";
import type { PayoutNews } from "./payout-adapter.ts";
import {
  command,
  hasRow,
  manyRows,
  manyValues,
  oneRow,
  oneValue,
} from "../../core/db/statements.ts";

/** Approved withdrawals that go nowhere yet, the oldest first. Served by withdrawal_status. */
export const listUnasked = manyValues<
  string,
  [limit: number]
>(`SELECT w.id FROM withdrawal w WHERE w.status = 'approved'
       AND NOT EXISTS (SELECT FROM payout_order o WHERE o.withdrawal_id = w.id)
       AND NOT EXISTS (SELECT FROM payout_item i WHERE i.withdrawal_id = w.id AND i.is_live)
     ORDER BY w.id LIMIT $1`);

export interface NewOrder {
  readonly withdrawalId: string;
  readonly provider: string;
  readonly accountHash: Buffer;
  readonly sealed: Buffer;
}

/** Writes down what a provider will be asked. The caller holds the player's lock and saw that it may. */
export async function insertOrder(tx: Queryable, order: NewOrder): Promise<void> {
  const { withdrawalId, provider, accountHash, sealed } = order;
  await tx.query("UPDATE withdrawal SET method = $2 WHERE id = $1", [withdrawalId, provider]);
  await tx.query(
    "INSERT INTO payout_order (withdrawal_id, provider, account_hash, sealed) VALUES ($1, $2, $3, $4)",
    [withdrawalId, provider, accountHash, sealed],
  );
}

export interface DueOrder {
  readonly withdrawal_id: string;
  readonly sealed: Buffer;
  readonly state: "asking" | "taken";
  readonly attempts: number;
}

/**
 * Claims due requests for one attempt each, the longest due first: until its answer is noted, nobody
 * else asks or marks one. If the process is killed meanwhile, its requests are due again when the
 * lease ends. What the provider is not known to have waits while the player's money must stay.
 * Served by payout_order_due.
 */
export const claimOrders = manyRows<DueOrder, { provider: string; most: number; leaseS: number }>(
  `UPDATE payout_order o SET attempts = o.attempts + 1, next_at = club_now_ms() + make_interval(secs => $3),
       leased_until = club_now_ms() + make_interval(secs => $3)
     FROM (SELECT withdrawal_id FROM payout_order
           WHERE state IN ('asking', 'taken') AND next_at <= club_now() AND provider = $1
             AND (state = 'taken' OR NOT withdrawals_frozen((SELECT w.player_id FROM withdrawal w WHERE w.id = withdrawal_id)))
           ORDER BY next_at LIMIT $2 FOR UPDATE SKIP LOCKED) due
     WHERE o.withdrawal_id = due.withdrawal_id
     RETURNING o.withdrawal_id, o.sealed, o.state, o.attempts`,
  ["provider", "most", "leaseS"],
);

export interface OrderNote {
  readonly withdrawalId: string;
  readonly attempts: number;
  readonly state: "asking" | "taken" | "held";
  readonly payoutId: string | null;
  readonly failure: string | null;
  readonly said: string;
  readonly waitS: number;
}

/** Notes how a try went; one that was claimed again or ended meanwhile stays as it is. */
export const noteOrder = command<OrderNote>(
  `UPDATE payout_order SET state = $3, payout_id = coalesce($4, payout_id), failure = $5, said = $6,
       next_at = club_now_ms() + make_interval(secs => $7), leased_until = NULL
     WHERE withdrawal_id = $1 AND attempts = $2 AND ended_at IS NULL`,
  ["withdrawalId", "attempts", "state", "payoutId", "failure", "said", "waitS"],
);

/** Which withdrawal a notice is about, by its reference or the provider's name for it; null: none of ours. */
export const findAsked = oneValue<string, Pick<PayoutNews, "reference" | "payoutId">>(
  `SELECT w.id FROM withdrawal w JOIN payout_order o ON o.withdrawal_id = w.id
     WHERE w.reference = $1 OR ($1::text IS NULL AND o.payout_id = $2)`,
  ["reference", "payoutId"],
);

export type NoticeOutcome = "booked" | "repeat" | "unknown" | "differs" | "late";

/** Whether the notice came before. */
export const isNoticeKept = hasRow<[id: string]>("SELECT FROM payout_notice WHERE id = $1");

/** Keeps a notice with what became of it. Two at once: the second changes nothing. */
export async function keepNotice(
  tx: Queryable,
  kept: { news: PayoutNews; withdrawalId: string | null; outcome: NoticeOutcome },
): Promise<void> {
  const { news, withdrawalId, outcome } = kept;
  await tx.query(
    `INSERT INTO payout_notice (id, withdrawal_id, type, payout_id, reference, amount_cents, currency, outcome)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING`,
    [
      news.noticeId,
      withdrawalId,
      news.type,
      news.payoutId,
      news.reference,
      news.amountCents,
      news.currency,
      outcome,
    ],
  );
}

/** What is known of a request that goes out until it has an end. */
export interface KnownOrder {
  readonly order_state: "asking" | "taken" | "held" | "paid" | "failed";
  readonly payout_id: string | null;
  readonly attempts: number;
}

export const readOrder = oneRow<KnownOrder, [withdrawalId: string]>(
  `SELECT state AS order_state, payout_id, attempts FROM payout_order WHERE withdrawal_id = $1`,
);

/**
 * Stops the tries of one that nobody knows the provider to have, and keeps any other from being
 * claimed until the commit. Returns what was known before; null: a try is under way, or it ended.
 */
export const holdOrder = oneRow<KnownOrder, [withdrawalId: string]>(
  `WITH was AS (SELECT withdrawal_id, state, payout_id, attempts FROM payout_order
     WHERE withdrawal_id = $1 AND ended_at IS NULL AND (leased_until IS NULL OR leased_until <= club_now()) FOR UPDATE)
   UPDATE payout_order o SET state = CASE was.state WHEN 'asking' THEN 'held' ELSE was.state END
     FROM was WHERE o.withdrawal_id = was.withdrawal_id
     RETURNING was.state AS order_state, was.payout_id, was.attempts`,
);

/** Goes on with what `holdOrder` stopped, unless somebody asked for it again since. */
export const resumeOrder = command<[withdrawalId: string]>(
  `UPDATE payout_order SET state = 'asking', next_at = club_now_ms() WHERE withdrawal_id = $1 AND state = 'held'`,
);

/**
 * What a provider has is asked for when the job comes by, after a try that is under way; one that it
 * refused to repeat, too.
 */
export const askSoon = command<
  [withdrawalId: string]
>(`UPDATE payout_order SET next_at = greatest(club_now_ms(), leased_until), state = CASE WHEN state = 'held' THEN 'taken' ELSE state END
     WHERE withdrawal_id = $1 AND ended_at IS NULL`);
