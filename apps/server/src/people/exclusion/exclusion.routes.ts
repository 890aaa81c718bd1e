import { getRegisterRule, setRegisterRule as setCall } from "@club/contract";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { register } from "../../core/http/register.ts";
import { readRegisterRule, setRegisterRule } from "./register-rule.ts";

export function exclusionRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, getRegisterRule, async () => ({
    data: await readRegisterRule(ctx.db.operators),
  }));
  register(app, ctx, setCall, async ({ body, operator, request }) => ({
    data: await setRegisterRule(ctx, { rule: body, operator, request }),
  }));
}
