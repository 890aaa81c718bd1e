import type { PushKind } from "@club/contract";
import type { Queryable } from "../../core/db/connect.ts";

export interface SubscriptionRow {
  id: string;
  kinds: PushKind[];
  quiet_from: string | null;
  quiet_to: string | null;
  created_at: Date;
}

/** Subscriptions of a player, newest first, 20 at most; index push_subscription_player, no lock. */
export async function listSubscriptions(
  db: Queryable,
  playerId: string,
): Promise<SubscriptionRow[]> {
  const { rows } = await db.query<SubscriptionRow & Record<string, unknown>>(
    `SELECT id, kinds, to_char(quiet_from, 'HH24:MI') AS quiet_from, to_char(quiet_to, 'HH24:MI') AS quiet_to,
       created_at FROM push_subscription WHERE player_id = $1 ORDER BY id DESC LIMIT 20`,
    [playerId],
  );
  return rows;
}

/** Whether the player may be written to, and has bet; the player's row stays as it is until the end. */
export async function readStanding(
  tx: Queryable,
  playerId: string,
): Promise<{ isAllowed: boolean; hasBet: boolean }> {
  const { rows } = await tx.query<{ is_allowed: boolean; has_bet: boolean }>(
    `SELECT push_allowed(p.id) AS is_allowed, EXISTS (SELECT FROM wager w WHERE w.player_id = p.id) AS has_bet
     FROM player p WHERE p.id = $1 FOR SHARE`,
    [playerId],
  );
  return { isAllowed: rows[0]?.is_allowed === true, hasBet: rows[0]?.has_bet === true };
}

export async function isTimeZone(db: Queryable, zone: string): Promise<boolean> {
  const { rows } = await db.query<{ is_zone: boolean }>("SELECT is_time_zone($1) AS is_zone", [
    zone,
  ]);
  return rows[0]?.is_zone === true;
}

/**
 * An address belongs to whoever signed in last on that browser. The one that it takes the place of
 * goes, and the oldest beyond 20.
 */
const SAVE = `
  WITH old AS (
    DELETE FROM push_subscription WHERE player_id = $2 AND endpoint_hash <> $3 AND (id = $9 OR id IN (
      SELECT id FROM push_subscription WHERE player_id = $2 AND endpoint_hash <> $3 ORDER BY id DESC OFFSET 19))
  )
  INSERT INTO push_subscription (id, player_id, endpoint_hash, cipher, kinds, quiet_from, quiet_to, time_zone)
  VALUES ($1, $2, $3, $4, $5, $6::time, $7::time, $8)
  ON CONFLICT (endpoint_hash) DO UPDATE SET id = excluded.id, player_id = excluded.player_id, cipher = excluded.cipher,
    kinds = excluded.kinds, quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to, time_zone = excluded.time_zone
  RETURNING id, kinds, to_char(quiet_from, 'HH24:MI') AS quiet_from, to_char(quiet_to, 'HH24:MI') AS quiet_to, created_at`;

export interface NewSubscription {
  id: string;
  playerId: string;
  endpointHash: Buffer;
  cipher: Buffer;
  kinds: readonly PushKind[];
  quiet: { from: string; to: string } | null;
  timeZone: string;
  replaces: string | null;
}

export async function saveSubscription(
  tx: Queryable,
  subscription: NewSubscription,
): Promise<SubscriptionRow> {
  const { quiet } = subscription;
  const { rows } = await tx.query<SubscriptionRow & Record<string, unknown>>(SAVE, [
    subscription.id,
    subscription.playerId,
    subscription.endpointHash,
    subscription.cipher,
    subscription.kinds,
    quiet?.from ?? null,
    quiet?.to ?? null,
    subscription.timeZone,
    subscription.replaces,
  ]);
  const row = rows[0];
  if (row === undefined) throw new Error("a subscription that was kept comes back");
  return row;
}

/** @param endpointHash - null: every address of the player. */
export async function removeSubscriptions(
  db: Queryable,
  playerId: string,
  endpointHash: Buffer | null,
): Promise<void> {
  await db.query(
    "DELETE FROM push_subscription WHERE player_id = $1 AND ($2::bytea IS NULL OR endpoint_hash = $2)",
    [playerId, endpointHash],
  );
}

/** What a player chooses to be told of, and what everybody is told. */
export type MessageKind = PushKind | "password";

export interface DueMessage {
  id: bigint;
  kind: MessageKind;
  payload: Record<string, unknown>;
  expires_at: Date;
  now: Date;
  subscription_id: string;
  cipher: Buffer;
  language: string;
}

/**
 * A message taken here comes again after 30 s, 2, 8 and 32 minutes unless it is done; then no more. Quiet
 * hours and a break keep back what was chosen, not that the password is another one.
 */
const TAKE = `
  UPDATE push_message m SET tries = m.tries + 1, due_at = club_now_ms() + interval '30 seconds' * power(4, m.tries)
  FROM push_subscription s JOIN player p ON p.id = s.player_id
  WHERE s.id = m.subscription_id AND m.id IN (
    SELECT id FROM push_message WHERE done_at IS NULL AND due_at <= club_now() AND expires_at > club_now() AND tries < 5
    ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED)
  RETURNING m.id, m.kind, m.payload, m.expires_at, club_now() AS now, s.id AS subscription_id, s.cipher, p.language,
    m.kind = 'password' OR push_allowed(p.id) AND NOT is_quiet(club_now(), s) AS may_go`;

/** Takes messages that are due, by index push_message_due; what others hold is left to them. */
export async function takeDue(
  db: Queryable,
  most: number,
): Promise<(DueMessage & { may_go: boolean })[]> {
  const { rows } = await db.query<DueMessage & { may_go: boolean } & Record<string, unknown>>(
    TAKE,
    [most],
  );
  return rows;
}

export async function finish(db: Queryable, ids: readonly bigint[]): Promise<void> {
  await db.query("UPDATE push_message SET done_at = club_now_ms() WHERE id = ANY ($1)", [ids]);
}

/** The browser is gone: its messages go with it. */
export async function dropSubscription(db: Queryable, id: string): Promise<void> {
  await db.query("DELETE FROM push_subscription WHERE id = $1", [id]);
}

/** Causes are kept for a day after their message is over, so that nothing is told twice. */
export async function forgetOldMessages(db: Queryable): Promise<void> {
  await db.query("DELETE FROM push_message WHERE expires_at < club_now() - interval '1 day'");
}

export async function readFavourites(db: Queryable, playerId: string): Promise<string[]> {
  const { rows } = await db.query<{ codes: string[] }>(
    "SELECT codes FROM favourite_venues WHERE player_id = $1",
    [playerId],
  );
  return rows[0]?.codes ?? [];
}

export async function writeFavourites(
  db: Queryable,
  playerId: string,
  codes: readonly string[],
): Promise<void> {
  await db.query(
    `INSERT INTO favourite_venues (player_id, codes) VALUES ($1, $2)
     ON CONFLICT (player_id) DO UPDATE SET codes = excluded.codes`,
    [playerId, codes],
  );
}
