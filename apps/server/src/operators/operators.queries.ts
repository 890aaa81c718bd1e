import type { Role } from "@club/contract";
import type { Queryable } from "../db/connect.ts";

export interface OperatorRow {
  id: string;
  user_name: string;
  password_hash: string;
  roles: Role[];
  status: "active" | "closed";
  created_at: Date;
}

const COLUMNS = "SELECT id, user_name, password_hash, roles, status, created_at FROM operator";
const BY_NAME = `${COLUMNS} WHERE user_name_key = $1`;
const ALL = `${COLUMNS} ORDER BY user_name_key LIMIT 1000`;

/** By unique index, no lock. */
export async function findOperatorByName(
  db: Queryable,
  nameKey: string,
): Promise<OperatorRow | null> {
  const { rows } = await db.query<OperatorRow & Record<string, unknown>>(BY_NAME, [nameKey]);
  return rows[0] ?? null;
}

/** All of them, by name: a desk has few. */
export async function readOperators(db: Queryable): Promise<OperatorRow[]> {
  const { rows } = await db.query<OperatorRow & Record<string, unknown>>(ALL);
  return rows;
}

export interface NewOperator {
  id: string;
  userName: string;
  nameKey: string;
  passwordHash: string;
  roles: readonly Role[];
}

/** Null where the name is taken. */
export async function insertOperator(
  db: Queryable,
  operator: NewOperator,
): Promise<OperatorRow | null> {
  const { rows } = await db.query<OperatorRow & Record<string, unknown>>(
    `INSERT INTO operator (id, user_name, user_name_key, password_hash, roles) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (user_name_key) DO NOTHING
     RETURNING id, user_name, password_hash, roles, status, created_at`,
    [operator.id, operator.userName, operator.nameKey, operator.passwordHash, operator.roles],
  );
  return rows[0] ?? null;
}

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

/** A page of the audit log, newest first, by primary key; filters are looked at row by row. */
export async function listAuditRows(
  db: Queryable,
  page: {
    action: string | null;
    target: string | null;
    operatorId: string | null;
    before: bigint | null;
    limit: number;
  },
): Promise<AuditLogRow[]> {
  const { rows } = await db.query<AuditLogRow & Record<string, unknown>>(
    `SELECT a.id, a.at, a.operator_id, o.user_name AS operator, a.action, a.target, a.before, a.after, a.reason
     FROM audit a LEFT JOIN operator o ON o.id = a.operator_id
     WHERE ($1::text IS NULL OR starts_with(a.action, $1)) AND ($2::text IS NULL OR a.target = $2)
       AND ($3::uuid IS NULL OR a.operator_id = $3) AND ($4::bigint IS NULL OR a.id < $4)
     ORDER BY a.id DESC LIMIT $5`,
    [page.action, page.target, page.operatorId, page.before, page.limit],
  );
  return rows;
}
