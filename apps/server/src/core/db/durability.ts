import type { Queryable } from "./connection.ts";

export interface Replication {
  /** The standbys whose confirmation a commit waits for. */
  readonly names: string;
  /** What a commit waits for. */
  readonly commit: string;
  readonly standbys: number;
}

export async function readReplication(db: Queryable): Promise<Replication> {
  const { rows } = await db.query<Replication & Record<string, unknown>>(
    `SELECT current_setting('synchronous_standby_names') AS names, current_setting('synchronous_commit') AS commit,
       (SELECT count(*)::int FROM pg_stat_replication) AS standbys`,
  );
  return rows[0] ?? { names: "", commit: "", standbys: 0 };
}

/** A standby that receives what is acknowledged a moment later loses the last bets with the primary. */
export function hasSynchronousStandby({ names, commit, standbys }: Replication): boolean {
  const waits = commit === "on" || commit === "remote_apply";
  return standbys > 0 && names.trim() !== "" && waits;
}

export interface LogArchive {
  readonly is_on: boolean;
  /** When a piece of the log was last taken; by the database's own count, which a crash begins anew. */
  readonly archived_at: Date | null;
  readonly failed_at: Date | null;
  readonly started_at: Date;
  readonly now: Date;
}

export async function readLogArchive(db: Queryable): Promise<LogArchive> {
  const { rows } = await db.query<LogArchive & Record<string, unknown>>(
    `SELECT current_setting('archive_mode') <> 'off' AS is_on, last_archived_time AS archived_at,
       last_failed_time AS failed_at, pg_postmaster_start_time() AS started_at, clock_timestamp() AS now
     FROM pg_stat_archiver`,
  );
  const now = new Date();
  return rows[0] ?? { is_on: false, archived_at: null, failed_at: null, started_at: now, now };
}

/** A club writes something every second, so a piece is due every minute. */
const LATEST_MS = 5 * 60 * 1000;

/** Whether a lost machine takes minutes along rather than a day. */
export function isLogKept(archive: Omit<LogArchive, "started_at">): boolean {
  const { is_on, archived_at, failed_at, now } = archive;
  if (!is_on || archived_at === null) return false;
  const isFresh = now.getTime() - archived_at.getTime() < LATEST_MS;
  return isFresh && (failed_at === null || failed_at < archived_at);
}
