import { Refusal } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { audit } from "./audit.ts";
import { dropCodes, readFactorState, removeCodeFactor } from "./factor.queries.ts";
import { requireFreshProof } from "./reauthenticate.ts";
import type { By } from "./reauthenticate.ts";
import { deleteOperatorKey, hasOperatorPasskey, lockOperator } from "./passkeys.queries.ts";
import { mustHaveFactor } from "./permissions.ts";

/** Takes an own passkey away. @throws not_found, operator.proof_needed, operator.last_factor */
export async function dropPasskey(ctx: AppContext, id: string, by: By): Promise<void> {
  await dropping(ctx, by, async (tx) => {
    const name = await deleteOperatorKey(tx, by.operator.id, id);
    return name === null ? null : { passkey_id: id, name };
  });
}

/** Takes the own authenticator for codes away. @throws not_found, operator.proof_needed, operator.last_factor */
export async function dropAuthenticator(ctx: AppContext, by: By): Promise<void> {
  await dropping(ctx, by, async (tx) => {
    const isGone = await removeCodeFactor(tx, by.operator.id);
    return isGone ? { authenticator: true } : null;
  });
}

/** @param work - takes the factor away and says what it was; null: there was none. */
async function dropping(
  ctx: AppContext,
  by: By,
  work: (tx: Queryable) => Promise<object | null>,
): Promise<void> {
  const { operator, request } = by;
  await withTransaction(ctx.db.operators, async (tx) => {
    await lockOperator(tx, operator.id);
    await requireFreshProof(tx, operator);
    const before = await work(tx);
    if (before === null) throw new Refusal("not_found");
    const { confirmed_at } = await readFactorState(tx, operator.id);
    if (confirmed_at === null && !(await hasOperatorPasskey(tx, operator.id))) {
      if (mustHaveFactor(ctx, operator)) throw new Refusal("operator.last_factor");
      await dropCodes(tx, operator.id);
    }
    const row = { action: "operator.factor_drop", operator, request, target: operator.id };
    await audit(tx, { ...row, before });
  });
  ctx.sessions.forget(operator.id);
}
