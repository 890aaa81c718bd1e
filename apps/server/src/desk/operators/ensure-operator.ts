import type { Role } from "@club/contract";
import type { Queryable } from "../../core/db/connect.ts";
import { newId } from "../../core/kit/ids.ts";
import { insertOperator } from "./operators.queries.ts";

/** Makes an operator who is not a person, or gives the existing one a new password. */
export async function ensureOperator(
  db: Queryable,
  operator: { name: string; passwordHash: string; roles: readonly Role[] },
): Promise<void> {
  const { name, passwordHash, roles } = operator;
  await insertOperator(db, {
    id: newId(),
    userName: name,
    nameKey: name,
    passwordHash,
    roles: [...roles],
    ownRoles: [],
  });
  await db.query("UPDATE operator SET password_hash = $2 WHERE user_name_key = $1", [
    name,
    passwordHash,
  ]);
}
