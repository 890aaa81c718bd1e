import type { PushKind } from "@club/contract";
import type { Queryable } from "../../core/db/connect.ts";
import { command, manyRows } from "../../core/db/statements.ts";

export interface SubscriptionRow {
  id: string;
  kinds: PushKind[];
  quiet_from: string | null;
  quiet_to: string | null;
  created_at: Date;
}

/** Subscriptions of a player, newest first, 20 at most; index push_subscription_player, no lock. */
export const listSubscriptions = manyRows<
  SubscriptionRow,
  [playerId: string]
>(`SELECT id, kinds, to_char(quiet_from, 'HH24:MI') AS quiet_from, to_char(quiet_to, 'HH24:MI') AS quiet_to,
       created_at FROM push_subscription WHERE player_id = $1 ORDER BY id DESC LIMIT 20`);

/** Whether the player may be written to, and has bet; share-locks the player's row. */
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

/** Removes another player's subscription on the browser, and what waits for it. */
const TAKE_OVER = "DELETE FROM push_subscription WHERE endpoint_hash = $1 AND player_id <> $2";

/**
 * An address belongs to whoever signed in last on that browser. Deletes the subscription that this
 * one replaces, and the oldest beyond 20.
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
  await tx.query(TAKE_OVER, [subscription.endpointHash, subscription.playerId]);
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
export const removeSubscriptions = command<[playerId: string, endpointHash: Buffer | null]>(
  "DELETE FROM push_subscription WHERE player_id = $1 AND ($2::bytea IS NULL OR endpoint_hash = $2)",
);

/** What a player chooses to be told of, and what everybody is told. */
export type MessageKind = PushKind | "password";

export interface PushRecipient {
  id: string;
  cipher: Buffer;
  language: string;
  may_go: boolean;
}

/**
 * Quiet hours and breaks hold back optional messages, but not the news of a changed password. By
 * primary keys, no lock.
 */
const RECIPIENTS = `
  SELECT d.id AS delivery_id, s.id, s.cipher, p.language,
    d.kind = 'password' OR push_allowed(p.id) AND NOT is_quiet(club_now(), s) AS may_go
  FROM delivery d JOIN push_subscription s ON s.id = d.subscription_id JOIN player p ON p.id = s.player_id
  WHERE d.id = ANY ($1)`;

/** Where deliveries go, and whether they still may. */
export async function readRecipients(
  db: Queryable,
  deliveryIds: readonly string[],
): Promise<ReadonlyMap<string, PushRecipient>> {
  const { rows } = await db.query<PushRecipient & { delivery_id: string }>(RECIPIENTS, [
    deliveryIds,
  ]);
  return new Map(rows.map((row) => [row.delivery_id, row]));
}

/** The browser is gone: what waits for it goes with it. */
export const dropSubscription = command<[id: string]>(
  "DELETE FROM push_subscription WHERE id = $1",
);

export async function readFavourites(db: Queryable, playerId: string): Promise<string[]> {
  const { rows } = await db.query<{ codes: string[] }>(
    "SELECT codes FROM favourite_venues WHERE player_id = $1",
    [playerId],
  );
  return rows[0]?.codes ?? [];
}

export const writeFavourites = command<
  [playerId: string, codes: readonly string[]]
>(`INSERT INTO favourite_venues (player_id, codes) VALUES ($1, $2)
     ON CONFLICT (player_id) DO UPDATE SET codes = excluded.codes`);
