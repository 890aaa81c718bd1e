import type { FastifyInstance } from "fastify";
import { getUid } from "@club/contract";
import type { AppContext } from "../context.ts";
import { register } from "../http/register.ts";
export function accountRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, getUid, ({ player }) => ({ data: player.id }));
}
