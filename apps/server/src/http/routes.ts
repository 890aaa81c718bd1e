import type { FastifyInstance } from "fastify";
import { accountRoutes } from "../accounts/account.routes.ts";
import type { AppContext } from "../context.ts";
import { operatorRoutes } from "../operators/operator.routes.ts";
import { outboxRoutes } from "../outbox/outbox.routes.ts";
import { systemRoutes } from "./system.routes.ts";

type Routes = (app: FastifyInstance, ctx: AppContext) => void;

/** The routes of every feature. */
export const ROUTES: readonly Routes[] = [
  systemRoutes,
  accountRoutes,
  operatorRoutes,
  outboxRoutes,
];
