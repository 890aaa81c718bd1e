import type { AUDIT_SORTS, AuditKind, Role } from "@club/contract";
import { sortedRows } from "../../core/db/sorted-rows.ts";
import { command, hasRow, manyRows, oneRow } from "../../core/db/statements.ts";
import { READ_ACTIONS } from "./audit.ts";

export interface OperatorRow {
  id: string;
  user_name: string;
  password_hash: string;
  roles: Role[];
  own_roles: string[];
  status: "active" | "closed";
  created_at: Date;
}

const COLUMNS =
  "SELECT id, user_name, password_hash, roles, own_roles, status, created_at FROM operator";
const BY_NAME = `${COLUMNS} WHERE user_name_key = $1`;

/** An operator as the page of operators shows one. */
export interface OperatorView extends OperatorRow, Record<string, unknown> {
  /** The club's own roles, with their names. */
  held: { role_id: string; name: string }[];
  /** What those name. */
  own_calls: string[];
  has_factor: boolean;
  email: string | null;
  is_bound: boolean;
  player_name: string | null;
  sessions: number;
  last_seen_at: Date | null;
}

const VIEW = `
  SELECT o.id, o.user_name, o.password_hash, o.roles, o.own_roles, o.status, o.created_at,
    (SELECT coalesce(json_agg(json_build_object('role_id', r.id, 'name', r.name) ORDER BY r.name_key), '[]')
      FROM operator_role r WHERE r.id = ANY (o.own_roles)) AS held,
    ARRAY(SELECT DISTINCT unnest(r.calls) FROM operator_role r WHERE r.id = ANY (o.own_roles)) AS own_calls,
    EXISTS (SELECT FROM operator_factor f WHERE f.operator_id = o.id AND f.confirmed_at IS NOT NULL)
      OR EXISTS (SELECT FROM operator_passkey k WHERE k.operator_id = o.id) AS has_factor,
    i.email, i.subject IS NOT NULL AS is_bound,
    (SELECT u.user_name FROM player u WHERE u.id = o.player_id) AS player_name,
    (SELECT count(*)::int FROM session s WHERE s.operator_id = o.id AND s.ended_at IS NULL
      AND s.last_action_at > club_now() - interval '30 minutes'
      AND s.created_at > club_now() - interval '12 hours') AS sessions,
    (SELECT max(s.last_action_at) FROM session s WHERE s.operator_id = o.id AND s.ended_at IS NULL) AS last_seen_at
  FROM operator o LEFT JOIN operator_identity i ON i.operator_id = o.id`;
const ALL = `${VIEW} ORDER BY o.user_name_key LIMIT 1000`;
const BY_ID = `${VIEW} WHERE o.id = $1`;

/** By unique index, no lock. */
export const findOperatorByName = oneRow<OperatorRow, [nameKey: string]>(BY_NAME);

/** Whether an operator may still enter by the password that was shown; the row is held until the commit. */
export const isStillOperator = hasRow<Pick<OperatorRow, "id" | "password_hash">>(
  "SELECT FROM operator WHERE id = $1 AND password_hash = $2 AND status = 'active' FOR NO KEY UPDATE",
  ["id", "password_hash"],
);

/** All of them, by name: a desk has few. */
export const readOperators = manyRows<OperatorView>(ALL);

export const findOperator = oneRow<OperatorView, [id: string]>(BY_ID);

/**
 * Locks every owner and the operator, in order of id: otherwise two changes at once could remove
 * the last owner.
 */
const LOCK = `
  SELECT id, roles, own_roles, status FROM operator WHERE id = $1 OR 'owner' = ANY (roles) ORDER BY id FOR UPDATE`;

export type LockedOperator = Pick<OperatorRow, "id" | "roles" | "own_roles" | "status">;

/** Locks an operator together with all owners. */
export const lockWithOwners = manyRows<LockedOperator, [id: string]>(LOCK);

export const setOperator = command<
  Pick<OperatorRow, "roles" | "own_roles" | "status">,
  [id: string]
>("UPDATE operator SET roles = $2, own_roles = $3, status = $4 WHERE id = $1", [
  "roles",
  "own_roles",
  "status",
]);

/** By unique index, no lock. */
export const findPlayerNamed = oneRow<{ id: string }, [nameKey: string]>(
  "SELECT id FROM player WHERE user_name_key = $1",
);

/** Says which player account is the operator's own; returns the name of the one before. */
export const setOwnPlayer = oneRow<
  { before: string | null },
  [id: string, playerId: string | null]
>(`
  WITH before AS (SELECT u.user_name FROM operator o JOIN player u ON u.id = o.player_id WHERE o.id = $1)
  UPDATE operator SET player_id = $2 WHERE id = $1 RETURNING (SELECT user_name FROM before) AS before`);

export interface OperatorSessionRow extends Record<string, unknown> {
  id: string;
  device: string | null;
  created_at: Date;
  last_action_at: Date;
  proved_at: Date | null;
}

/** Sessions whose tokens still work; idle ones are left out. */
export const listSessionRows = manyRows<OperatorSessionRow, [operatorId: string]>(`
  SELECT id, device, created_at, last_action_at, proved_at FROM session
  WHERE operator_id = $1 AND ended_at IS NULL AND last_action_at > club_now() - interval '30 minutes'
    AND created_at > club_now() - interval '12 hours'
  ORDER BY id DESC LIMIT 100`);

export interface NewOperator {
  id: string;
  userName: string;
  nameKey: string;
  passwordHash: string;
  roles: readonly Role[];
  ownRoles: readonly string[];
}

/** Null where the name is taken. */
export const insertOperator = oneRow<OperatorRow, NewOperator>(
  `INSERT INTO operator (id, user_name, user_name_key, password_hash, roles, own_roles)
   VALUES ($1, $2, $3, $4, $5, $6)
   ON CONFLICT (user_name_key) DO NOTHING
   RETURNING id, user_name, password_hash, roles, own_roles, status, created_at`,
  ["id", "userName", "nameKey", "passwordHash", "roles", "ownRoles"],
);

export interface AuditLogRow {
  id: bigint;
  at: Date;
  operator_id: string | null;
  operator: string | null;
  action: string;
  target: string | null;
  before: unknown;
  after: unknown;
  reason: string | null;
}

export interface AuditFilter {
  kind: AuditKind | null;
  action: string | null;
  target: string | null;
  operatorId: string | null;
  from: Date | null;
  until: Date | null;
}

/** The audit log in order of time, by primary key; filters are applied row by row. */
export const listAuditRows = sortedRows<AuditLogRow, AuditFilter, (typeof AUDIT_SORTS)[number]>(
  { id: "a.id", idType: "bigint", keys: { at: "id" }, standard: "-at" },
  ["action", "target", "operatorId", "kind", "from", "until"],
  ({
    after,
    order,
  }) => `SELECT a.id, a.at, a.operator_id, coalesce(o.user_name, 'key: ' || k.name) AS operator, a.action, a.target,
     a.before, a.after, a.reason
   FROM audit a LEFT JOIN operator o ON o.id = a.operator_id LEFT JOIN api_key k ON k.id = a.operator_id
   WHERE ($1::text IS NULL OR starts_with(a.action, $1)) AND ($2::text IS NULL OR a.target = $2)
     AND ($3::uuid IS NULL OR a.operator_id = $3) AND ${after}
     AND ($4::text IS NULL OR $4 = CASE WHEN a.after ? 'refused' THEN 'refused' WHEN a.action ~ '${READ_ACTIONS}' THEN 'read' ELSE 'act' END)
     AND ($5::timestamptz IS NULL OR a.at >= $5) AND ($6::timestamptz IS NULL OR a.at < $6)
   ${order}`,
);
