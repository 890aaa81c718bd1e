import type { ConnectionKind } from "@club/contract";
import type { Queryable } from "../../core/db/connect.ts";
import { oneRow } from "../../core/db/statements.ts";

export interface ConnectionFacts {
  readonly kind: ConnectionKind;
  /** When it last did what it is for. */
  readonly succeeded_at: Date | null;
  /** It did not do it since; what a provider will not take is no fault of the connection. */
  readonly is_failing: boolean;
}

/** How each connection that was ever used fares. */
export async function readConnectionFacts(
  db: Queryable,
): Promise<Map<ConnectionKind, ConnectionFacts>> {
  const { rows } = await db.query<ConnectionFacts & Record<string, unknown>>(
    `SELECT kind, succeeded_at,
       failed_at > coalesce(succeeded_at, '-infinity') AND (failure <> 'refused' OR kind = 'exclusion') AS is_failing
     FROM connection_health`,
  );
  return new Map(rows.map((row) => [row.kind, row]));
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
export const readIdentityChoice =
  oneRow<Chosen>(`SELECT o.user_name AS by, a.at FROM audit a LEFT JOIN operator o ON o.id = a.operator_id
     WHERE a.action = 'club.identity_rule' ORDER BY a.id DESC LIMIT 1`);
