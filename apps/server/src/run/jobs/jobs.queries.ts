import { changesOne, command, manyRows, manyValues } from "../../core/db/statements.ts";

export interface StoredJob {
  readonly name: string;
  readonly began_at: Date | null;
  readonly ended_at: Date | null;
  readonly failure: string | null;
  readonly failed_at: Date | null;
  readonly asked_at: Date | null;
  readonly asked_by: string | null;
}

export const readJobs = manyRows<StoredJob>(`
  SELECT j.name, j.began_at, j.ended_at, j.failure, j.failed_at, j.asked_at, o.user_name AS asked_by
  FROM job_run j LEFT JOIN operator o ON o.id = j.asked_by`);

/** How runs went; a failure stays known when later runs went well. */
export const noteRuns = command<[runs: string]>(`
  INSERT INTO job_run AS j (name, began_at, ended_at, failure, failed_at)
  SELECT name, began_at, ended_at, failure, CASE WHEN failure IS NOT NULL THEN ended_at END
  FROM jsonb_to_recordset($1) AS r(name text, began_at timestamptz(3), ended_at timestamptz(3), failure text)
  ON CONFLICT (name) DO UPDATE SET began_at = excluded.began_at, ended_at = excluded.ended_at,
    failure = excluded.failure, failed_at = coalesce(excluded.failed_at, j.failed_at)`);

/** Takes what was asked for: the process that leads wakes these. */
export const takeAsked = manyValues<string>(
  "UPDATE job_run SET asked_at = NULL, asked_by = NULL WHERE asked_at IS NOT NULL RETURNING name",
);

/** False where somebody asked already. */
export const askForRun = changesOne<[name: string, by: string]>(`
  INSERT INTO job_run AS j (name, asked_at, asked_by) VALUES ($1, club_now_ms(), $2)
  ON CONFLICT (name) DO UPDATE SET asked_at = excluded.asked_at, asked_by = excluded.asked_by
  WHERE j.asked_at IS NULL`);
