import type { Queryable } from "../../core/db/connect.ts";
import type { Channel, ChannelName, Delivery, DeliveryError } from "./define-channel.ts";
import { command, manyRows } from "../../core/db/statements.ts";

/**
 * Claims what is due for one try each, the oldest first: no more than $4 of one recipient, and
 * nothing for the recipients in $3. A process killed meanwhile loses nothing: its deliveries are
 * due again when the lease runs out, and no two processes claim the same one. Looks at the 500
 * longest due, by index delivery_due, and skips rows that others hold.
 */
const CLAIM = `
  WITH waiting AS (
    SELECT id, next_at, coalesce(endpoint_id::text, subscription_id::text, encode(to_hash, 'hex')) AS recipient
    FROM delivery
    WHERE channel = $1 AND ended_at IS NULL AND next_at <= (SELECT club_now())
      AND (expires_at IS NULL OR expires_at > (SELECT club_now())) AND attempts < $2
      AND coalesce(endpoint_id::text, subscription_id::text, encode(to_hash, 'hex')) <> ALL ($3)
      AND (endpoint_id IS NULL OR endpoint_id IN (SELECT id FROM webhook_endpoint WHERE status = 'active'))
    ORDER BY next_at LIMIT 500
  ), turns AS (
    SELECT id, next_at, row_number() OVER (PARTITION BY recipient ORDER BY next_at) AS turn FROM waiting
  ), due AS (
    SELECT id FROM delivery
    WHERE id IN (SELECT id FROM turns WHERE turn <= $4 ORDER BY next_at LIMIT $5)
      AND ended_at IS NULL AND next_at <= (SELECT club_now())
    FOR UPDATE SKIP LOCKED
  )
  UPDATE delivery d SET state = 'sending', attempts = d.attempts + 1,
    next_at = club_now_ms() + make_interval(secs => $6)
  FROM due WHERE d.id = due.id
  RETURNING d.id, d.kind, coalesce(d.endpoint_id::text, d.subscription_id::text, encode(d.to_hash, 'hex')) AS recipient,
    d.attempts, d.sealed, d.payload::text AS payload, d.expires_at, club_now_ms() AS claimed_at`;

export interface Claim {
  readonly channel: ChannelName;
  /** A delivery tried this often is not claimed but retired. */
  readonly tries: number;
  readonly most: number;
  readonly mostOfOne: number;
  /** Recipients that already have as many in flight as allowed. */
  readonly except: readonly string[];
  readonly leaseS: number;
}

export const claimDue = manyRows<Delivery, Claim>(CLAIM, [
  "channel",
  "tries",
  "except",
  "mostOfOne",
  "most",
  "leaseS",
]);

/** The result of a try, as the table stores it. */
export interface Noted {
  readonly id: string;
  readonly attempts: number;
  readonly state: "queued" | "sent" | "delivered" | "failed" | "given_up";
  readonly error: DeliveryError | null;
  readonly answer: number | null;
  /** The provider's own name for it. */
  readonly ref: string | null;
  /** Seconds until the next try. */
  readonly wait_s: number;
}

/**
 * Notes the results of tries, all at once. A row that was claimed again meanwhile, removed with its
 * recipient or requeued by an operator belongs to another try, and stays as it is.
 */
export async function noteOutcomes(db: Queryable, outcomes: readonly Noted[]): Promise<void> {
  await db.query(
    `UPDATE delivery d SET state = o.state, error = o.error, answer = o.answer, provider_ref = o.ref,
       next_at = CASE WHEN o.state = 'queued'
         THEN least(club_now_ms() + make_interval(secs => o.wait_s), d.expires_at) ELSE d.next_at END,
       ended_at = CASE WHEN o.state = 'queued' THEN NULL ELSE club_now_ms() END
     FROM jsonb_to_recordset($1) AS o(id uuid, attempts integer, state text, error text, answer integer, ref text, wait_s float8)
     WHERE d.id = o.id AND d.attempts = o.attempts AND d.state = 'sending'`,
    [JSON.stringify(outcomes)],
  );
}

/** Of a message that was sent and not reported before; by index delivery_ref. One not known yet is kept. */
export const noteReport = command<{
  channel: ChannelName;
  ref: string;
  state: "delivered" | "failed";
}>(
  `WITH known AS (
       UPDATE delivery SET state = CASE WHEN state = 'sent' THEN $3 ELSE state END,
         error = CASE WHEN state = 'sent' AND $3 = 'failed' THEN 'refused' ELSE error END
       WHERE channel = $1 AND provider_ref = $2 RETURNING 1)
     INSERT INTO message_report (channel, ref, state)
     SELECT $1, $2, $3 WHERE NOT EXISTS (SELECT FROM known) ON CONFLICT DO NOTHING`,
  ["channel", "ref", "state"],
);

/** Joins reports that came before their message was noted; by index delivery_ref. */
export const joinReports = command(`WITH joined AS (
       UPDATE delivery d SET state = r.state, error = CASE WHEN r.state = 'failed' THEN 'refused' END
       FROM message_report r WHERE d.channel = r.channel AND d.provider_ref = r.ref AND d.state = 'sent'
       RETURNING r.channel, r.ref)
     DELETE FROM message_report r USING joined j WHERE r.channel = j.channel AND r.ref = j.ref`);

/** Gives up what expired, or died with its process on the last try. By index delivery_due. */
export async function retireDeliveries(db: Queryable, channels: readonly Channel[]): Promise<void> {
  await db.query(
    `WITH over AS (
       SELECT d.id FROM delivery d
       JOIN jsonb_to_recordset($1) AS c(channel text, tries integer) ON c.channel = d.channel
       WHERE d.ended_at IS NULL AND d.next_at <= (SELECT club_now())
         AND (d.expires_at <= (SELECT club_now()) OR d.attempts >= c.tries)
       FOR UPDATE OF d SKIP LOCKED)
     UPDATE delivery d SET state = 'given_up', ended_at = club_now_ms(),
       error = CASE WHEN d.expires_at <= (SELECT club_now()) THEN 'expired' ELSE coalesce(d.error, 'fault') END
     FROM over WHERE d.id = over.id`,
    [
      JSON.stringify(
        channels.map(({ name, waitsS }) => ({ channel: name, tries: waitsS.length + 1 })),
      ),
    ],
  );
}

/** Deletes what is no longer needed, each channel by its own days; reads the table once. */
export async function forgetDeliveries(db: Queryable, channels: readonly Channel[]): Promise<void> {
  await db.query(
    `DELETE FROM delivery d
     USING jsonb_to_recordset($1) AS c(channel text, made integer, over integer, ended integer)
     WHERE d.channel = c.channel AND (d.created_at < club_now() - make_interval(days => c.made)
       OR d.expires_at < club_now() - make_interval(days => c.over)
       OR d.ended_at < club_now() - make_interval(days => c.ended))`,
    [JSON.stringify(channels.map(({ name, keepDays }) => ({ channel: name, ...keepDays })))],
  );
  await db.query("DELETE FROM message_report WHERE at < club_now() - interval '7 days'");
}
