import type { BodyOf, createOperator as call } from "@club/contract";
import { assert, Refusal } from "@club/domain";
import type { FastifyRequest } from "fastify";
import { checkPassword } from "../../identity/passwords/password-rules.ts";
import { hashPassword } from "../../identity/passwords/password.ts";
import { parseUserName, userNameKey } from "../../identity/passwords/user-name.ts";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { newId } from "../../core/kit/ids.ts";
import { newToken } from "../../identity/sessions/token.ts";
import type { SessionOperator } from "../../identity/sessions/sessions.ts";
import { audit } from "./audit.ts";
import { rolesGiven } from "./change-operator.ts";
import { findOperator, insertOperator, lockWithOwners } from "./operators.queries.ts";
import type { OperatorRow, OperatorView } from "./operators.queries.ts";

/** Stands for a password until the operator sets one: nobody knows it. */
const unknownPassword = (): string => newToken().token;

/** Makes an operator. @throws user_name.taken, password.weak, request.invalid */
export async function createOperator(
  ctx: AppContext,
  form: BodyOf<typeof call>,
  asked: { operator: SessionOperator; request: FastifyRequest },
): Promise<OperatorView> {
  const userName = parseUserName(form.user_name);
  const { password = unknownPassword() } = form;
  checkPassword(password, { userName, clubName: ctx.settings.clubName });
  const passwordHash = await hashPassword(password);
  return await withTransaction(ctx.db.operators, async (tx) => {
    const id = newId();
    await lockWithOwners(tx, id);
    const { roles, own_roles: ownRoles } = await rolesGiven(tx, form);
    const nameKey = userNameKey(userName);
    const created = await insertOperator(tx, {
      id,
      userName,
      nameKey,
      passwordHash,
      roles,
      ownRoles,
    });
    if (created === null) throw new Refusal("user_name.taken", { field: "user_name" });
    await audit(tx, {
      action: "operator.create",
      ...asked,
      target: created.id,
      after: { user_name: userName, roles, ...(ownRoles.length > 0 && { own_roles: ownRoles }) },
    });
    const view = await findOperator(tx, id);
    assert(view !== null, "an operator who was made is found");
    return view;
  });
}

/** Makes the first operator; null where another process was quicker, or one is there already. */
export async function createFirstOperator(
  db: Queryable,
  userName: string,
  password: string,
): Promise<OperatorRow | null> {
  const passwordHash = await hashPassword(password);
  const nameKey = userNameKey(userName);
  return await insertOperator(db, {
    id: newId(),
    userName,
    nameKey,
    passwordHash,
    roles: ["owner"],
    ownRoles: [],
  });
}
