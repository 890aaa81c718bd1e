import { createApiKey, listApiKeys, revokeApiKey } from "@club/contract";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { register } from "../../core/http/register.ts";
import { knownId } from "../../core/kit/ids.ts";
import { listKeyRows } from "./api-keys.queries.ts";
import { createKey, revokeKey, toApiKey } from "./keep-keys.ts";

export function apiKeyRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, listApiKeys, async () => ({
    list: (await listKeyRows(ctx.db.operators)).map(toApiKey),
  }));
  register(app, ctx, createApiKey, async ({ body, operator, request }) => ({
    data: await createKey(ctx, body, { operator, request }),
  }));
  register(app, ctx, revokeApiKey, async ({ params, operator, request }) => ({
    data: await revokeKey(ctx, knownId(params.key_id), { operator, request }),
  }));
}
