import type { DataOf, operatorSignIn } from "@club/contract";
import type { FastifyRequest } from "fastify";
import { succeed } from "../../identity/passwords/signin-attempt.ts";
import type { Attempt } from "../../identity/passwords/signin-attempt.ts";
import type { AppContext } from "../../core/context.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { openSession } from "../../identity/sessions/open-session.ts";
import type { Tokens } from "../../identity/sessions/open-session.ts";
import { audit } from "./audit.ts";
import { markProved } from "./factor.queries.ts";
import type { OperatorRow } from "./operators.queries.ts";
import type { Proof, ProvedBy } from "./prove-factor.ts";
import { readRights } from "./permissions.ts";

/** The first step of a sign-in. */
export type Entered = "password" | "oidc";

export interface Entrance {
  operator: Pick<OperatorRow, "id">;
  attempt: Attempt;
  proof: Proof;
  by: Entered;
  request: FastifyRequest;
}

export type Refused = { refused: Exclude<Proof, "none_set" | ProvedBy> };

/**
 * Opens a session after both steps. A refusal's audit row must be kept, so the refusal is answered
 * after the commit.
 */
export async function openDeskSession(
  tx: Queryable,
  entrance: Entrance,
): Promise<Tokens | Refused> {
  const { operator, attempt, proof, by, request } = entrance;
  if (proof === "missing" || proof === "wrong" || proof === "wrong_passkey") {
    await audit(tx, {
      action: "operator.signin_failed",
      operator,
      request,
      after: { by, second_factor: proof },
    });
    return { refused: proof };
  }
  await succeed(tx, attempt);
  await audit(tx, {
    action: "operator.signin",
    operator,
    request,
    after: { by, second_factor: proof === "none_set" ? "none" : proof },
  });
  const device = request.headers["user-agent"];
  const tokens = await openSession(tx, { operatorId: operator.id }, device);
  if (proof !== "none_set") await markProved(tx, tokens.sessionId);
  return tokens;
}

/** The answer of every way to sign in. */
export async function toTokens(
  ctx: Pick<AppContext, "calls" | "db">,
  tokens: Pick<Tokens, "accessToken" | "refreshToken">,
  operator: Pick<OperatorRow, "id" | "user_name" | "roles">,
): Promise<DataOf<typeof operatorSignIn>> {
  return {
    access_token: tokens.accessToken,
    refresh_token: tokens.refreshToken,
    operator_id: operator.id,
    user_name: operator.user_name,
    ...(await readRights(ctx, operator)),
  };
}
