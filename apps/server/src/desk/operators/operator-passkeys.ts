import type { MadePasskey, PasskeyWish } from "@club/contract";
import { Refusal } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import { newId } from "../../core/kit/ids.ts";
import { readMade } from "../../identity/passkeys/ceremony.ts";
import { newChallenge, spend } from "../../identity/passkeys/challenge.ts";
import { audit } from "./audit.ts";
import { markProved, readFactorState } from "./factor.queries.ts";
import { confirmPassword, requireFreshProof } from "./reauthenticate.ts";
import type { By } from "./reauthenticate.ts";
import {
  insertOperatorPasskey,
  listOperatorCredentials,
  lockOperator,
} from "./passkeys.queries.ts";
import type { OperatorPasskeyRow } from "./passkeys.queries.ts";
import { newRecoveryCodes } from "./recovery-codes.ts";
import { keepCodes } from "./set-up-factor.ts";

const MOST_PASSKEYS = 10;

/**
 * What a browser needs to make a passkey. A passkey outlives the session, so somebody who found the
 * desk unlocked or stole a session must not be able to add one.
 *
 * @throws operator.refused, operator.proof_needed, signin.too_many
 */
export async function operatorPasskeyOptions(
  ctx: AppContext,
  password: string,
  { operator, request }: By,
): Promise<PasskeyWish> {
  await requireFreshProof(ctx.db.operators, operator);
  await confirmPassword(ctx, password, { operator, request });
  return {
    challenge: await newChallenge(ctx, { kind: "operator_create", personId: operator.id }),
    rp_id: request.hostname,
    user_handle: Buffer.from(operator.id).toString("base64url"),
    user_name: operator.userName,
    known: await listOperatorCredentials(ctx.db.operators, operator.id, request.hostname),
  };
}

/**
 * Keeps a passkey that the browser made for this operator and this host. The very first factor
 * comes with recovery codes.
 *
 * @throws operator.proof_needed, passkey.refused, passkey.too_many
 */
export async function makeOperatorPasskey(
  ctx: AppContext,
  form: MadePasskey,
  { operator, request }: By,
): Promise<{ row: OperatorPasskeyRow; codes: string[] | null }> {
  const host = request.hostname;
  const use = { kind: "operator_create", personId: operator.id } as const;
  const made = readMade(ctx, use, { form, host });
  if (made === null) throw new Refusal("passkey.refused");
  const { credentialId, publicKey, signCount } = made;
  const key = { id: newId(), operatorId: operator.id, rpId: host, name: form.name };
  const kept = await withTransaction(ctx.db.operators, async (tx) => {
    await lockOperator(tx, operator.id);
    await requireFreshProof(tx, operator);
    if (!(await spend(tx, made.challenge))) throw new Refusal("passkey.refused");
    const { recovery_left } = await readFactorState(tx, operator.id);
    const row = await insertOperatorPasskey(
      tx,
      { ...key, credentialId, publicKey, signCount },
      MOST_PASSKEYS,
    );
    if (row === null) throw new Refusal("passkey.too_many", { most: MOST_PASSKEYS });
    const codes = recovery_left === 0 ? newRecoveryCodes() : null;
    if (codes !== null) await keepCodes(ctx, tx, { operatorId: operator.id, codes });
    await markProved(tx, operator.sessionId);
    await audit(tx, {
      action: "operator.passkey_add",
      operator,
      request,
      target: operator.id,
      after: { passkey_id: row.id, name: row.name },
    });
    return { row, codes };
  });
  ctx.sessions.forget(operator.id);
  return kept;
}
