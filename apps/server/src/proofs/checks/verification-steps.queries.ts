import type { Queryable } from "../../core/db/connect.ts";

/** A verification at work, and what it has found. */
export interface Run {
  readonly begunAt: Date;
  readonly steps: readonly { name: string; rows: number; detail: string | null }[];
}

/** Longer ago, a verification is begun anew: too much has happened since. */
const GOES_ON_WITHIN = "10 minutes";
/** Held as long as the snapshot, so it is free again whatever becomes of the process. */
const ALONE = "SELECT pg_try_advisory_xact_lock(4206180812) AS alone";
const LAST = `SELECT begun_at, name, rows::integer, detail FROM verification_step
  WHERE begun_at = (SELECT begun_at FROM verification_step
    WHERE ended_at > club_now() - interval '${GOES_ON_WITHIN}' ORDER BY begun_at DESC LIMIT 1)`;

/**
 * The verification that was broken off a moment ago, to go on with; else a new one. Null while another
 * process verifies: then this one keeps no steps.
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

/** Outside of the verification's snapshot, so that it outlives it. */
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

/** A verification has ended: its steps and those of older ones are of no more use. */
export async function forgetSteps(db: Queryable, run: Run): Promise<void> {
  await db.query("DELETE FROM verification_step WHERE begun_at <= $1", [run.begunAt]);
}
