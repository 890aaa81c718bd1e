import {
  changeRoles as rolesCall,
  closeOperator as closeCall,
  createOperator as createCall,
  endOperatorSession,
  listAudit,
  listOperators,
  listOperatorSessions,
  reopenOperator as reopenCall,
  resetFactor as resetCall,
  resetOperatorPassword as resetPasswordCall,
  setOperatorEmail,
  listSettings,
  verifyAudit,
} from "@club/contract";
import { Refusal } from "@club/domain";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { cutPage, numberedPageOf } from "../../core/http/page.ts";
import { register } from "../../core/http/register.ts";
import { isId, knownId } from "../../core/kit/ids.ts";
import { wireInstant } from "../../core/http/wire.ts";
import { checkAuditChain } from "./audit-chain.ts";
import {
  changeRoles,
  resetFactor,
  revokeSession,
  setEmail,
  setOperatorStatus,
  type Change,
} from "./change-operator.ts";
import { consolePage } from "../../core/http/console-host.ts";
import { createOperator } from "./create-operator.ts";
import { makePasswordLink } from "./operator-passwords.ts";
import {
  findOperator,
  listAuditRows,
  listSessionRows,
  readOperators,
} from "./operators.queries.ts";
import type { AuditLogRow } from "./operators.queries.ts";
import { toOperator, toSession } from "./operators.wire.ts";
import { ownOperatorRoutes } from "./own-operator.routes.ts";
import { entranceRoutes } from "./sign-in.routes.ts";
import { readSettingsHistory } from "./settings-history.ts";

/** The desk: sign-in of operators, who they are, and what they did. */
export function operatorRoutes(app: FastifyInstance, ctx: AppContext): void {
  entranceRoutes(app, ctx);
  ownOperatorRoutes(app, ctx);
  peopleRoutes(app, ctx);
  register(app, ctx, listSettings, async () => await readSettingsHistory(ctx.db.operators));
  register(app, ctx, verifyAudit, async () => ({
    data: await checkAuditChain(ctx.db.operators),
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

interface Asked {
  params: { operator_id: string };
  body: { reason: string };
  operator: Change["operator"];
  request: Change["request"];
}

function changeOf({ params, body, operator, request }: Asked): Change {
  return { operator, request, targetId: knownId(params.operator_id), reason: body.reason };
}

function peopleRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, createCall, async ({ body, operator, request }) => ({
    data: toOperator(await createOperator(ctx, body, { operator, request })),
  }));
  register(app, ctx, listOperators, async () => ({
    list: (await readOperators(ctx.db.operators)).map(toOperator),
  }));
  register(app, ctx, rolesCall, async (asked) => ({
    data: toOperator(await changeRoles(ctx, asked.body.roles, changeOf(asked))),
  }));
  register(app, ctx, closeCall, async (asked) => ({
    data: toOperator(await setOperatorStatus(ctx, "closed", changeOf(asked))),
  }));
  register(app, ctx, reopenCall, async (asked) => ({
    data: toOperator(await setOperatorStatus(ctx, "active", changeOf(asked))),
  }));
  register(app, ctx, resetCall, async (asked) => ({
    data: toOperator(await resetFactor(ctx, changeOf(asked))),
  }));
  register(app, ctx, resetPasswordCall, async (asked) => ({
    data: await makePasswordLink(ctx, changeOf(asked), consolePage(asked.request)),
  }));
  register(app, ctx, setOperatorEmail, async (asked) => ({
    data: toOperator(await setEmail(ctx, asked.body.email, changeOf(asked))),
  }));
  register(app, ctx, listOperatorSessions, async ({ params, operator }) => {
    const id = knownId(params.operator_id);
    if ((await findOperator(ctx.db.operators, id)) === null) throw new Refusal("not_found");
    const rows = await listSessionRows(ctx.db.operators, id);
    return { list: rows.map((row) => toSession(row, operator.sessionId)) };
  });
  register(app, ctx, endOperatorSession, async ({ params, operator, request }) => {
    const session = { id: knownId(params.session_id), operatorId: knownId(params.operator_id) };
    await revokeSession(ctx, session, { operator, request });
    return {};
  });
}

function toAuditItem(row: AuditLogRow) {
  const { id, at, ...rest } = row;
  return { audit_id: String(id), at: wireInstant(at), ...rest };
}
