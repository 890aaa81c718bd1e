import type { Access, Call, Role } from "@club/contract";
import { Refusal } from "@club/domain";
import type { FastifyRequest } from "fastify";
import type { AppContext } from "../../core/context.ts";
import type { SessionOperator } from "../../identity/sessions/sessions.ts";
import { auditCall } from "./audit.ts";

/**
 * Whether one of the roles may make a call. The contract is the table of permissions: every call
 * names its roles there, "operator" meaning all of them. The owner may do everything; what is not
 * named is refused.
 */
export function isAllowed(access: Access, roles: readonly Role[]): boolean {
  if (access === "operator") return roles.length > 0;
  if (typeof access === "string") return false;
  return roles.some((role) => role === "owner" || access.includes(role));
}

/**
 * Roles that cannot change anything: a password is enough where the others show a second factor.
 */
const WITHOUT_FACTOR: ReadonlySet<Role> = new Set(["auditor"]);

/** Where a factor is required, sensitive calls want it shown within this time. */
const FRESH_SECONDS = 5 * 60;

/** Whether operators with these roles need a second factor, where the club requires one. */
export function needsFactor(roles: readonly Role[]): boolean {
  return roles.some((role) => !WITHOUT_FACTOR.has(role));
}

/** Whether an operator with these roles needs one at this club. */
export function mustHaveFactor(
  { settings }: Pick<AppContext, "settings">,
  roles: readonly Role[],
): boolean {
  return settings.operatorSecondFactor === "required" && needsFactor(roles);
}

/** Whether the second factor was shown recently. */
export function isFresh({ provedSeconds }: Pick<SessionOperator, "provedSeconds">): boolean {
  return provedSeconds !== null && provedSeconds <= FRESH_SECONDS;
}

/** @throws operator.not_allowed, operator.factor_needed, operator.proof_needed: each leaves a row in the audit log. */
export async function requireRole(
  ctx: AppContext,
  asked: { call: Call; operator: SessionOperator; request: FastifyRequest },
): Promise<void> {
  const { call, operator, request } = asked;
  const refused = isAllowed(call.access, operator.roles)
    ? missingProof(ctx, call, operator)
    : "operator.not_allowed";
  if (refused === null) return;
  await auditCall(ctx, { call, operator, request, refused });
  throw new Refusal(refused);
}

function missingProof(ctx: AppContext, call: Call, operator: SessionOperator) {
  const isRequired = ctx.settings.operatorSecondFactor === "required";
  if (!isRequired || call.isOwn === true) return null;
  const { provedSeconds } = operator;
  const isWeighty = call.asksAgain === true;
  if (provedSeconds === null) {
    return isWeighty || needsFactor(operator.roles) ? "operator.factor_needed" : null;
  }
  return isWeighty && !isFresh(operator) ? "operator.proof_needed" : null;
}
