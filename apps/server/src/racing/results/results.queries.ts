import type { DeclaredEntry, ResultStage, UnplacedRunner } from "@club/contract";
import type { Placings } from "@club/domain";
import type { Queryable } from "../../core/db/connect.ts";
import { command, oneRow, theRow } from "../../core/db/statements.ts";

/** One version of a race's result. */
export interface ResultRow {
  readonly version: number;
  readonly stage: ResultStage;
  readonly placings: Placings;
  readonly declared: readonly DeclaredEntry[] | null;
  readonly unplaced: readonly UnplacedRunner[];
  readonly is_stale: boolean;
  readonly is_confirmed: boolean;
  readonly entered_by: string | null;
}

const COLUMNS = "version, stage, placings, declared, unplaced, is_stale, is_confirmed, entered_by";
const NEWEST = `SELECT ${COLUMNS} FROM result
  WHERE race_id = $1 AND stage = $2 ORDER BY version DESC LIMIT 1`;
const INSERT = `
  INSERT INTO result (race_id, version, stage, placings, declared, is_confirmed, entered_by, unplaced)
  SELECT $1, coalesce(max(version), 0) + 1, $2, $3::jsonb, $4::jsonb, $5, $6, $7::jsonb FROM result WHERE race_id = $1
  RETURNING ${COLUMNS}`;

/** The newest version of a stage, or null. By the primary key. */
export const readNewest = oneRow<ResultRow, [raceId: string, stage: ResultStage]>(NEWEST);

export interface NewResult {
  readonly raceId: string;
  readonly stage: ResultStage;
  readonly placings: Placings;
  readonly declared: readonly DeclaredEntry[] | null;
  readonly unplaced?: readonly UnplacedRunner[];
  readonly isConfirmed: boolean;
  readonly operatorId: string;
}

/** Adds the next version. The caller holds the race's lock. */
export async function insertResult(tx: Queryable, result: NewResult): Promise<ResultRow> {
  const { rows } = await tx.query<ResultRow>(INSERT, [
    result.raceId,
    result.stage,
    JSON.stringify(result.placings),
    result.declared === null ? null : JSON.stringify(result.declared),
    result.isConfirmed,
    result.operatorId,
    JSON.stringify(result.unplaced ?? []),
  ]);
  return rows[0] as ResultRow;
}

/** A second operator entered the same. */
export const confirmResult = command<{ raceId: string; version: number; operatorId: string }>(
  "UPDATE result SET is_confirmed = true, confirmed_by = $3 WHERE race_id = $1 AND version = $2",
  ["raceId", "version", "operatorId"],
);

/** Moves the race to its official result's stage and tells everybody. The caller has its lock. */
export async function moveRace(tx: Queryable, raceId: string, status: ResultStage): Promise<void> {
  await tx.query("UPDATE race SET status = $2 WHERE id = $1", [raceId, status]);
  await tx.query(
    "SELECT tell('race:' || $1::text, 'race', jsonb_build_object('race_id', $1::text))",
    [raceId],
  );
}

export interface RaceFieldRow {
  readonly runner_mask: bigint;
  readonly scratched_mask: bigint;
  readonly dividends: "club" | "declared";
  /** Its settlement was begun, so its result is fixed. */
  readonly is_begun: boolean;
  /** An inquiry or a protest is undecided. */
  readonly is_in_inquiry: boolean;
}

/** What a result is checked against. By primary keys and settlement_race. */
export const readRaceField = theRow<RaceFieldRow, [raceId: string]>(`
  SELECT r.runner_mask, r.scratched_mask, m.dividends,
    EXISTS (SELECT FROM settlement s WHERE s.race_id = r.id)
      OR EXISTS (SELECT FROM correction c WHERE c.race_id = r.id AND c.step <> 'done') AS is_begun,
    EXISTS (SELECT FROM inquiry q WHERE q.race_id = r.id AND q.decided_at IS NULL) AS is_in_inquiry
  FROM race r JOIN meeting m ON m.id = r.meeting_id WHERE r.id = $1`);
