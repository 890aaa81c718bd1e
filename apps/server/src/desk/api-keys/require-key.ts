import type { Call } from "@club/contract";
import { Refusal } from "@club/domain";
import type { FastifyRequest } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { auditCall } from "../operators/audit.ts";
import type { SessionOperator } from "../../identity/sessions/sessions.ts";
import { useKey } from "./api-keys.queries.ts";
import { hashOfKey, KEY_PREFIX } from "./keep-keys.ts";
import { mayKeyCall } from "./scopes.ts";

const BEARER = /^Bearer (hck_[\w-]{43})$/i;

/** The key of a request, or null if it comes without one. */
export function keyOfRequest(request: FastifyRequest): string | null {
  const match = BEARER.exec(request.headers.authorization ?? "");
  const key = match?.[1];
  return key?.startsWith(KEY_PREFIX) === true ? key : null;
}

/**
 * The caller with a key: an operator without a role, who may make only the calls of the key's
 * scopes. A refusal leaves a row in the audit log, as for everybody at the desk.
 *
 * @throws session.expired for a key that is unknown, expired or revoked, operator.not_allowed
 */
export async function requireKey(
  ctx: AppContext,
  asked: { call: Call; key: string; request: FastifyRequest },
): Promise<SessionOperator> {
  const { call, request } = asked;
  const key = await useKey(ctx.db.operators, hashOfKey(asked.key));
  if (key === null) throw new Refusal("session.expired");
  const operator: SessionOperator = {
    id: key.id,
    sessionId: key.id,
    userName: `key: ${key.name}`,
    roles: [],
    ownCalls: [],
    isQuiet: false,
    provedSeconds: null,
  };
  if (!mayKeyCall(call, key.scopes)) {
    await auditCall(ctx, { call, operator, request, refused: "operator.not_allowed" });
    throw new Refusal("operator.not_allowed");
  }
  return operator;
}
