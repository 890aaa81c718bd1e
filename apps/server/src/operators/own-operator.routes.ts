import {
  beginFactor as beginCall,
  confirmFactor as confirmCall,
  endOwnSession,
  ownOperator,
  ownSessions,
  proveFactor as proveCall,
  renewRecoveryCodes as renewCall,
} from "@club/contract";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../context.ts";
import { register } from "../http/register.ts";
import { knownId } from "../ids.ts";
import { revokeSession } from "./change-operator.ts";
import { readFactorState } from "./factor.queries.ts";
import { listSessionRows } from "./operators.queries.ts";
import { toSession } from "./operators.wire.ts";
import { needsFactor } from "./permissions.ts";
import { proveAgain } from "./prove-factor.ts";
import { beginFactor, confirmSetUp, renewRecoveryCodes } from "./set-up-factor.ts";

/** What operators do about themselves: second factor and sessions. */
export function ownOperatorRoutes(app: FastifyInstance, ctx: AppContext): void {
  factorRoutes(app, ctx);
  register(
    app,
    ctx,
    ownOperator,
    async ({ operator }) => {
      const state = await readFactorState(ctx.db.operators, operator.id);
      const isRequired = ctx.settings.operatorSecondFactor === "required";
      return {
        data: {
          factor_since: state.confirmed_at?.toISOString() ?? null,
          recovery_left: state.recovery_left,
          is_required: isRequired && needsFactor(operator.roles),
        },
      };
    },
    { isAudited: false, isAction: false },
  );
  register(app, ctx, ownSessions, async ({ operator }) => ({
    list: (await listSessionRows(ctx.db.operators, operator.id)).map((row) =>
      toSession(row, operator.sessionId),
    ),
  }));
  register(app, ctx, endOwnSession, async ({ operator, params, request }) => {
    const session = { id: knownId(params.session_id), operatorId: operator.id };
    await revokeSession(ctx, session, { operator, request });
    return {};
  });
}

function factorRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, beginCall, async ({ body, operator, request }) => ({
    data: await beginFactor(ctx, body, { operator, request }),
  }));
  register(app, ctx, confirmCall, async ({ body, operator, request }) => ({
    data: { recovery_codes: await confirmSetUp(ctx, body.totp, { operator, request }) },
  }));
  register(app, ctx, renewCall, async ({ body, operator, request }) => ({
    data: { recovery_codes: await renewRecoveryCodes(ctx, body.totp, { operator, request }) },
  }));
  register(app, ctx, proveCall, async ({ body, operator, request }) => {
    await proveAgain(ctx, body.totp, { operator, request });
    return {};
  });
}
