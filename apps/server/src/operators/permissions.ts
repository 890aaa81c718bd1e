import type { Call, Role } from "@club/contract";
import { Refusal } from "@club/domain";
import type { FastifyRequest } from "fastify";
import type { AppContext } from "../context.ts";
import type { SessionOperator } from "../sessions/sessions.ts";
import { auditCall } from "./audit.ts";
import { EVERY_OPERATOR, PERMISSIONS } from "./permissions.table.ts";

/** The name of a call in the table of permissions. */
export function nameOf(call: Pick<Call, "method" | "path">): string {
  return `${call.method} ${call.path}`;
}

/** Whether one of the roles may make the call. What the table does not name is the owner's alone. */
export function isAllowed(call: Pick<Call, "method" | "path">, roles: readonly Role[]): boolean {
  const allowed = PERMISSIONS.get(nameOf(call));
  if (allowed === EVERY_OPERATOR) return true;
  return roles.some((role) => role === "owner" || allowed?.includes(role) === true);
}

/** @throws operator.not_allowed, which leaves a row in the audit log. */
export async function requireRole(
  ctx: AppContext,
  asked: { call: Call; operator: SessionOperator; request: FastifyRequest },
): Promise<void> {
  const { call, operator, request } = asked;
  if (isAllowed(call, operator.roles)) return;
  await auditCall(ctx, { call, operator, request, refused: "operator.not_allowed" });
  throw new Refusal("operator.not_allowed");
}
