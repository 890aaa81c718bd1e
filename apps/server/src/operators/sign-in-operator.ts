import type { DataOf, operatorSignIn as call } from "@club/contract";
import { Refusal } from "@club/domain";
import type { FastifyRequest } from "fastify";
import { isPassword } from "../accounts/password.ts";
import { beginAttempt, succeed } from "../accounts/signin-attempt.ts";
import type { Attempt } from "../accounts/signin-attempt.ts";
import { userNameKey } from "../accounts/user-name.ts";
import type { AppContext } from "../context.ts";
import { withTransaction } from "../db/connect.ts";
import type { Queryable } from "../db/connect.ts";
import { openSession } from "../sessions/open-session.ts";
import type { Tokens } from "../sessions/open-session.ts";
import { audit } from "./audit.ts";
import { markProved } from "./factor.queries.ts";
import { findOperatorByName } from "./operators.queries.ts";
import type { OperatorRow } from "./operators.queries.ts";
import { proveFactor, requireProof } from "./prove-factor.ts";
import type { Proof } from "./prove-factor.ts";

type OperatorTokens = DataOf<typeof call>;

/**
 * Signs an operator in, or notes in the audit log that somebody failed to. A name that nobody has and
 * a wrong password are refused alike; who has a second factor shows it too. A wrong code counts as a
 * failed attempt, like a wrong password.
 *
 * @throws operator.refused, operator.code_needed, operator.code_wrong, signin.too_many, club.busy
 */
export async function signInOperator(
  ctx: AppContext,
  form: { user_name: string; password: string; totp?: string | null | undefined },
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
    const proof = await proveFactor(ctx, tx, { operatorId: operator.id, typed: form.totp });
    return await open(tx, { operator, attempt, proof, request });
  });
  if ("refused" in tokens) {
    requireProof(tokens.refused);
    throw new Refusal("operator.refused");
  }
  return {
    access_token: tokens.accessToken,
    refresh_token: tokens.refreshToken,
    ...nameAndRoles(operator),
  };
}

interface Entrance {
  operator: OperatorRow;
  attempt: Attempt;
  proof: Proof;
  request: FastifyRequest;
}

/** The row of a refusal is kept: what was refused is answered after the commit. */
async function open(tx: Queryable, entrance: Entrance): Promise<Tokens | { refused: Proof }> {
  const { operator, attempt, proof, request } = entrance;
  if (proof === "missing" || proof === "wrong") {
    await audit(tx, {
      action: "operator.signin_failed",
      operator,
      request,
      after: { second_factor: proof },
    });
    return { refused: proof };
  }
  await succeed(tx, attempt);
  await audit(tx, {
    action: "operator.signin",
    operator,
    request,
    after: { second_factor: proof === "none_set" ? "none" : proof },
  });
  const device = request.headers["user-agent"];
  const tokens = await openSession(tx, { operatorId: operator.id }, device);
  if (proof !== "none_set") await markProved(tx, tokens.sessionId);
  return tokens;
}

function nameAndRoles(operator: OperatorRow) {
  return { operator_id: operator.id, user_name: operator.user_name, roles: operator.roles };
}
