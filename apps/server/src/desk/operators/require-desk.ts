import type { Call, Role } from "@club/contract";
import type { FastifyRequest } from "fastify";
import type { AppContext } from "../../core/context.ts";
import type { SessionOperator } from "../../identity/sessions/sessions.ts";
import { requireRole } from "./permissions.ts";

/**
 * The caller of a route of the desk that answers with a file. These routes stand beside the calls
 * of the contract, under the same rules: roles, second factor, and an audit row when refused. `of`:
 * the call that shows what the file belongs to; a role of the club's own that names it may read both.
 *
 * @throws session.needed, session.expired, operator.not_allowed, operator.factor_needed
 */
export async function requireDesk(
  ctx: AppContext,
  request: FastifyRequest,
  { of, ...file }: { readonly path: string; readonly access: readonly Role[]; readonly of?: Call },
): Promise<SessionOperator> {
  const operator = await ctx.sessions.requireOperator(request);
  const call = { method: "GET", summary: "", ...file } as const;
  await requireRole(ctx, { call, of, operator, request });
  return operator;
}
