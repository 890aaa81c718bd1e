import type { BodyOf, Call, DataOf, ListItemOf, ParamsOf, QueryOf, Role } from "@club/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from "fastify";
import type { z } from "zod";
import type { AppContext } from "../context.ts";
import { withAudit } from "../operators/audit.ts";
import { requireRole } from "../operators/permissions.ts";
import type { SessionOperator, SessionPlayer } from "../sessions/sessions.ts";
import { okEnvelope } from "./envelope.ts";
import type { Rate } from "./rate-limit.ts";
import { routeSchema } from "./route-schema.ts";

type PlayerOf<C extends Call> = C["access"] extends "player" ? SessionPlayer : undefined;
type OperatorOf<C extends Call> = C["access"] extends "operator" | readonly Role[]
  ? SessionOperator
  : undefined;

/** What a handler gets: parsed by the call's schemas, and who asks, as the call's access demands. */
export interface Asked<C extends Call> {
  readonly body: BodyOf<C>;
  readonly query: QueryOf<C>;
  readonly params: ParamsOf<C>;
  readonly player: PlayerOf<C>;
  readonly operator: OperatorOf<C>;
  readonly request: FastifyRequest;
  /** For headers of the answer; the answer itself is what the handler returns. */
  readonly reply: FastifyReply;
}

type DataPart<C extends Call> = C["data"] extends z.ZodType
  ? { data: DataOf<C> }
  : { data?: never };
type ListPart<C extends Call> = C["list"] extends z.ZodType
  ? { list: readonly ListItemOf<C>[] }
  : { list?: never };
type BesidePart<C extends Call> = C["beside"] extends z.ZodObject
  ? { beside: z.output<C["beside"]> }
  : { beside?: never };

export type Answer<C extends Call> = DataPart<C> &
  ListPart<C> &
  BesidePart<C> & { message?: string };

export type Handler<C extends Call> = (asked: Asked<C>) => Promise<Answer<C>> | Answer<C>;

export interface RegisterOptions {
  /** A limit per player or operator, per address for public calls; RATES has them all. */
  rate?: Rate;
  /** false for heartbeat and refresh: they keep no session alive. */
  isAction?: boolean;
  /** Public lists may be kept for a second; everything else is `no-store`. */
  cacheSeconds?: number;
  /** Public proofs may be read by any page. */
  isOpenToAllOrigins?: boolean;
  /** false for impersonal operator reads that are polled: they leave no row in the audit log. */
  isAudited?: boolean;
}

interface People {
  player: SessionPlayer | undefined;
  operator: SessionOperator | undefined;
}

const people = new WeakMap<FastifyRequest, People>();
const NOBODY: People = { player: undefined, operator: undefined };

/**
 * Wires a call of the contract to its handler: session, limits, parsing, envelope, documentation.
 * Who asks is settled before the body is read.
 */
export function register<const C extends Call>(
  app: FastifyInstance,
  ctx: AppContext,
  ...[call, handler, options = {}]: [call: C, handler: Handler<C>, options?: RegisterOptions]
): void {
  ctx.calls.push(call);
  const handle =
    call.access === "public" || call.access === "player"
      ? handler
      : withAudit(ctx, call, handler, options);
  app.route({
    method: call.method,
    url: call.path,
    schema: routeSchema(call),
    ...(call.bodyLimitBytes === undefined ? {} : { bodyLimit: call.bodyLimitBytes }),
    onRequest: async (request, reply) => {
      const asking = await whoAsks(ctx, { call, request, options });
      people.set(request, asking);
      if (options.rate !== undefined) {
        ctx.rate.take(options.rate, asking.player?.id ?? asking.operator?.id ?? request.ip);
      }
      setHeaders(reply, options);
    },
    handler: answerWith(handle),
  });
}

function answerWith<C extends Call>(handle: Handler<C>): RouteHandlerMethod {
  return async (request, reply) => {
    const { player, operator } = people.get(request) ?? NOBODY;
    const { body, query, params } = request;
    const answer = await handle({
      body,
      query,
      params,
      player,
      operator,
      request,
      reply,
    } as Asked<C>);
    const { beside, ...parts } = answer as { beside?: object; message?: string };
    return okEnvelope({ ...beside, ...parts });
  };
}

async function whoAsks(
  ctx: AppContext,
  asked: { call: Call; request: FastifyRequest; options: RegisterOptions },
): Promise<People> {
  const { call, request, options } = asked;
  const isAction = options.isAction ?? true;
  if (call.access === "public") return NOBODY;
  if (call.access === "player") {
    return { player: await ctx.sessions.requirePlayer(request, { isAction }), operator: undefined };
  }
  const operator = await ctx.sessions.requireOperator(request, { isAction });
  await requireRole(ctx, { call, operator, request });
  return { player: undefined, operator };
}

function setHeaders(reply: FastifyReply, options: RegisterOptions): void {
  if (options.cacheSeconds !== undefined) {
    reply.header("cache-control", `public, max-age=${options.cacheSeconds}`);
  }
  if (options.isOpenToAllOrigins === true) {
    reply.headers({
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin",
    });
  }
}
