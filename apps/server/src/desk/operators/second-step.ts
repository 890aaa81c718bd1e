import { hash } from "node:crypto";
import type { BodyOf, DataOf, signInOptions, signInSecond } from "@club/contract";
import { Refusal } from "@club/domain";
import type { FastifyRequest } from "fastify";
import { beginAttempt, forgive } from "../../identity/passwords/signin-attempt.ts";
import { userNameKey } from "../../identity/passwords/user-name.ts";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { spend } from "../../identity/passkeys/challenge.ts";
import { audit } from "./audit.ts";
import { openDeskSession, toTokens } from "./open-desk-session.ts";
import type { Entered } from "./open-desk-session.ts";
import { readFactorState } from "./factor.queries.ts";
import { bindPerson } from "./identity.queries.ts";
import type { Person } from "./identity.queries.ts";
import { findOperator, isStillOperator } from "./operators.queries.ts";
import type { OperatorRow } from "./operators.queries.ts";
import { proveFactor, requireProof } from "./prove-factor.ts";
import { askPasskey } from "./prove-passkey.ts";
import { sealToken, openToken } from "./sealed-token.ts";
import type { OpenedToken } from "./sealed-token.ts";

/** That the first step was right. */
export interface Ticket {
  operatorId: string;
  by: Entered;
  /** The attempt that asked for the second step: it no longer counts once that step succeeds. */
  attemptId: string | null;
  /** Which password was right; null: none was shown. */
  password: string | null;
  /** Whom the identity provider vouched for. */
  person: Person | null;
}

/** Stands for the password that an operator has now, in a ticket. */
export function fingerprintOf({ password_hash }: Pick<OperatorRow, "password_hash">): string {
  return hash("sha256", password_hash, "base64url");
}

export async function giveTicket(ctx: AppContext, ticket: Ticket): Promise<string> {
  return await sealToken(ctx, "ticket", ticket);
}

/** Which second factors the holder of a ticket has. @throws operator.signin_expired */
export async function optionsOfTicket(
  ctx: AppContext,
  text: string,
  host: string,
): Promise<DataOf<typeof signInOptions>> {
  const { operatorId } = (await requireTicket(ctx, text)).value;
  const { confirmed_at } = await readFactorState(ctx.db.operators, operatorId);
  const question = await askPasskey(ctx, operatorId, host);
  return {
    has_totp: confirmed_at !== null,
    passkey: question.known.length === 0 ? null : question,
  };
}

/**
 * The second step of a sign-in. Wrong codes count together with wrong passwords; the ticket works
 * once.
 *
 * @throws operator.signin_expired, operator.refused, operator.code_needed, operator.code_wrong,
 *   passkey.refused, oidc.unknown, signin.too_many
 */
export async function signInByTicket(
  ctx: AppContext,
  form: BodyOf<typeof signInSecond>,
  request: FastifyRequest,
): Promise<DataOf<typeof signInSecond>> {
  const ticket = await requireTicket(ctx, form.ticket);
  const { operatorId, by, password } = ticket.value;
  const operator = await findOperator(ctx.db.operators, operatorId);
  if (operator === null || operator.status !== "active") {
    const row = { action: "operator.signin_failed", operator: { id: operatorId }, request };
    await audit(ctx.db.operators, { ...row, after: { by } });
    throw new Refusal("operator.refused");
  }
  if (by === "password" && password !== fingerprintOf(operator)) {
    throw new Refusal("operator.signin_expired");
  }
  const nameKey = userNameKey(operator.user_name);
  const attempt = await beginAttempt(ctx, { kind: "operator", nameKey, address: request.ip });
  const entered = await withTransaction(ctx.db.operators, async (tx) => {
    // A new password or a closed account ended every session, and the tickets with them.
    if (!(await isStillOperator(tx, operator))) throw new Refusal("operator.refused");
    const proof = await proveFactor(ctx, tx, { operatorId, shows: form });
    const outcome = await openDeskSession(tx, { operator, attempt, proof, by, request });
    if (!("refused" in outcome)) await useTicket(tx, ticket, request);
    return outcome;
  });
  if (!("refused" in entered)) return await toTokens(ctx, entered, operator);
  requireProof(entered.refused);
  throw new Refusal("operator.refused");
}

async function useTicket(
  tx: Queryable,
  ticket: OpenedToken<Ticket>,
  request: FastifyRequest,
): Promise<void> {
  const { operatorId, attemptId, person } = ticket.value;
  if (!(await spend(tx, ticket))) throw new Refusal("operator.signin_expired");
  if (attemptId !== null) await forgive(tx, BigInt(attemptId));
  if (person === null) return;
  const bound = await bindPerson(tx, operatorId, person);
  if (bound === "refused") throw new Refusal("oidc.unknown");
  if (bound === "known") return;
  await audit(tx, {
    action: "operator.oidc_bound",
    operator: { id: operatorId },
    request,
    target: operatorId,
    after: { ...person },
  });
}

async function requireTicket(ctx: AppContext, text: string): Promise<OpenedToken<Ticket>> {
  const ticket = await openToken<Ticket>(ctx, "ticket", text);
  if (ticket === null) throw new Refusal("operator.signin_expired");
  return ticket;
}
