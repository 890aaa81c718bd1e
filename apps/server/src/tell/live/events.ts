import type { InboxRow } from "./event-writer.ts";

/** What a stream carries: the topic chooses who hears it. */
export interface LiveEvent {
  readonly topic: string;
  readonly kind: string;
  readonly payload: Record<string, unknown>;
}

/** Events of this topic hold parts for many players: the hub sends each player their own. */
export const PLAYERS_TOPIC = "players";

const PUBLIC_TOPICS = new Set(["races", "sports"]);
const THING_TOPIC = /^(race|sport):[0-9a-f-]{36}$/;

/** Whether everybody may hear a topic. What is not named here is somebody's own. */
export function isPublicTopic(topic: string): boolean {
  return PUBLIC_TOPICS.has(topic) || THING_TOPIC.test(topic);
}

/**
 * Balances and settled orders of a round: one event per kind, with a part for each player. Rows of
 * one player are in order, since their ids were drawn under the player's lock, so the last one
 * counts.
 */
export function playerEvents(rows: readonly InboxRow[]): LiveEvent[] {
  const balances = new Map<string, unknown>();
  const orders = new Map<string, Set<unknown>>();
  for (const row of rows) {
    const players = Object.entries((row.payload["players"] ?? {}) as Record<string, unknown>);
    for (const [playerId, value] of players) {
      if (row.kind === "bets" || row.kind === "wallet")
        balances.set(playerId, { cash_cents: value });
      if (row.kind === "orders") add(orders, playerId, value);
    }
  }
  const settled = [...orders].map(
    ([playerId, ids]) => [playerId, { order_ids: [...ids] }] as const,
  );
  return [...partsOf("balance", [...balances]), ...partsOf("orders", settled)];
}

function partsOf(kind: string, players: readonly (readonly [string, unknown])[]): LiveEvent[] {
  if (players.length === 0) return [];
  return [{ topic: PLAYERS_TOPIC, kind, payload: { players: Object.fromEntries(players) } }];
}

function add(orders: Map<string, Set<unknown>>, playerId: string, ids: unknown): void {
  const known = orders.get(playerId) ?? new Set();
  for (const id of Array.isArray(ids) ? ids : [ids]) known.add(id);
  orders.set(playerId, known);
}

const DERIVED = new Set(["bets", "wallet", "orders", "race", "sport"]);

/** Everything else goes out unchanged. */
export function toldEvents(rows: readonly InboxRow[]): LiveEvent[] {
  return rows
    .filter((row) => !DERIVED.has(row.kind))
    .map(({ topic, kind, payload }) => ({ topic, kind, payload }));
}
