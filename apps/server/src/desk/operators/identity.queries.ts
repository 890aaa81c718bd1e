import type { Queryable } from "../../core/db/connect.ts";
import { hasRow, oneRow } from "../../core/db/statements.ts";
import type { OperatorRow } from "./operators.queries.ts";

/** Somebody whom the identity provider vouches for. */
export interface Person {
  issuer: string;
  subject: string;
  /** In small letters; null: the provider gave none, or has not verified it. */
  email: string | null;
}

export interface KnownPerson extends Pick<OperatorRow, "id" | "user_name" | "status"> {
  has_factor: boolean;
}

const FIND = `
  SELECT o.id, o.user_name, o.status,
    EXISTS (SELECT FROM operator_factor f WHERE f.operator_id = o.id AND f.confirmed_at IS NOT NULL)
      OR EXISTS (SELECT FROM operator_passkey k WHERE k.operator_id = o.id) AS has_factor
  FROM operator_identity i JOIN operator o ON o.id = i.operator_id
  WHERE (i.issuer = $1 AND i.subject = $2) OR (i.subject IS NULL AND i.email = $3)
  ORDER BY i.subject NULLS LAST LIMIT 1`;

/**
 * Finds somebody by the provider's subject; the first time, by the address. Both are unique; no
 * lock.
 */
export const findByPerson = oneRow<KnownPerson, Person>(FIND, ["issuer", "subject", "email"]);

const BOUND = `
  SELECT subject IS NOT NULL AS is_bound FROM operator_identity
  WHERE operator_id = $1 AND ((issuer = $2 AND subject = $3) OR (subject IS NULL AND email = $4)) FOR UPDATE`;

const BIND = `
  UPDATE operator_identity SET issuer = $2, subject = $3, bound_at = club_now_ms() WHERE operator_id = $1`;

/**
 * Binds the person to the operator, under the row's lock; "refused" if the operator is bound to
 * somebody else by now.
 */
export async function bindPerson(
  tx: Queryable,
  operatorId: string,
  { issuer, subject, email }: Person,
): Promise<"known" | "bound" | "refused"> {
  const { rows } = await tx.query<{ is_bound: boolean }>(BOUND, [
    operatorId,
    issuer,
    subject,
    email,
  ]);
  if (rows[0] === undefined) return "refused";
  if (rows[0].is_bound) return "known";
  await tx.query(BIND, [operatorId, issuer, subject]);
  return "bound";
}

export interface IdentityRow extends Record<string, unknown> {
  email: string;
  is_bound: boolean;
}

export const readIdentity = oneRow<IdentityRow, [operatorId: string]>(
  "SELECT email, subject IS NOT NULL AS is_bound FROM operator_identity WHERE operator_id = $1",
);

/** Whether another operator has the address. */
export const isEmailTaken = hasRow<[operatorId: string, email: string]>(
  "SELECT FROM operator_identity WHERE email = $2 AND operator_id <> $1",
);

/** Sets or removes the address; whoever was bound no longer is. */
export async function replaceIdentity(
  tx: Queryable,
  operatorId: string,
  email: string | null,
): Promise<void> {
  await tx.query("DELETE FROM operator_identity WHERE operator_id = $1", [operatorId]);
  if (email === null) return;
  await tx.query("INSERT INTO operator_identity (operator_id, email) VALUES ($1, $2)", [
    operatorId,
    email,
  ]);
}
