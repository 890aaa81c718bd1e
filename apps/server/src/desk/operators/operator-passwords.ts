import type { BodyOf, changeOperatorPassword, DataOf, resetOperatorPassword } from "@club/contract";
import { Refusal } from "@club/domain";
import type { FastifyRequest } from "fastify";
import { checkPassword } from "../../identity/passwords/password-rules.ts";
import { hashPassword } from "../../identity/passwords/password.ts";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import { newId } from "../../core/kit/ids.ts";
import { wireInstant } from "../../core/http/wire.ts";
import { endOtherSessions, endSessions } from "../../identity/sessions/end-sessions.ts";
import { hashToken, isToken, newToken } from "../../identity/sessions/token.ts";
import { audit } from "./audit.ts";
import type { Change } from "./change-operator.ts";
import { lockWithOwners } from "./operators.queries.ts";
import { beginWithPassword, requireFreshProof, takePassword } from "./reauthenticate.ts";
import type { By } from "./reauthenticate.ts";
import { endLinks, insertLink, openLink, setOperatorPassword } from "./passwords.queries.ts";

const FIELD = "new_password";

/**
 * Changes an operator's own password. Whoever has a second factor shows it first, so that a stolen
 * session changes nothing. The other sessions end, and so does a link that would set a password.
 *
 * @throws operator.proof_needed, operator.refused, password.weak, signin.too_many
 */
export async function changeOwnPassword(
  ctx: AppContext,
  form: BodyOf<typeof changeOperatorPassword>,
  by: By,
): Promise<void> {
  const { operator, request } = by;
  const { clubName } = ctx.settings;
  checkPassword(form.new_password, { userName: operator.userName, clubName, field: FIELD });
  await requireFreshProof(ctx.db.operators, operator);
  const shown = await beginWithPassword(ctx, form.old_password, by, "old_password");
  const passwordHash = await hashPassword(form.new_password);
  await withTransaction(ctx.db.operators, async (tx) => {
    await takePassword(tx, shown);
    await setOperatorPassword(tx, operator.id, passwordHash);
    await endLinks(tx, operator.id);
    await endOtherSessions(tx, operator.id, { keep: operator.sessionId, reason: "password" });
    await audit(tx, { action: "operator.password", operator, request, target: operator.id });
  });
  ctx.sessions.forget(operator.id);
}

/**
 * Makes a link with which an operator sets a new password. It is shown once, and works once and for
 * a day. Until it is used the old password stays valid. It opens no session, and the second factor
 * stays as it is.
 *
 * @param page - where the console is: the link leads there.
 * @throws not_found, operator.proof_needed
 */
export async function makePasswordLink(
  ctx: AppContext,
  change: Change,
  page: string,
): Promise<DataOf<typeof resetOperatorPassword>> {
  const { operator, request, targetId, reason } = change;
  const { token, hash } = newToken();
  const expiresAt = await withTransaction(ctx.db.operators, async (tx) => {
    await requireFreshProof(tx, operator);
    const found = (await lockWithOwners(tx, targetId)).find(({ id }) => id === targetId);
    if (found === undefined) throw new Refusal("not_found");
    const link = { id: newId(), operatorId: targetId, hash, by: operator.id };
    const until = await insertLink(tx, link);
    await audit(tx, {
      action: "operator.password_link",
      operator,
      request,
      target: targetId,
      after: { expires_at: until },
      reason,
    });
    return until;
  });
  // Behind the #, so that no server and no log sees it.
  return {
    link: `${page}#/set-password?token=${token}`,
    expires_at: wireInstant(expiresAt),
  };
}

/**
 * Sets a password by a link, and ends every session of the operator. A password that is too weak
 * does not use up the link.
 *
 * @throws operator.link_ended, password.weak
 */
export async function setPasswordByLink(
  ctx: AppContext,
  form: { token: string; new_password: string },
  request: FastifyRequest,
): Promise<void> {
  const { clubName } = ctx.settings;
  if (!isToken(form.token)) throw new Refusal("operator.link_ended");
  checkPassword(form.new_password, { userName: "", clubName, field: FIELD });
  const passwordHash = await hashPassword(form.new_password);
  const operatorId = await withTransaction(ctx.db.operators, async (tx) => {
    const operator = await openLink(tx, hashToken(form.token));
    if (operator === null) throw new Refusal("operator.link_ended");
    const { id, user_name: userName } = operator;
    checkPassword(form.new_password, { userName, clubName, field: FIELD });
    await setOperatorPassword(tx, id, passwordHash);
    await endLinks(tx, id);
    await endSessions(tx, id, "password");
    await audit(tx, { action: "operator.password_set", operator: { id }, request, target: id });
    return id;
  });
  ctx.sessions.forget(operatorId);
}
