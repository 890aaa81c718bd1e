import { command, manyRows, oneRow, oneValue } from "../../core/db/statements.ts";

export interface OwnRoleRow {
  id: string;
  name: string;
  description: string;
  calls: string[];
  changed_at: Date;
  /** Names of who has it, closed ones too. */
  operators: string[];
  operator_ids: string[];
}

const VIEW = `
  SELECT r.id, r.name, r.description, r.calls, r.changed_at,
    coalesce(array_agg(o.user_name ORDER BY o.user_name_key) FILTER (WHERE o.id IS NOT NULL), '{}') AS operators,
    coalesce(array_agg(o.id) FILTER (WHERE o.id IS NOT NULL), '{}') AS operator_ids
  FROM operator_role r LEFT JOIN operator o ON r.id = ANY (o.own_roles)`;

/** All of them, by name: there are 30 at most. */
export const readOwnRoles = manyRows<OwnRoleRow>(`${VIEW} GROUP BY r.id ORDER BY r.name_key`);

export const findOwnRole = oneRow<OwnRoleRow, [id: string]>(
  `${VIEW} WHERE r.id = $1 GROUP BY r.id`,
);

export const hasOwnRoleNamed = oneValue<boolean, [name: string, exceptId: string]>(
  "SELECT true FROM operator_role WHERE name_key = lower($1) AND id <> $2",
);

export interface OwnRoleForm {
  name: string;
  description: string;
  calls: readonly string[];
}

/** Makes a role, or writes it anew. */
export const putOwnRole = command<OwnRoleForm, [id: string]>(
  `INSERT INTO operator_role (id, name, description, calls) VALUES ($1, $2, $3, $4)
   ON CONFLICT (id) DO UPDATE SET name = $2, description = $3, calls = $4, changed_at = club_now_ms()`,
  ["name", "description", "calls"],
);

export const dropOwnRole = command<[id: string]>("DELETE FROM operator_role WHERE id = $1");

export interface HeldRole {
  id: string;
  name: string;
  calls: string[];
}

/** The club's own roles of an operator, by name. */
export const readHeldRoles = manyRows<HeldRole, [operatorId: string]>(`
  SELECT r.id, r.name, r.calls FROM operator o JOIN operator_role r ON r.id = ANY (o.own_roles)
  WHERE o.id = $1 ORDER BY r.name_key`);
