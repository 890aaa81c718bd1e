import type { Queryable } from "../../core/db/connect.ts";
import type { PayoutNews } from "./payout-adapter.ts";
import { command, hasRow, manyRows, manyValues, oneValue } from "../../core/db/statements.ts";

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
 * Claims due requests for one attempt each, the longest due first. If the process is killed
 * meanwhile, its requests are due again when the lease ends. Served by payout_order_due.
 */
export const claimOrders = manyRows<DueOrder, { provider: string; most: number; leaseS: number }>(
  `UPDATE payout_order o SET attempts = o.attempts + 1, next_at = club_now_ms() + make_interval(secs => $3)
     FROM (SELECT withdrawal_id FROM payout_order
           WHERE state IN ('asking', 'taken') AND next_at <= club_now() AND provider = $1
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
       next_at = club_now_ms() + make_interval(secs => $7)
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

/** What a provider has is asked for when the job comes by; one that it refused to repeat, too. */
export const askSoon = command<
  [withdrawalId: string]
>(`UPDATE payout_order SET next_at = club_now_ms(), state = CASE WHEN state = 'held' THEN 'taken' ELSE state END
     WHERE withdrawal_id = $1 AND ended_at IS NULL`);
