import type { ShownPasskey } from "@club/contract";
import { Refusal } from "@club/domain";
import type { FastifyRequest } from "fastify";
import { decrypt } from "../../core/kit/cipher.ts";
import { beginAttempt, succeed } from "../../identity/passwords/signin-attempt.ts";
import { userNameKey } from "../../identity/passwords/user-name.ts";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import type { Queryable } from "../../core/db/connect.ts";
import type { SessionOperator } from "../../identity/sessions/sessions.ts";
import { audit } from "./audit.ts";
import { lockFactor, markProved, useRecoveryCode, useStep } from "./factor.queries.ts";
import type { FactorRow } from "./factor.queries.ts";
import { hasOperatorPasskey } from "./passkeys.queries.ts";
import { isPasskeyShown } from "./prove-passkey.ts";
import { hashRecoveryCode } from "./recovery-codes.ts";
import { matchingStep } from "./totp.ts";

/** How somebody proved to have a second factor. */
export type ProvedBy = "totp" | "recovery" | "passkey";
export type Proof = "none_set" | "missing" | "wrong" | "wrong_passkey" | ProvedBy;

/** What somebody shows: a typed code, or a passkey's answer. */
export interface Shows {
  totp?: string | null | undefined;
  passkey?: ShownPasskey | null | undefined;
}

/** Where the secret of an operator belongs, for the seal. */
export function placeOfSecret(operatorId: string) {
  return { table: "operator_factor", column: "secret", id: operatorId };
}

/**
 * Whether what is shown is a passkey of the operator, a code of the authenticator, or a recovery
 * code. It is used up in the transaction: each works once.
 */
export async function proveFactor(
  ctx: Pick<AppContext, "secrets">,
  tx: Queryable,
  { operatorId, shows }: { operatorId: string; shows: Shows },
): Promise<Proof> {
  const factor = await lockFactor(tx, operatorId);
  const hasCodes = (factor?.sealed_secret ?? null) !== null;
  if (!hasCodes && !(await hasOperatorPasskey(tx, operatorId))) return "none_set";
  const form = shows.passkey ?? null;
  if (form !== null) {
    return (await isPasskeyShown(ctx, tx, { operatorId, form })) ? "passkey" : "wrong_passkey";
  }
  const typed = (shows.totp ?? "").trim();
  return typed === "" ? "missing" : await proveCode(ctx, tx, { operatorId, typed, factor });
}

async function proveCode(
  ctx: Pick<AppContext, "secrets">,
  tx: Queryable,
  asked: { operatorId: string; typed: string; factor: FactorRow | null },
): Promise<Proof> {
  const { operatorId, typed, factor } = asked;
  const step = factor === null ? null : stepOfCode(ctx, factor, { operatorId, typed });
  if (step !== null) {
    await useStep(tx, operatorId, step);
    return "totp";
  }
  const hash = hashRecoveryCode(ctx.secrets, operatorId, typed);
  return (await useRecoveryCode(tx, operatorId, hash)) ? "recovery" : "wrong";
}

function stepOfCode(
  ctx: Pick<AppContext, "secrets">,
  factor: FactorRow,
  { operatorId, typed }: { operatorId: string; typed: string },
): number | null {
  if (factor.sealed_secret === null) return null;
  const secret = decrypt(ctx.secrets, placeOfSecret(operatorId), factor.sealed_secret);
  return matchingStep(Buffer.from(secret, "base64"), typed, {
    seconds: Number(factor.now_seconds),
    lastStep: Number(factor.last_step),
  });
}

/** @throws the refusal of a proof that failed. */
export function requireProof(proof: Proof): ProvedBy {
  if (proof === "none_set") throw new Refusal("operator.factor_needed");
  if (proof === "missing") throw new Refusal("operator.code_needed", { field: "totp" });
  if (proof === "wrong") throw new Refusal("operator.code_wrong", { field: "totp" });
  if (proof === "wrong_passkey") throw new Refusal("passkey.refused");
  return proof;
}

/**
 * Shows the second factor again within a session, before an act that requires it. Wrong codes count
 * together with wrong passwords, so nobody can try them all.
 *
 * @throws operator.factor_needed, operator.code_wrong, passkey.refused, signin.too_many
 */
export async function proveAgain(
  ctx: AppContext,
  shows: Shows,
  asked: { operator: SessionOperator; request: FastifyRequest },
): Promise<void> {
  const { operator, request } = asked;
  const attempt = await beginAttempt(ctx, {
    kind: "operator",
    nameKey: userNameKey(operator.userName),
    address: request.ip,
  });
  await withTransaction(ctx.db.operators, async (tx) => {
    const proof = requireProof(await proveFactor(ctx, tx, { operatorId: operator.id, shows }));
    await succeed(tx, attempt);
    await markProved(tx, operator.sessionId);
    await audit(tx, { action: "operator.prove", operator, request, after: { by: proof } });
  });
  ctx.sessions.forget(operator.id);
}
