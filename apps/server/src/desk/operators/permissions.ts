import type { Call, DataOf, operatorSignIn, Role } from "@club/contract";
import { Refusal } from "@club/domain";
import type { FastifyRequest } from "fastify";
import type { AppContext } from "../../core/context.ts";
import type { SessionOperator } from "../../identity/sessions/sessions.ts";
import { auditCall } from "./audit.ts";
import { readHeldRoles } from "./own-roles.queries.ts";

/** What roles come to: built-in ones, and the calls that those of the club's own name. */
export type Rights = Pick<SessionOperator, "roles" | "ownCalls">;

/** As roles of the club's own name a call. */
export const nameOfCall = ({ method, path }: Pick<Call, "method" | "path">): string =>
  `${method} ${path}`;

/**
 * Whether one of the roles may make a call. The contract is the table of permissions: every call
 * names its built-in roles there, "operator" meaning everybody at the desk. The owner may do
 * everything, a role of the club's own what it names; the rest is refused.
 */
export function isAllowed(call: Call, { roles, ownCalls }: Rights): boolean {
  const { access } = call;
  if (access === "operator") return roles.length > 0 || ownCalls.length > 0;
  if (typeof access === "string") return false;
  return (
    roles.some((role) => role === "owner" || access.includes(role)) ||
    (isGrantable(call) && ownCalls.includes(nameOfCall(call)))
  );
}

/**
 * Whether a role of the club's own may name the call: a built-in one other than the owner makes it.
 * Asked at every call, so that one that a release keeps for the owner is gone from all roles.
 */
export function isGrantable({ access, isByRole }: Call): boolean {
  return typeof access !== "string" && isByRole !== true && access.some((role) => role !== "owner");
}

/**
 * Roles that cannot change anything: a password is enough where the others show a second factor.
 */
const WITHOUT_FACTOR: ReadonlySet<Role> = new Set(["auditor"]);

type Calls = Pick<AppContext, "calls">;

/** Whether one of the calls is more than roles without a second factor may make. */
export function opensMore({ calls }: Calls, names: readonly string[]): boolean {
  const open = calls.filter(
    ({ access }) => typeof access !== "string" && access.some((role) => WITHOUT_FACTOR.has(role)),
  );
  const known = new Set(open.map(nameOfCall));
  return names.some((name) => !known.has(name));
}

/** Where a factor is required, sensitive calls want it shown within this time. */
const FRESH_SECONDS = 5 * 60;

/** Whether operators with these roles need a second factor, where the club requires one. */
export function needsFactor(ctx: Calls, { roles, ownCalls }: Rights): boolean {
  return roles.some((role) => !WITHOUT_FACTOR.has(role)) || opensMore(ctx, ownCalls);
}

/** Whether an operator with these roles needs one at this club. */
export function mustHaveFactor(
  ctx: Pick<AppContext, "settings" | "calls">,
  rights: Rights,
): boolean {
  return ctx.settings.operatorSecondFactor === "required" && needsFactor(ctx, rights);
}

/** Whether the second factor was shown recently. */
export function isFresh({ provedSeconds }: Pick<SessionOperator, "provedSeconds">): boolean {
  return provedSeconds !== null && provedSeconds <= FRESH_SECONDS;
}

interface AskedRole {
  readonly call: Call;
  readonly of?: Call | undefined;
  readonly operator: SessionOperator;
}

/** @throws operator.not_allowed, operator.factor_needed, operator.proof_needed: each leaves a row in the audit log. */
export async function requireRole(
  ctx: AppContext,
  { request, ...asked }: AskedRole & { readonly request: FastifyRequest },
): Promise<void> {
  const refused = refusalOf(ctx, asked);
  if (refused === null) return;
  const { call, operator } = asked;
  await auditCall(ctx, { call, operator, request, refused });
  throw new Refusal(refused);
}

/** Why the operator may not make the call, or be shown what it belongs to; null: it is allowed. */
export function refusalOf(ctx: AppContext, { call, of = call, operator }: AskedRole) {
  return isAllowed(call, operator) || isAllowed(of, operator)
    ? missingProof(ctx, call, operator)
    : "operator.not_allowed";
}

function missingProof(ctx: AppContext, call: Call, operator: SessionOperator) {
  const isRequired = ctx.settings.operatorSecondFactor === "required";
  if (!isRequired || call.isOwn === true) return null;
  const { provedSeconds } = operator;
  const isWeighty = call.asksAgain === true;
  if (provedSeconds === null) {
    return isWeighty || needsFactor(ctx, operator) ? "operator.factor_needed" : null;
  }
  return isWeighty && !isFresh(operator) ? "operator.proof_needed" : null;
}

type ToldRights = Pick<DataOf<typeof operatorSignIn>, "roles" | "own_roles" | "calls">;

/** What an operator may do, as the console goes by. */
export async function readRights(
  ctx: Pick<AppContext, "calls" | "db">,
  { id, roles }: { readonly id: string; readonly roles: readonly Role[] },
): Promise<ToldRights> {
  const held = await readHeldRoles(ctx.db.operators, id);
  const rights = { roles, ownCalls: held.flatMap(({ calls }) => calls) };
  return {
    roles: [...roles],
    own_roles: held.map((role) => ({ role_id: role.id, name: role.name })),
    calls: ctx.calls.filter((call) => isAllowed(call, rights)).map(nameOfCall),
  };
}
