import type { Queryable } from "../../core/db/connect.ts";
import { command } from "../../core/db/statements.ts";

/** A running verification, and what it has found. */
export interface Run {
  readonly begunAt: Date;
  readonly steps: readonly { name: string; rows: number; detail: string | null }[];
}

/** An interruption longer ago than this starts over: too much has happened since. */
const GOES_ON_WITHIN = "10 minutes";
/** Held as long as the snapshot, so it is freed whatever happens to the process. */
const ALONE = "SELECT pg_try_advisory_xact_lock(4206180812) AS alone";
const LAST = `SELECT begun_at, name, rows::integer, detail FROM verification_step
  WHERE begun_at = (SELECT begun_at FROM verification_step
    WHERE ended_at > club_now() - interval '${GOES_ON_WITHIN}' ORDER BY begun_at DESC LIMIT 1)`;

/**
 * Resumes a verification that was just interrupted, or starts one. Null while another process
 * verifies: then this one stores no steps.
 */
export async function openRun(tx: Queryable, now: Date): Promise<Run | null> {
  const { rows: locks } = await tx.query<{ alone: boolean }>(ALONE);
  if (locks[0]?.alone !== true) return null;
  const { rows } = await tx.query<{
    begun_at: Date;
    name: string;
    rows: number;
    detail: string | null;
  }>(LAST);
  const steps = rows.map(({ name, rows: looked, detail }) => ({ name, rows: looked, detail }));
  return { begunAt: rows[0]?.begun_at ?? now, steps };
}

/** Written outside the verification's snapshot, so that it survives it. */
export async function keepStep(
  db: Queryable,
  run: Run,
  step: { name: string; rows: number; detail: string | null },
): Promise<void> {
  await db.query(
    `INSERT INTO verification_step (begun_at, name, rows, detail) VALUES ($1, $2, $3, $4)
     ON CONFLICT (begun_at, name) DO NOTHING`,
    [run.begunAt, step.name, step.rows, step.detail],
  );
}

/** A verification has ended: its steps, and those of older ones, are no longer needed. */
export const forgetSteps = command<Run>("DELETE FROM verification_step WHERE begun_at <= $1", [
  "begunAt",
]);
