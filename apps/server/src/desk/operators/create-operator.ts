import type { BodyOf, createOperator as call } from "@club/contract";
import { Refusal } from "@club/domain";
import type { FastifyRequest } from "fastify";
import { checkPassword } from "../../identity/passwords/password-rules.ts";
import { hashPassword } from "../../identity/passwords/password.ts";
import { parseUserName, userNameKey } from "../../identity/passwords/user-name.ts";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { newId } from "../../core/kit/ids.ts";
import type { SessionOperator } from "../../identity/sessions/sessions.ts";
import { audit } from "./audit.ts";
import { insertOperator } from "./operators.queries.ts";
import type { OperatorRow, OperatorView } from "./operators.queries.ts";

/** Makes an operator. @throws user_name.taken, password.weak, request.invalid */
export async function createOperator(
  ctx: AppContext,
  form: BodyOf<typeof call>,
  asked: { operator: SessionOperator; request: FastifyRequest },
): Promise<OperatorView> {
  const userName = parseUserName(form.user_name);
  checkPassword(form.password, { userName, clubName: ctx.settings.clubName });
  const passwordHash = await hashPassword(form.password);
  const roles = [...new Set(form.roles)];
  return await withTransaction(ctx.db.operators, async (tx) => {
    const created = await insertOperator(tx, {
      id: newId(),
      userName,
      nameKey: userNameKey(userName),
      passwordHash,
      roles,
    });
    if (created === null) throw new Refusal("user_name.taken", { field: "user_name" });
    await audit(tx, {
      action: "operator.create",
      ...asked,
      target: created.id,
      after: { user_name: userName, roles },
    });
    const fresh = { has_factor: false, email: null, is_bound: false };
    return { ...created, ...fresh, sessions: 0, last_seen_at: null };
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
  });
}
