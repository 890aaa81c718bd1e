import type { BodyOf, Call, createOwnRole, OwnRole, Permission } from "@club/contract";
import { MOST_OWN_ROLES, ROLES } from "@club/contract";
import { assert, Refusal } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { wireInstant } from "../../core/http/wire.ts";
import { newId } from "../../core/kit/ids.ts";
import { audit } from "./audit.ts";
import { lockWithOwners } from "./operators.queries.ts";
import { dropOwnRole, findOwnRole, hasOwnRoleNamed, putOwnRole } from "./own-roles.queries.ts";
import { readOwnRoles } from "./own-roles.queries.ts";
import type { OwnRoleRow } from "./own-roles.queries.ts";
import { isGrantable, nameOfCall, opensMore } from "./permissions.ts";
import type { By } from "./reauthenticate.ts";

type Calls = Pick<AppContext, "calls">;
type Form = BodyOf<typeof createOwnRole>;

/** What a role of the club's own can be made of, in the order of the contract. */
export function permissionsOf(ctx: Calls): Permission[] {
  return ctx.calls.filter(isGrantable).map((call) => ({
    name: nameOfCall(call),
    summary: call.summary,
    roles: ROLES.filter((role) => role !== "owner" && call.access.includes(role as never)),
    brings: readAbove(ctx, call),
  }));
}

/**
 * The nearest read above a call: what is closed under /races/:race_id/close is read under
 * /races/:race_id, what is approved under /topups/:topup_id/approve in the list /topups.
 */
function readAbove({ calls }: Calls, call: Call): string | null {
  const parts = call.path.split("/");
  for (let length = parts.length - 1; length > 3; length -= 1) {
    const path = parts.slice(0, length).join("/");
    const read = calls.find((each) => each.method === "GET" && each.path === path);
    if (read !== undefined && isGrantable(read)) return nameOfCall(read);
  }
  return null;
}

/** @throws request.invalid for a call that no role of the club's own can name. */
function withReads(ctx: Calls, names: readonly string[]): string[] {
  const known = new Map(permissionsOf(ctx).map((each) => [each.name, each]));
  const all = names.flatMap((name) => {
    const found = known.get(name);
    if (found === undefined) throw new Refusal("request.invalid", { field: "calls" });
    return found.brings === null ? [name] : [name, found.brings];
  });
  return [...new Set(all)].toSorted();
}

/**
 * Makes a role of the club's own, or (with an id) changes it.
 * @throws not_found, request.invalid, role.name_taken, role.too_many
 */
export async function saveOwnRole(
  ctx: AppContext,
  { id, ...form }: Form & { id: string | null },
  by: By,
): Promise<OwnRole> {
  const next = {
    name: form.name,
    description: form.description,
    calls: withReads(ctx, form.calls),
  };
  const row = await changing(ctx, by, async (tx) => {
    const before = id === null ? null : await findOwnRole(tx, id);
    if (id !== null && before === null) throw new Refusal("not_found");
    const roleId = id ?? newId();
    await refuseName(tx, roleId, next.name);
    if (id === null) await refuseOneMore(tx);
    await putOwnRole(tx, roleId, next);
    await audit(tx, {
      action: id === null ? "role.create" : "role.change",
      ...by,
      target: roleId,
      ...(before === null ? {} : { before: contentOf(before) }),
      after: next,
      reason: form.reason,
    });
    return await findOwnRole(tx, roleId);
  });
  assert(row !== null, "a role that was written is found");
  for (const holder of row.operator_ids) ctx.sessions.forget(holder);
  return toOwnRole(ctx, row);
}

async function refuseName(tx: Queryable, id: string, name: string): Promise<void> {
  if (isBuiltIn(name) || (await hasOwnRoleNamed(tx, name, id)) === true) {
    throw new Refusal("role.name_taken", { field: "name" });
  }
}

async function refuseOneMore(tx: Queryable): Promise<void> {
  if ((await readOwnRoles(tx)).length >= MOST_OWN_ROLES) {
    throw new Refusal("role.too_many", { most: MOST_OWN_ROLES });
  }
}

/** @throws not_found, role.in_use */
export async function deleteOwnRole(ctx: AppContext, id: string, by: By): Promise<void> {
  await changing(ctx, by, async (tx) => {
    const found = await findOwnRole(tx, id);
    if (found === null) throw new Refusal("not_found");
    if (found.operators.length > 0) {
      throw new Refusal("role.in_use", { operators: found.operators.join(", ") });
    }
    await dropOwnRole(tx, id);
    await audit(tx, { action: "role.delete", ...by, target: id, before: contentOf(found) });
  });
}

/** The owners' lock: who has which role, and what it holds, never change at once. */
async function changing<T>(
  ctx: AppContext,
  { operator }: By,
  work: (tx: Queryable) => Promise<T>,
): Promise<T> {
  return await withTransaction(ctx.db.operators, async (tx) => {
    await lockWithOwners(tx, operator.id);
    return await work(tx);
  });
}

const contentOf = ({ name, description, calls }: OwnRoleRow) => ({ name, description, calls });

function isBuiltIn(name: string): boolean {
  const key = name.toLowerCase().replace(/[\s_-]+/g, "_");
  return ROLES.some((role) => role === key);
}

export function toOwnRole(ctx: Calls, row: OwnRoleRow): OwnRole {
  return {
    role_id: row.id,
    ...contentOf(row),
    needs_factor: opensMore(ctx, row.calls),
    operators: row.operators,
    changed_at: wireInstant(row.changed_at),
  };
}
