import {
  beginFactor as beginCall,
  changeOperatorPassword,
  confirmFactor as confirmCall,
  createOperatorPasskey,
  deleteOperatorPasskey,
  endOwnSession,
  operatorPasskeyOptions as optionsCall,
  ownOperator,
  ownSessions,
  proofOptions,
  proveFactor as proveCall,
  removeFactor as removeCall,
  renewRecoveryCodes as renewCall,
} from "@club/contract";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { register } from "../../core/http/register.ts";
import { knownId } from "../../core/kit/ids.ts";
import { wireInstant } from "../../core/http/wire.ts";
import { revokeSession } from "./change-operator.ts";
import { dropAuthenticator, dropPasskey } from "./remove-factor.ts";
import { readFactorState } from "./factor.queries.ts";
import { makeOperatorPasskey, operatorPasskeyOptions } from "./operator-passkeys.ts";
import { changeOwnPassword } from "./operator-passwords.ts";
import { listSessionRows } from "./operators.queries.ts";
import { toPasskey, toSession } from "./operators.wire.ts";
import { listOperatorPasskeys } from "./passkeys.queries.ts";
import { mustHaveFactor, readRights } from "./permissions.ts";
import { proveAgain } from "./prove-factor.ts";
import { askPasskey } from "./prove-passkey.ts";
import { beginFactor, confirmSetUp, renewRecoveryCodes } from "./set-up-factor.ts";

/** What operators do about themselves: password, second factor and sessions. */
export function ownOperatorRoutes(app: FastifyInstance, ctx: AppContext): void {
  factorRoutes(app, ctx);
  passkeyRoutes(app, ctx);
  register(
    app,
    ctx,
    ownOperator,
    async ({ operator }) => {
      const state = await readFactorState(ctx.db.operators, operator.id);
      const passkeys = await listOperatorPasskeys(ctx.db.operators, operator.id);
      return {
        data: {
          ...(await readRights(ctx, operator)),
          factor_since: wireInstant(state.confirmed_at),
          passkeys: passkeys.map(toPasskey),
          recovery_left: state.recovery_left,
          is_required: mustHaveFactor(ctx, operator),
        },
      };
    },
    { isAudited: false, isAction: false },
  );
  register(app, ctx, changeOperatorPassword, async ({ body, operator, request }) => {
    await changeOwnPassword(ctx, body, { operator, request });
    return {};
  });
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
    data: { recovery_codes: await renewRecoveryCodes(ctx, body, { operator, request }) },
  }));
  register(app, ctx, proveCall, async ({ body, operator, request }) => {
    await proveAgain(ctx, body, { operator, request });
    return {};
  });
  register(app, ctx, removeCall, async ({ operator, request }) => {
    await dropAuthenticator(ctx, { operator, request });
    return {};
  });
}

function passkeyRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, proofOptions, async ({ operator, request }) => ({
    data: await askPasskey(ctx, operator.id, request.hostname),
  }));
  register(app, ctx, optionsCall, async ({ body, operator, request }) => ({
    data: await operatorPasskeyOptions(ctx, body.password, { operator, request }),
  }));
  register(app, ctx, createOperatorPasskey, async ({ body, operator, request }) => {
    const { row, codes } = await makeOperatorPasskey(ctx, body, { operator, request });
    return { data: { ...toPasskey(row), recovery_codes: codes } };
  });
  register(app, ctx, deleteOperatorPasskey, async ({ operator, params, request }) => {
    await dropPasskey(ctx, knownId(params.passkey_id), { operator, request });
    return {};
  });
}
