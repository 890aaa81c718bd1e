import {
  createOperator as createCall,
  listAudit,
  listOperators,
  operatorRefresh,
  operatorSignIn,
  operatorSignOut,
} from "@club/contract";
import { Refusal } from "@club/domain";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../context.ts";
import { cutPage, numberedPageOf } from "../http/page.ts";
import { register } from "../http/register.ts";
import { isId } from "../ids.ts";
import { endSession } from "../sessions/end-sessions.ts";
import { refreshSession } from "../sessions/refresh-session.ts";
import { audit } from "./audit.ts";
import { createOperator } from "./create-operator.ts";
import { listAuditRows, readOperators } from "./operators.queries.ts";
import type { AuditLogRow, OperatorRow } from "./operators.queries.ts";
import { signInOperator } from "./sign-in-operator.ts";

/** The desk: sign-in of operators, who they are, and what they did. */
export function operatorRoutes(app: FastifyInstance, ctx: AppContext): void {
  entranceRoutes(app, ctx);
  register(app, ctx, createCall, async ({ body, operator, request }) => ({
    data: toOperator(await createOperator(ctx, body, { operator, request })),
  }));
  register(app, ctx, listOperators, async () => ({
    list: (await readOperators(ctx.db.operators)).map(toOperator),
  }));
  register(app, ctx, listAudit, async ({ query }) => {
    const { action, target, operator_id } = query;
    const { before, limit } = numberedPageOf(query);
    if (operator_id !== undefined && !isId(operator_id)) {
      throw new Refusal("request.invalid", { field: "operator_id" });
    }
    const rows = await listAuditRows(ctx.db.operators, {
      action: action ?? null,
      target: target ?? null,
      operatorId: operator_id ?? null,
      before: before ?? null,
      limit: limit + 1,
    });
    const { data, list } = cutPage(rows, limit, (row) => String(row.id));
    return { data, list: list.map(toAuditItem) };
  });
}

function entranceRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, operatorSignIn, async ({ body, request }) => ({
    data: await signInOperator(ctx, body, request),
  }));
  register(app, ctx, operatorRefresh, async ({ body }) => {
    const { accessToken, refreshToken, operator } = await refreshSession(
      ctx.db.operators,
      body.refresh_token,
      "operator",
    );
    if (operator === null) throw new Refusal("session.expired");
    return {
      data: {
        access_token: accessToken,
        refresh_token: refreshToken,
        roles: [...operator.roles],
        user_name: operator.userName,
        operator_id: operator.id,
      },
    };
  });
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

function toOperator(row: OperatorRow) {
  return {
    operator_id: row.id,
    user_name: row.user_name,
    roles: row.roles,
    status: row.status,
    created_at: row.created_at.toISOString(),
  };
}

function toAuditItem(row: AuditLogRow) {
  const { id, at, ...rest } = row;
  return { audit_id: String(id), at: at.toISOString(), ...rest };
}
