import type { Queryable } from "../../core/db/connect.ts";
import { columnsOf, command, hasRow, manyRows, manyValues } from "../../core/db/statements.ts";
import type { Connection } from "../../core/db/connection.ts";
import type { ClubPool } from "../../core/db/connect.ts";
import type { ChunkVerdict } from "../../money/ledger/run-chunks.ts";

/** An approved correction; the plan of its pools is null until it is made. */
export interface CorrectionRow {
  readonly id: string;
  readonly race_id: string;
  readonly version: number;
  readonly step: "approved" | "planned" | "done";
}

/** A bet whose amount from a pool changes. */
export interface CorrectionLine {
  readonly playerId: string;
  readonly betId: string;
  readonly poolId: string;
  readonly oldKind: string | null;
  readonly oldCents: bigint;
  readonly newKind: string | null;
  readonly newCents: bigint;
}

export interface PaidCredit {
  readonly bet_id: string;
  readonly kind: string;
  readonly cents: bigint;
}

/** What a pool has credited to each bet so far, with corrections. Served by bet_credit_pool. */
export const readPaidCredits = manyRows<PaidCredit, [poolId: string]>(`
  SELECT bet_id, kind, sum(amount_cents)::bigint AS cents
  FROM bet_credit
  WHERE pool_id = $1 AND settled_credit($1, cause)
  GROUP BY bet_id, kind HAVING sum(amount_cents) <> 0`);

/**
 * Whether a pool of this race and others is being settled, or another leg of it corrected: its payout then
 * depends on a result that this correction would change. Under the race's lock.
 */
export const isDoubleAtWork = hasRow<[raceId: string]>(`
  SELECT 1 FROM pool p WHERE p.id IN (SELECT w.pool_id FROM race_of_pool w WHERE w.race_id = $1)
    AND p.race_id2 IS NOT NULL AND (
    EXISTS (SELECT FROM settlement s WHERE s.pool_id = p.id AND s.step IN ('computed', 'posting'))
    OR EXISTS (SELECT FROM correction c WHERE c.step <> 'done'
      AND c.race_id IN (SELECT w.race_id FROM race_of_pool w WHERE w.pool_id = p.id)))
  LIMIT 1`);

/** The other races of a race's pools of several, settled or not: their results decide the payouts too. */
export const readOtherLegs = manyValues<string, [raceId: string]>(`
  SELECT DISTINCT o.race_id FROM race_of_pool w JOIN race_of_pool o ON o.pool_id = w.pool_id
  WHERE w.race_id = $1 AND o.race_id <> $1`);

/** Players of bets, by the primary key. */
export async function readPlayersOf(
  db: Queryable,
  betIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await db.query<{ id: string; player_id: string }>(
    "SELECT id, player_id FROM bet WHERE id = ANY ($1)",
    [betIds],
  );
  return new Map(rows.map((row) => [row.id, row.player_id]));
}

export interface PlayerMoney {
  readonly player_id: string;
  readonly user_name: string;
  readonly cash_cents: bigint;
  readonly held_cents: bigint;
}

/** Names and money of players, by primary keys. */
export const readMoneyOf = manyRows<PlayerMoney, [playerIds: readonly string[]]>(`
  SELECT w.player_id, p.user_name, w.cash_cents, w.held_cents
  FROM wallet w JOIN player p ON p.id = w.player_id WHERE w.player_id = ANY ($1)`);

export interface NewCorrection {
  readonly id: string;
  readonly raceId: string;
  readonly fromVersion: number;
  readonly version: number;
  readonly reason: string;
}

/** The race is final again until its correction is done. The caller holds the race's lock. */
export async function insertCorrection(tx: Connection, row: NewCorrection): Promise<void> {
  await tx.query(
    `INSERT INTO correction (id, race_id, from_version, version, reason) VALUES ($1, $2, $3, $4, $5)`,
    [row.id, row.raceId, row.fromVersion, row.version, row.reason],
  );
  await tx.query("UPDATE result SET reason = $3 WHERE race_id = $1 AND version = $2", [
    row.raceId,
    row.version,
    row.reason,
  ]);
  await tx.query("UPDATE race SET status = 'final', settled_at = NULL WHERE id = $1", [row.raceId]);
  await tx.query(
    "SELECT tell('race:' || $1::text, 'race', jsonb_build_object('race_id', $1::text))",
    [row.raceId],
  );
}

/** Corrections that are not done, oldest first. Served by correction_open. */
export const listOpenCorrections = manyRows<CorrectionRow, [raceId: string | undefined]>(`
  SELECT id, race_id, version, step FROM correction
  WHERE step <> 'done' AND ($1::uuid IS NULL OR race_id = $1) ORDER BY at`);

/** True when there was no plan yet and ours is to be written: the row stays locked. */
export const lockUnplanned = hasRow<[id: string]>(
  "SELECT 1 FROM correction WHERE id = $1 AND step = 'approved' FOR UPDATE SKIP LOCKED",
);

export async function insertLines(
  tx: Queryable,
  id: string,
  lines: readonly CorrectionLine[],
): Promise<void> {
  await tx.query(
    `INSERT INTO correction_line (correction_id, player_id, bet_id, pool_id, old_kind, old_cents, new_kind, new_cents)
     SELECT $1, l.* FROM unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::bigint[], $7::text[], $8::bigint[]) AS l`,
    [
      id,
      ...columnsOf(lines, [
        "playerId",
        "betId",
        "poolId",
        "oldKind",
        "oldCents",
        "newKind",
        "newCents",
      ]),
    ],
  );
}

/** @param pools - JSON text: settlement_id, pool_id, facts and outcome of each. */
export const writeCorrectionPlan = command<[id: string, pools: string]>(
  "UPDATE correction SET step = 'planned', pools = $2::jsonb WHERE id = $1",
);

/** Corrects the next players, in one transaction. */
export async function correctPlayers(
  db: ClubPool,
  id: string,
  players: number,
): Promise<"paid" | "end" | "busy"> {
  const { rows } = await db.queryThatCommits<{ done: number | null }>(
    "SELECT correct_players($1, $2) AS done",
    [id, players],
  );
  const done = rows[0]?.done ?? null;
  if (done === null) return "busy";
  return done === 0 ? "end" : "paid";
}

/** Ends a correction; waits while a player's money is still on its way back. */
export async function finishCorrection(db: ClubPool, id: string): Promise<ChunkVerdict> {
  const { rows } = await db.queryThatCommits<{ verdict: "done" | "busy" | "waits" }>(
    "SELECT finish_correction($1) AS verdict",
    [id],
  );
  return rows[0]?.verdict === "done" ? "done" : "busy";
}
