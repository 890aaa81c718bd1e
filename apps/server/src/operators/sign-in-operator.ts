import type { DataOf, operatorSignIn as call } from "@club/contract";
import { Refusal } from "@club/domain";
import type { FastifyRequest } from "fastify";
import { isPassword } from "../accounts/password.ts";
import { beginAttempt, succeed } from "../accounts/signin-attempt.ts";
import { userNameKey } from "../accounts/user-name.ts";
import type { AppContext } from "../context.ts";
import { withTransaction } from "../db/connect.ts";
import { openSession } from "../sessions/open-session.ts";
import { audit } from "./audit.ts";
import { findOperatorByName } from "./operators.queries.ts";
import type { OperatorRow } from "./operators.queries.ts";

type OperatorTokens = DataOf<typeof call>;

/**
 * Signs an operator in, or notes in the audit log that somebody failed to. A name that nobody has and
 * a wrong password are refused alike.
 *
 * @throws operator.refused, signin.too_many, club.busy
 */
export async function signInOperator(
  ctx: AppContext,
  form: { user_name: string; password: string },
  request: FastifyRequest,
): Promise<OperatorTokens> {
  const nameKey = userNameKey(form.user_name);
  const attempt = await beginAttempt(ctx, { kind: "operator", nameKey, address: request.ip });
  const operator = await findOperatorByName(ctx.db.operators, nameKey);
  const isRight = await isPassword(operator?.password_hash ?? null, form.password);
  if (operator === null || !isRight || operator.status !== "active") {
    await audit(ctx.db.operators, {
      action: "operator.signin_failed",
      operator: operator ?? undefined,
      request,
    });
    throw new Refusal("operator.refused");
  }
  const tokens = await withTransaction(ctx.db.operators, async (tx) => {
    await succeed(tx, attempt);
    await audit(tx, { action: "operator.signin", operator, request });
    return await openSession(tx, { operatorId: operator.id }, request.headers["user-agent"]);
  });
  return {
    access_token: tokens.accessToken,
    refresh_token: tokens.refreshToken,
    ...nameAndRoles(operator),
  };
}

function nameAndRoles(operator: OperatorRow) {
  return { operator_id: operator.id, user_name: operator.user_name, roles: operator.roles };
}
