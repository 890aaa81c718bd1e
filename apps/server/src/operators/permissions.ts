import type { Access, Call, Role } from "@club/contract";
import { Refusal } from "@club/domain";
import type { FastifyRequest } from "fastify";
import type { AppContext } from "../context.ts";
import type { SessionOperator } from "../sessions/sessions.ts";
import { auditCall } from "./audit.ts";

/**
 * Whether one of the roles may make a call. The table of permissions is the contract: every call names
 * its roles there, "operator" meaning all of them. The owner may do everything; what is not named is refused.
 */
export function isAllowed(access: Access, roles: readonly Role[]): boolean {
  if (access === "operator") return roles.length > 0;
  if (typeof access === "string") return false;
  return roles.some((role) => role === "owner" || access.includes(role));
}

/** @throws operator.not_allowed, which leaves a row in the audit log. */
export async function requireRole(
  ctx: AppContext,
  asked: { call: Call; operator: SessionOperator; request: FastifyRequest },
): Promise<void> {
  const { call, operator, request } = asked;
  if (isAllowed(call.access, operator.roles)) return;
  await auditCall(ctx, { call, operator, request, refused: "operator.not_allowed" });
  throw new Refusal("operator.not_allowed");
}
