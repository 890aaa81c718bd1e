import { goingLive } from "@club/contract";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { register } from "../../core/http/register.ts";
import { findGoingLive } from "./going-live.ts";

export function goingLiveRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, goingLive, async ({ request }) => ({
    list: await findGoingLive(ctx, { isTls: request.protocol === "https" }),
  }));
}
