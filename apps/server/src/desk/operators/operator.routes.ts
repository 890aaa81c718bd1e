import {
  changeOwnRole,
  changeRoles as rolesCall,
  closeOperator as closeCall,
  createOperator as createCall,
  createOwnRole,
  deleteOwnRole as deleteRoleCall,
  endOperatorSession,
  listOperators,
  listOperatorSessions,
  listOwnRoles,
  reopenOperator as reopenCall,
  resetFactor as resetCall,
  resetOperatorPassword as resetPasswordCall,
  setOperatorEmail,
  setOperatorPlayer,
  listSettings,
} from "@club/contract";
import { Refusal } from "@club/domain";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { register } from "../../core/http/register.ts";
import { knownId } from "../../core/kit/ids.ts";
import { auditRoutes } from "./audit.routes.ts";
import {
  changeRoles,
  resetFactor,
  revokeSession,
  setEmail,
  setPlayer,
  setOperatorStatus,
  type Change,
} from "./change-operator.ts";
import { consolePage } from "../../core/http/console-host.ts";
import { createOperator } from "./create-operator.ts";
import { makePasswordLink } from "./operator-passwords.ts";
import { findOperator, listSessionRows, readOperators } from "./operators.queries.ts";
import { toOperator, toSession } from "./operators.wire.ts";
import { requireFreshProof } from "./reauthenticate.ts";
import { deleteOwnRole, permissionsOf, saveOwnRole, toOwnRole } from "./own-roles.ts";
import { readOwnRoles } from "./own-roles.queries.ts";
import { ownOperatorRoutes } from "./own-operator.routes.ts";
import { entranceRoutes } from "./sign-in.routes.ts";
import { readSettingsHistory } from "./settings-history.ts";

/** The desk: sign-in of operators, who they are, and what they did. */
export function operatorRoutes(app: FastifyInstance, ctx: AppContext): void {
  entranceRoutes(app, ctx);
  ownOperatorRoutes(app, ctx);
  peopleRoutes(app, ctx);
  ownRoleRoutes(app, ctx);
  register(app, ctx, listSettings, async () => await readSettingsHistory(ctx.db.operators));
  auditRoutes(app, ctx);
}

interface Asked {
  params: { operator_id: string };
  body: { reason: string };
  operator: Change["operator"];
  request: Change["request"];
}

/** Why the first link of an operator was made, for the audit log. */
const INVITED = "invitation";

function changeOf({ params, body, operator, request }: Asked): Change {
  return { operator, request, targetId: knownId(params.operator_id), reason: body.reason };
}

function ownRoleRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, listOwnRoles, async () => ({
    data: { permissions: permissionsOf(ctx) },
    list: (await readOwnRoles(ctx.db.operators)).map((row) => toOwnRole(ctx, row)),
  }));
  register(app, ctx, createOwnRole, async ({ body, operator, request }) => ({
    data: await saveOwnRole(ctx, { ...body, id: null }, { operator, request }),
  }));
  register(app, ctx, changeOwnRole, async ({ params, body, operator, request }) => ({
    data: await saveOwnRole(ctx, { ...body, id: knownId(params.role_id) }, { operator, request }),
  }));
  register(app, ctx, deleteRoleCall, async ({ params, operator, request }) => {
    await deleteOwnRole(ctx, knownId(params.role_id), { operator, request });
    return {};
  });
}

function peopleRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, createCall, async ({ body, operator, request }) => {
    const by = { operator, request };
    const isInvited = body.password === undefined;
    if (isInvited) await requireFreshProof(ctx.db.operators, operator);
    const made = await createOperator(ctx, body, by);
    const change = { ...by, targetId: made.id, reason: INVITED };
    const page = consolePage(request);
    const invitation = isInvited ? await makePasswordLink(ctx, change, page) : null;
    return { data: { ...toOperator(made), invitation } };
  });
  register(app, ctx, listOperators, async () => ({
    list: (await readOperators(ctx.db.operators)).map(toOperator),
  }));
  register(app, ctx, rolesCall, async (asked) => ({
    data: toOperator(await changeRoles(ctx, asked.body, changeOf(asked))),
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
  register(app, ctx, setOperatorPlayer, async (asked) => ({
    data: toOperator(await setPlayer(ctx, asked.body.player_name, changeOf(asked))),
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
