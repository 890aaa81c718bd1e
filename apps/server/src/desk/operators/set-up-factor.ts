import { Refusal } from "@club/domain";
import { decrypt, encrypt } from "../../core/kit/cipher.ts";
import { beginAttempt, succeed } from "../../identity/passwords/signin-attempt.ts";
import { userNameKey } from "../../identity/passwords/user-name.ts";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { qrSvg } from "../../core/qr/qr-svg.ts";
import { audit } from "./audit.ts";
import {
  confirmFactor,
  lockFactor,
  markProved,
  replaceRecoveryCodes,
  setPendingSecret,
} from "./factor.queries.ts";
import { readOperators } from "./operators.queries.ts";
import { needsFactor } from "./permissions.ts";
import { beginWithPassword, requireFreshProof, takePassword } from "./reauthenticate.ts";
import type { By } from "./reauthenticate.ts";
import { placeOfSecret, proveFactor, requireProof } from "./prove-factor.ts";
import type { Shows } from "./prove-factor.ts";
import { hashRecoveryCode, newRecoveryCodes } from "./recovery-codes.ts";
import { matchingStep, newTotpSecret, otpauthUrl, toBase32 } from "./totp.ts";

/**
 * Makes a secret and shows it once. It counts once a right code of it was shown; until then the old
 * one stays valid. Whoever has one already shows a code of it, and whoever has a passkey shows
 * that, so a stolen session cannot change a factor.
 *
 * @throws operator.refused, operator.code_needed, operator.code_wrong, operator.proof_needed,
 *   signin.too_many
 */
export async function beginFactor(
  ctx: AppContext,
  form: { password: string; totp?: string | null | undefined },
  { operator, request }: By,
): Promise<{ secret: string; otpauth_url: string; qr_svg: string }> {
  const shown = await beginWithPassword(ctx, form.password, { operator, request });
  const secret = newTotpSecret();
  const sealed = encrypt(ctx.secrets, placeOfSecret(operator.id), secret.toString("base64"));
  await withTransaction(ctx.db.operators, async (tx) => {
    await takePassword(tx, shown);
    const hasCodes = (await lockFactor(tx, operator.id))?.sealed_secret ?? null;
    if (hasCodes === null) await requireFreshProof(tx, operator);
    else requireProof(await proveFactor(ctx, tx, { operatorId: operator.id, shows: form }));
    await setPendingSecret(tx, operator.id, sealed);
    await audit(tx, { action: "operator.factor_begin", operator, request, target: operator.id });
  });
  const typed = toBase32(secret);
  const url = otpauthUrl(typed, { club: ctx.settings.clubName, operator: operator.userName });
  return { secret: typed, otpauth_url: url, qr_svg: qrSvg(url) };
}

/**
 * The first right code turns the factor on. Returns the recovery codes, which are never shown
 * again.
 *
 * @throws operator.code_wrong, operator.no_setup
 */
export async function confirmSetUp(
  ctx: AppContext,
  typed: string,
  { operator, request }: By,
): Promise<string[]> {
  const codes = newRecoveryCodes();
  await withTransaction(ctx.db.operators, async (tx) => {
    const factor = await lockFactor(tx, operator.id);
    if (factor === null || factor.pending_secret === null) throw new Refusal("operator.no_setup");
    const secret = decrypt(ctx.secrets, placeOfSecret(operator.id), factor.pending_secret);
    const step = matchingStep(Buffer.from(secret, "base64"), typed.trim(), {
      seconds: Number(factor.now_seconds),
      lastStep: 0,
    });
    if (step === null) throw new Refusal("operator.code_wrong", { field: "totp" });
    await confirmFactor(tx, operator.id, step);
    await keepCodes(ctx, tx, { operatorId: operator.id, codes });
    await markProved(tx, operator.sessionId);
    await audit(tx, {
      action: "operator.factor_on",
      operator,
      request,
      target: operator.id,
      before: { was_on: factor.confirmed_at !== null },
    });
  });
  ctx.sessions.forget(operator.id);
  return codes;
}

/**
 * Replaces all recovery codes.
 *
 * @throws operator.factor_needed, operator.code_wrong, passkey.refused, signin.too_many
 */
export async function renewRecoveryCodes(
  ctx: AppContext,
  shows: Shows,
  { operator, request }: By,
): Promise<string[]> {
  const codes = newRecoveryCodes();
  const attempt = await beginAttempt(ctx, {
    kind: "operator",
    nameKey: userNameKey(operator.userName),
    address: request.ip,
  });
  await withTransaction(ctx.db.operators, async (tx) => {
    requireProof(await proveFactor(ctx, tx, { operatorId: operator.id, shows }));
    await succeed(tx, attempt);
    await keepCodes(ctx, tx, { operatorId: operator.id, codes });
    await audit(tx, { action: "operator.recovery_renew", operator, request, target: operator.id });
  });
  return codes;
}

/** Replaces all recovery codes. */
export async function keepCodes(
  ctx: AppContext,
  tx: Queryable,
  { operatorId, codes }: { operatorId: string; codes: readonly string[] },
): Promise<void> {
  const hashes = codes.map((code) => hashRecoveryCode(ctx.secrets, operatorId, code));
  await replaceRecoveryCodes(tx, operatorId, hashes);
}

/** Active operators who need a second factor and have none. */
export async function countWithoutFactor(ctx: Pick<AppContext, "db" | "calls">): Promise<number> {
  const operators = await readOperators(ctx.db.operators);
  return operators.filter(
    ({ roles, own_calls: ownCalls, status, has_factor }) =>
      status === "active" && needsFactor(ctx, { roles, ownCalls }) && !has_factor,
  ).length;
}
