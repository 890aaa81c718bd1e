import {
  changeWebhook as changeCall,
  createWebhook as createCall,
  listDeliveries,
  listWebhooks,
  removeWebhook as removeCall,
  resendDelivery as resendCall,
  rotateWebhook as rotateCall,
  testWebhook as testCall,
} from "@club/contract";
import { Refusal } from "@club/domain";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { register } from "../../core/http/register.ts";
import { knownId } from "../../core/kit/ids.ts";
import {
  changeWebhook,
  createWebhook,
  removeWebhook,
  resendDelivery,
  rotateWebhook,
  testWebhook,
} from "./keep-webhooks.ts";
import { listDeliveryRows, listEndpoints, readEndpoint } from "./webhooks.queries.ts";
import { toDelivery, toEndpoint } from "./webhooks.wire.ts";

export function webhookRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(
    app,
    ctx,
    listWebhooks,
    async () => ({ list: (await listEndpoints(ctx.db.operators)).map(toEndpoint) }),
    { isAudited: false },
  );
  register(app, ctx, createCall, async ({ body, operator, request }) => ({
    data: await createWebhook(ctx, body, { operator, request }),
  }));
  register(app, ctx, changeCall, async ({ params, body, operator, request }) => {
    const change = { ...body, id: knownId(params.endpoint_id) };
    return { data: await changeWebhook(ctx, change, { operator, request }) };
  });
  register(app, ctx, rotateCall, async ({ params, operator, request }) => ({
    data: await rotateWebhook(ctx, knownId(params.endpoint_id), { operator, request }),
  }));
  register(app, ctx, removeCall, async ({ params, operator, request }) => {
    await removeWebhook(ctx, knownId(params.endpoint_id), { operator, request });
    return {};
  });
  register(app, ctx, testCall, async ({ params, operator, request }) => {
    await testWebhook(ctx, knownId(params.endpoint_id), { operator, request });
    return {};
  });
  deliveryRoutes(app, ctx);
}

function deliveryRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(
    app,
    ctx,
    listDeliveries,
    async ({ params, query }) => {
      const id = knownId(params.endpoint_id);
      if ((await readEndpoint(ctx.db.operators, id)) === null) throw new Refusal("not_found");
      const rows = await listDeliveryRows(ctx.db.operators, id, query.limit);
      return { data: { next_cursor: null }, list: rows.map(toDelivery) };
    },
    { isAudited: false },
  );
  register(app, ctx, resendCall, async ({ params, operator, request }) => {
    const asked = { endpointId: knownId(params.endpoint_id), id: knownId(params.delivery_id) };
    return { data: await resendDelivery(ctx, asked, { operator, request }) };
  });
}
