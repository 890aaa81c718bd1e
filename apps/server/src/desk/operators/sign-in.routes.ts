import {
  oidcFinish,
  oidcStart,
  operatorRefresh,
  operatorSignIn,
  operatorSignOut,
  setOperatorPassword,
  signInOptions,
  signInSecond,
  signInWays,
} from "@club/contract";
import { Refusal } from "@club/domain";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { RATES } from "../../core/limits/rate-limit.ts";
import { register } from "../../core/http/register.ts";
import { endSession } from "../../identity/sessions/end-sessions.ts";
import { refreshSession } from "../../identity/sessions/refresh-session.ts";
import { audit } from "./audit.ts";
import { consolePage } from "../../core/http/console-host.ts";
import { toTokens } from "./open-desk-session.ts";
import { providerHost } from "./oidc-provider.ts";
import { setPasswordByLink } from "./operator-passwords.ts";
import { finishOidc, startOidc } from "./sign-in-by-oidc.ts";
import { optionsOfTicket, signInByTicket } from "./second-step.ts";
import { signInOperator } from "./sign-in-operator.ts";

/** How operators come in, and leave. */
export function entranceRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, operatorSignIn, async ({ body, request }) => ({
    data: await signInOperator(ctx, body, request),
  }));
  secondStepRoutes(app, ctx);
  oidcRoutes(app, ctx);
  register(
    app,
    ctx,
    setOperatorPassword,
    async ({ body, request }) => {
      await setPasswordByLink(ctx, body, request);
      return {};
    },
    { rate: RATES.passwordLink },
  );
  register(
    app,
    ctx,
    operatorRefresh,
    async ({ body }) => {
      const refreshed = await refreshSession(ctx, body.refresh_token, "operator");
      const { operator } = refreshed;
      if (operator === null) throw new Refusal("session.expired");
      const { id, userName, roles } = operator;
      return { data: await toTokens(ctx, refreshed, { id, user_name: userName, roles }) };
    },
    { rate: RATES.deskRefreshes },
  );
  register(app, ctx, operatorSignOut, async ({ operator, request }) => {
    await endSession(
      ctx.db.operators,
      { id: operator.sessionId, personId: operator.id },
      "signout",
    );
    ctx.sessions.forget(operator.id);
    await audit(ctx.db.operators, { action: "operator.signout", operator, request });
    return {};
  });
}

function secondStepRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, signInOptions, async ({ body, request }) => ({
    data: await optionsOfTicket(ctx, body.ticket, request.hostname),
  }));
  register(app, ctx, signInSecond, async ({ body, request }) => ({
    data: await signInByTicket(ctx, body, request),
  }));
}

function oidcRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, signInWays, () => ({ data: { oidc: providerHost(ctx) } }));
  register(
    app,
    ctx,
    oidcStart,
    async ({ request }) => ({ data: await startOidc(ctx, consolePage(request)) }),
    { rate: RATES.oidc, whenLate: "oidc.away" },
  );
  register(
    app,
    ctx,
    oidcFinish,
    async ({ body, request }) => ({ data: await finishOidc(ctx, body, request) }),
    { rate: RATES.oidc, whenLate: "oidc.away" },
  );
}
