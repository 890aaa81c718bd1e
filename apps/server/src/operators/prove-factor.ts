import { Refusal } from "@club/domain";
import type { FastifyRequest } from "fastify";
import { decrypt } from "../accounts/cipher.ts";
import { beginAttempt, succeed } from "../accounts/signin-attempt.ts";
import { userNameKey } from "../accounts/user-name.ts";
import type { AppContext } from "../context.ts";
import { withTransaction } from "../db/connect.ts";
import type { Queryable } from "../db/connect.ts";
import type { SessionOperator } from "../sessions/sessions.ts";
import { audit } from "./audit.ts";
import { lockFactor, markProved, useRecoveryCode, useStep } from "./factor.queries.ts";
import { hashRecoveryCode } from "./recovery-codes.ts";
import { matchingStep } from "./totp.ts";

export type Proof = "none_set" | "missing" | "wrong" | "totp" | "recovery";

/** Where the secret of an operator stands, for the seal. */
export function placeOfSecret(operatorId: string) {
  return { table: "operator_factor", column: "secret", id: operatorId };
}

/**
 * Whether what was typed is a code of the operator's authenticator, or a recovery code. It is used up
 * with the transaction: each opens once.
 */
export async function proveFactor(
  ctx: Pick<AppContext, "secrets">,
  tx: Queryable,
  asked: { operatorId: string; typed: string | null | undefined },
): Promise<Proof> {
  const { operatorId } = asked;
  const factor = await lockFactor(tx, operatorId);
  if (factor === null || factor.sealed_secret === null) return "none_set";
  const typed = (asked.typed ?? "").trim();
  if (typed === "") return "missing";
  const secret = decrypt(ctx.secrets, placeOfSecret(operatorId), factor.sealed_secret);
  const step = matchingStep(Buffer.from(secret, "base64"), typed, {
    seconds: Number(factor.now_seconds),
    lastStep: Number(factor.last_step),
  });
  if (step !== null) {
    await useStep(tx, operatorId, step);
    return "totp";
  }
  const hash = hashRecoveryCode(ctx.secrets, operatorId, typed);
  return (await useRecoveryCode(tx, operatorId, hash)) ? "recovery" : "wrong";
}

/** @throws what a proof that is none comes to. */
export function requireProof(proof: Proof): "totp" | "recovery" {
  if (proof === "none_set") throw new Refusal("operator.factor_needed");
  if (proof === "missing") throw new Refusal("operator.code_needed", { field: "totp" });
  if (proof === "wrong") throw new Refusal("operator.code_wrong", { field: "totp" });
  return proof;
}

/**
 * Shows the second factor again within a session, before an act that asks for it. Wrong codes count
 * with wrong passwords, so nobody tries them all.
 *
 * @throws operator.factor_needed, operator.code_needed, operator.code_wrong, signin.too_many
 */
export async function proveAgain(
  ctx: AppContext,
  typed: string,
  asked: { operator: SessionOperator; request: FastifyRequest },
): Promise<void> {
  const { operator, request } = asked;
  const attempt = await beginAttempt(ctx, {
    kind: "operator",
    nameKey: userNameKey(operator.userName),
    address: request.ip,
  });
  await withTransaction(ctx.db.operators, async (tx) => {
    const proof = requireProof(await proveFactor(ctx, tx, { operatorId: operator.id, typed }));
    await succeed(tx, attempt);
    await markProved(tx, operator.sessionId);
    await audit(tx, { action: "operator.prove", operator, request, after: { by: proof } });
  });
  ctx.sessions.forget(operator.id);
}
