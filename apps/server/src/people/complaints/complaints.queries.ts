import type { COMPLAINT_SORTS, ComplaintOutcome, ComplaintTopic } from "@club/contract";
import type { Queryable } from "../../core/db/connect.ts";
import { sortedRows } from "../../core/db/sorted-rows.ts";
import { command, manyRows, oneRow, theValue } from "../../core/db/statements.ts";

export interface ComplaintRow extends Record<string, unknown> {
  id: string;
  player_id: string;
  user_name: string;
  topic: ComplaintTopic;
  order_id: string | null;
  body: string;
  status: "open" | "in_work" | "answered";
  filed_at: Date;
  due_at: Date;
  outcome: ComplaintOutcome | null;
  answer: string | null;
  taken_by: string | null;
  decided_by: string | null;
  decided_at: Date | null;
}

const SELECT = `
  SELECT c.id, c.player_id, p.user_name, c.topic, c.order_id, c.body, c.status, c.filed_at, c.due_at, c.outcome, c.answer,
    t.user_name AS taken_by, d.user_name AS decided_by, c.decided_at
  FROM complaint c JOIN player p ON p.id = c.player_id
  LEFT JOIN operator t ON t.id = c.taken_by LEFT JOIN operator d ON d.id = c.decided_by`;
const ONE = `${SELECT} WHERE c.id = $1`;
const BY_KEY = `${SELECT} WHERE c.player_id = $1 AND c.key = $2`;
const OF_PLAYER = `${SELECT} WHERE c.player_id = $1 AND ($2::uuid IS NULL OR c.id < $2) ORDER BY c.id DESC LIMIT $3`;

const SORTS = {
  id: "c.id",
  keys: { filed: "id", due: { sql: "c.due_at", type: "timestamptz", as: "due_at" } },
} as const;
type ComplaintSort = (typeof COMPLAINT_SORTS)[number];

interface Page {
  readonly before: string | undefined;
  readonly limit: number;
}

export const readComplaint = oneRow<ComplaintRow, [id: string]>(ONE);

export const findByKey = oneRow<ComplaintRow, [playerId: string, key: string]>(BY_KEY);

/** Newest first. Served by complaint_player. */
export const listOfPlayer = manyRows<ComplaintRow, Page, [playerId: string]>(OF_PLAYER, [
  "before",
  "limit",
]);

/** Complaints for the desk: the waiting ones (complaint_waiting), or the answered ones. */
export const LISTS_FOR_DESK = {
  waiting: sortedRows<ComplaintRow, object, ComplaintSort>(
    { ...SORTS, standard: "due" },
    [],
    ({ after, order }) => `${SELECT} WHERE c.status <> 'answered' AND ${after} ${order}`,
  ),
  answered: sortedRows<ComplaintRow, object, ComplaintSort>(
    { ...SORTS, standard: "-filed" },
    [],
    ({ after, order }) => `${SELECT} WHERE c.status = 'answered' AND ${after} ${order}`,
  ),
};

/**
 * How many complaints of a player are waiting for an answer. The caller holds the player's lock.
 */
export const countWaiting = theValue<number, [playerId: string]>(
  "SELECT count(*)::int AS n FROM complaint WHERE player_id = $1 AND status <> 'answered'",
);

/** Whether a bet, of races or sports, is the player's. */
export async function isOwnBet(tx: Queryable, playerId: string, id: string): Promise<boolean> {
  const { rowCount } = await tx.query("SELECT FROM wager WHERE id = $1 AND player_id = $2", [
    id,
    playerId,
  ]);
  return rowCount === 1;
}

export interface NewComplaint {
  readonly id: string;
  readonly playerId: string;
  readonly key: string;
  readonly topic: ComplaintTopic;
  readonly orderId: string | null;
  readonly text: string;
  readonly dueDay: string;
}

/** Due at the end of its day in the club's time zone. */
export const insertComplaint = command<NewComplaint>(
  `INSERT INTO complaint (id, player_id, key, topic, order_id, body, filed_at, due_at)
   SELECT $1, $2, $3, $4, $5, $6, club_now_ms(), ($7::date + 1)::timestamp AT TIME ZONE c.time_zone FROM club c`,
  ["id", "playerId", "key", "topic", "orderId", "text", "dueDay"],
);

/** Takes the row for a change; null where there is none. */
export async function lockComplaint(tx: Queryable, id: string): Promise<ComplaintRow | null> {
  await tx.query("SELECT FROM complaint WHERE id = $1 FOR UPDATE", [id]);
  return await readComplaint(tx, id);
}

export const markTaken = command<[id: string, operatorId: string]>(
  "UPDATE complaint SET status = 'in_work', taken_by = $2, taken_at = club_now_ms() WHERE id = $1",
);

export const markAnswered = command<
  { operatorId: string; outcome: ComplaintOutcome; answer: string },
  [id: string]
>(
  `UPDATE complaint SET status = 'answered', outcome = $3, answer = $4, decided_by = $2, decided_at = club_now_ms()
   WHERE id = $1`,
  ["operatorId", "outcome", "answer"],
);
