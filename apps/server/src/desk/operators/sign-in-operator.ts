import type { DataOf, operatorSignIn as call } from "@club/contract";
import { Refusal } from "@club/domain";
import type { FastifyRequest } from "fastify";
import { isPassword } from "../../identity/passwords/password.ts";
import { beginAttempt } from "../../identity/passwords/signin-attempt.ts";
import { userNameKey } from "../../identity/passwords/user-name.ts";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import { audit } from "./audit.ts";
import { openDeskSession, toTokens } from "./open-desk-session.ts";
import { findOperatorByName, isStillOperator } from "./operators.queries.ts";
import { proveFactor, requireProof } from "./prove-factor.ts";
import { fingerprintOf, giveTicket } from "./second-step.ts";

/**
 * Signs an operator in, or records the failure in the audit log. An unknown name and a wrong
 * password are refused alike. Whoever has a second factor shows it too, here or with the ticket of
 * the refusal. A wrong code counts as a failed attempt, like a wrong password.
 *
 * @throws operator.refused, operator.code_needed, operator.code_wrong, signin.too_many, club.busy
 */
export async function signInOperator(
  ctx: AppContext,
  form: { user_name: string; password: string; totp?: string | null | undefined },
  request: FastifyRequest,
): Promise<DataOf<typeof call>> {
  const nameKey = userNameKey(form.user_name);
  const attempt = await beginAttempt(ctx, { kind: "operator", nameKey, address: request.ip });
  const operator = await findOperatorByName(ctx.db.operators, nameKey);
  const isRight = await isPassword(operator?.password_hash ?? null, form.password);
  if (operator === null || !isRight || operator.status !== "active") {
    await audit(ctx.db.operators, {
      action: "operator.signin_failed",
      operator: operator ?? undefined,
      request,
      after: { by: "password" },
    });
    throw new Refusal("operator.refused");
  }
  const entered = await withTransaction(ctx.db.operators, async (tx) => {
    // A new password or a closed account ended every session: no later one is opened by the old.
    if (!(await isStillOperator(tx, operator))) throw new Refusal("operator.refused");
    const proof = await proveFactor(ctx, tx, { operatorId: operator.id, shows: form });
    return await openDeskSession(tx, { operator, attempt, proof, by: "password", request });
  });
  if (!("refused" in entered)) return await toTokens(ctx, entered, operator);
  if (entered.refused === "missing") {
    const ticket = await giveTicket(ctx, {
      operatorId: operator.id,
      by: "password",
      attemptId: String(attempt.id),
      password: fingerprintOf(operator),
      person: null,
    });
    throw new Refusal("operator.code_needed", { field: "totp", ticket });
  }
  requireProof(entered.refused);
  throw new Refusal("operator.refused");
}
