import { Refusal } from "@club/domain";
import type { FastifyRequest } from "fastify";
import { isPassword } from "../../identity/passwords/password.ts";
import { beginAttempt, succeed } from "../../identity/passwords/signin-attempt.ts";
import type { Attempt } from "../../identity/passwords/signin-attempt.ts";
import { userNameKey } from "../../identity/passwords/user-name.ts";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import type { Queryable } from "../../core/db/connect.ts";
import type { SessionOperator } from "../../identity/sessions/sessions.ts";
import { readFactorState } from "./factor.queries.ts";
import { findOperatorByName, isStillOperator } from "./operators.queries.ts";
import type { OperatorRow } from "./operators.queries.ts";
import { hasOperatorPasskey } from "./passkeys.queries.ts";
import { isFresh } from "./permissions.ts";

/** The operator who changes their own factors. */
export interface By {
  operator: SessionOperator;
  request: FastifyRequest;
}

/**
 * Whoever has a factor shows it before the factors change, whether the club requires one or not: a
 * stolen session cannot change any.
 *
 * @throws operator.proof_needed
 */
export async function requireFreshProof(db: Queryable, operator: SessionOperator): Promise<void> {
  if (isFresh(operator)) return;
  const { confirmed_at } = await readFactorState(db, operator.id);
  if (confirmed_at === null && !(await hasOperatorPasskey(db, operator.id))) return;
  throw new Refusal("operator.proof_needed");
}

/** A right password, as it was when it was shown. */
interface ShownPassword {
  readonly attempt: Attempt;
  readonly operator: Pick<OperatorRow, "id" | "password_hash">;
  readonly field: string;
}

/**
 * @throws operator.refused, signin.too_many; the attempt counts as failed until `takePassword`
 *   takes it.
 */
export async function beginWithPassword(
  ctx: AppContext,
  ...[password, { operator, request }, field = "password"]: [
    password: string,
    by: By,
    field?: string,
  ]
): Promise<ShownPassword> {
  const nameKey = userNameKey(operator.userName);
  const attempt = await beginAttempt(ctx, { kind: "operator", nameKey, address: request.ip });
  const row = await findOperatorByName(ctx.db.operators, nameKey);
  const isRight = await isPassword(row?.password_hash ?? null, password);
  if (row === null || !isRight) throw new Refusal("operator.refused", { field });
  return { attempt, operator: row, field };
}

/**
 * Looks once more, under the operator's lock, before what the password was shown for: a new one set
 * meanwhile, or a closed account, ended every session, and nothing is done by the old. It comes first
 * in its transaction, since the lock of the factor comes after the operator's.
 *
 * @throws operator.refused
 */
export async function takePassword(tx: Queryable, shown: ShownPassword): Promise<void> {
  const { attempt, operator, field } = shown;
  if (!(await isStillOperator(tx, operator))) throw new Refusal("operator.refused", { field });
  await succeed(tx, attempt);
}

/** Checks the password, in a transaction of its own. @throws operator.refused, signin.too_many */
export async function confirmPassword(ctx: AppContext, password: string, by: By): Promise<void> {
  const shown = await beginWithPassword(ctx, password, by);
  await withTransaction(ctx.db.operators, async (tx) => await takePassword(tx, shown));
}
