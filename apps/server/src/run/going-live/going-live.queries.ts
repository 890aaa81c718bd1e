import type { ConnectionKind } from "@club/contract";
import type { Queryable } from "../../core/db/connect.ts";

/** When each connection last did what it is for. */
export async function readSuccesses(db: Queryable): Promise<Map<ConnectionKind, Date | null>> {
  const { rows } = await db.query<{ kind: ConnectionKind; succeeded_at: Date | null }>(
    "SELECT kind, succeeded_at FROM connection_health",
  );
  return new Map(rows.map((row) => [row.kind, row.succeeded_at]));
}

export interface SeenPayments {
  readonly came_at: Date | null;
  readonly went_at: Date | null;
}

/** When the club last saw a payment of 1.00 all the way in, and one all the way out. */
export async function readSeenPayments(db: Queryable): Promise<SeenPayments> {
  const { rows } = await db.query<SeenPayments & Record<string, unknown>>(
    `SELECT (SELECT max(decided_at) FROM top_up WHERE status = 'approved' AND amount_cents = 100) AS came_at,
       (SELECT max(ended_at) FROM withdrawal WHERE status = 'paid' AND amount_cents = 100) AS went_at`,
  );
  return rows[0] ?? { came_at: null, went_at: null };
}

export interface Chosen {
  readonly by: string | null;
  readonly at: Date;
}

/** Who last chose when identities are checked, and when; null: nobody has. By the audit log. */
export async function readIdentityChoice(db: Queryable): Promise<Chosen | null> {
  const { rows } = await db.query<Chosen & Record<string, unknown>>(
    `SELECT o.user_name AS by, a.at FROM audit a LEFT JOIN operator o ON o.id = a.operator_id
     WHERE a.action = 'club.identity_rule' ORDER BY a.id DESC LIMIT 1`,
  );
  return rows[0] ?? null;
}

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
