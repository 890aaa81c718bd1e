import type { DataOf, operatorSignIn, Role } from "@club/contract";
import type { AppContext } from "../../core/context.ts";
import { readHeldRoles } from "./own-roles.queries.ts";
import { isAllowed, nameOfCall } from "./permissions.ts";

type Rights = Pick<DataOf<typeof operatorSignIn>, "roles" | "own_roles" | "calls">;

/** What an operator may do, as the console goes by. */
export async function readRights(
  ctx: Pick<AppContext, "calls" | "db">,
  { id, roles }: { readonly id: string; readonly roles: readonly Role[] },
): Promise<Rights> {
  const held = await readHeldRoles(ctx.db.operators, id);
  const rights = { roles, ownCalls: held.flatMap(({ calls }) => calls) };
  return {
    roles: [...roles],
    own_roles: held.map((role) => ({ role_id: role.id, name: role.name })),
    calls: ctx.calls.filter((call) => isAllowed(call, rights)).map(nameOfCall),
  };
}
