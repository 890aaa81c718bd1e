import type { AppContext } from "../core/context.ts";
import type { Arrival, Authentication, People } from "../core/http/authentication.ts";
import { maskAnswer } from "../desk/api-keys/mask-answer.ts";
import { keyOfRequest, requireKey } from "../desk/api-keys/require-key.ts";
import { withAudit } from "../desk/operators/audit.ts";
import { requireRole } from "../desk/operators/permissions.ts";
import { refuseBarred } from "../people/protection/refuse-barred.ts";

/** Identifies callers: players and operators by their sessions, programs by their keys. */
export function createAuthentication(ctx: AppContext): Authentication {
  return {
    knownPlayer: ({ request, options }) => {
      const player = ctx.sessions.knownPlayer(request, { isAction: options.isAction ?? true });
      // A barred player counts as unknown here, and is refused by the normal check.
      return player?.barredBy === null ? player : undefined;
    },
    whoAsks: async (arrival) => await whoAsks(ctx, arrival),
    audited: (call, handler, options) => withAudit(ctx, call, handler, options),
    masked: maskAnswer,
  };
}

async function whoAsks(ctx: AppContext, { call, request, options }: Arrival): Promise<People> {
  const isAction = options.isAction ?? true;
  if (call.access === "player") {
    const player = await ctx.sessions.requirePlayer(request, { isAction });
    refuseBarred(call, player.barredBy);
    return { player, operator: undefined };
  }
  const key = keyOfRequest(request);
  if (key !== null) {
    const program = await requireKey(ctx, { call, key, request });
    if (request.method !== "GET") ctx.reads.begins(request, program);
    return { player: undefined, operator: program, isProgram: true };
  }
  const operator = await ctx.sessions.requireOperator(request, { isAction });
  await requireRole(ctx, { call, operator, request });
  return { player: undefined, operator };
}
