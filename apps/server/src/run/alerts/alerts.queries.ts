import { changesOne, manyRows, oneRow } from "../../core/db/statements.ts";

interface StoredAlert {
  readonly condition: string;
  readonly subject: string;
  readonly began_at: Date;
  readonly told_at: Date | null;
  readonly dismissed_at: Date | null;
  readonly dismissed_by: string | null;
  readonly reason: string | null;
}

export interface StandingAlert extends StoredAlert {
  readonly held_s: number;
}

/** Few: a condition has one, or one of each connection. */
export const readStanding = manyRows<StandingAlert>(`
  SELECT a.condition, a.subject, a.began_at, a.told_at, a.dismissed_at, o.user_name AS dismissed_by,
    a.dismiss_reason AS reason, extract(epoch FROM club_now() - a.began_at)::integer AS held_s
  FROM alert a LEFT JOIN operator o ON o.id = a.dismissed_by ORDER BY a.began_at, a.condition, a.subject`);

export interface PastAlert extends StoredAlert {
  readonly id: bigint;
  readonly ended_at: Date;
}

interface PastPage {
  readonly conditions: readonly string[];
  readonly before: bigint | null;
  readonly limit: number;
}

/** The newest end first, by the primary key. */
export const readPast = manyRows<PastAlert, PastPage>(
  `SELECT a.id, a.condition, a.subject, a.began_at, a.ended_at, a.told_at, a.dismissed_at,
     o.user_name AS dismissed_by, a.dismiss_reason AS reason
   FROM alert_past a LEFT JOIN operator o ON o.id = a.dismissed_by
   WHERE a.condition = ANY ($1) AND ($2::bigint IS NULL OR a.id < $2) ORDER BY a.id DESC LIMIT $3`,
  ["conditions", "before", "limit"],
);

export interface Dismissal {
  readonly condition: string;
  readonly subject: string;
  readonly since: Date;
  readonly reason: string;
  readonly by: string;
}

/** False where it is over, began anew, or was dismissed already. */
export const dismissStanding = changesOne<Dismissal>(
  `UPDATE alert SET dismissed_at = club_now_ms(), dismiss_reason = $4, dismissed_by = $5
   WHERE condition = $1 AND subject = $2 AND began_at = $3 AND dismissed_at IS NULL`,
  ["condition", "subject", "since", "reason", "by"],
);

/** Who dismissed it, or null. */
export const readDismissal = oneRow<
  { readonly by: string; readonly at: Date },
  Pick<Dismissal, "condition" | "subject" | "since">
>(
  `SELECT o.user_name AS by, a.dismissed_at AS at FROM alert a JOIN operator o ON o.id = a.dismissed_by
   WHERE a.condition = $1 AND a.subject = $2 AND a.began_at = $3`,
  ["condition", "subject", "since"],
);
