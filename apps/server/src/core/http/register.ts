import type { BodyOf, Call, DataOf, ListItemOf, ParamsOf, QueryOf, Role } from "@club/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from "fastify";
import type { z } from "zod";
import { maskAnswer } from "../../desk/api-keys/mask-answer.ts";
import { keyOfRequest, requireKey } from "../../desk/api-keys/require-key.ts";
import type { AppContext } from "../context.ts";
import { refuseReadOnly } from "../disk/refuse-read-only.ts";
import { withAudit } from "../../desk/operators/audit.ts";
import { requireRole } from "../../desk/operators/permissions.ts";
import { refuseBarred } from "../../people/protection/refuse-barred.ts";
import type { SessionOperator, SessionPlayer } from "../../identity/sessions/sessions.ts";
import { okEnvelope } from "./envelope.ts";
import { inTime, type WhenLate } from "./in-time.ts";
import { RATES } from "../limits/rate-limit.ts";
import type { Rate } from "../limits/rate-limit.ts";
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
  /** A limit per player or operator, per address for public calls; default for writes of players: RATES.writes. */
  rate?: Rate;
  /** false for heartbeat and refresh: they keep no session alive. */
  isAction?: boolean;
  /** Public lists may be kept for a second; everything else is `no-store`. */
  cacheSeconds?: number;
  /** Public proofs may be read by any page. */
  isOpenToAllOrigins?: boolean;
  /** false for impersonal operator reads that are polled: they leave no row in the audit log. */
  isAudited?: boolean;
  /** What an answer that comes too late becomes; default club.busy. */
  whenLate?: WhenLate;
}

/**
 * Everybody but the desk has an answer within this, whatever the database does: its time-outs add up
 * in a call that asks more than once or waits its turn first (promise P14).
 */
const ANSWER_WITHIN_MS = 3800;

interface People {
  player: SessionPlayer | undefined;
  operator: SessionOperator | undefined;
  /** How long the answer may still take; null: the desk waits as long as its work takes. */
  leftMs: number | null;
  /** A program with a key, which is told less. */
  isProgram?: true;
}

const NOBODY: People = { player: undefined, operator: undefined, leftMs: ANSWER_WITHIN_MS };

declare module "fastify" {
  interface FastifyRequest {
    /** Who asks; set before the body is read. */
    people: People | null;
  }
}

/** Before the first route: every request has the place for who asks. */
export function addPeople(app: FastifyInstance): void {
  app.decorateRequest("people", null);
}

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
  const isOfDesk = call.access !== "public" && call.access !== "player";
  const rate = rateOf(call, options);
  const handle = isOfDesk ? withAudit(ctx, call, handler, options) : inTurn(ctx, rate, handler);
  app.route({
    method: call.method,
    url: call.path,
    schema: routeSchema(call),
    ...(call.bodyLimitBytes === undefined ? {} : { bodyLimit: call.bodyLimitBytes }),
    onRequest: (request, reply, done) => {
      const enter = (asking: People): void => {
        request.people = asking;
        if (ctx.disk.isShort) refuseReadOnly(call);
        if (rate !== undefined) {
          ctx.rate.take(rate, asking.player?.id ?? asking.operator?.id ?? request.ip);
        }
        setHeaders(reply, options);
      };
      const known = knownPeople(ctx, { call, request, options });
      if (known === null) return findOut(ctx, { call, request, options }).then(enter);
      enter(known);
      return done();
    },
    handler: answerWith(handle, options.whenLate),
  });
}

/** The same for what moves or limits a player's money: two of one player at once, on connections of their own. */
export function registerMoney<const C extends Call>(
  app: FastifyInstance,
  ctx: AppContext,
  ...[call, handler]: [call: C, handler: Handler<C>]
): void {
  register(app, ctx, call, handler, { rate: RATES.money });
}

/** No write of a player is without a rate (promise P24). */
function rateOf(call: Call, options: RegisterOptions): Rate | undefined {
  const isWrite = call.access === "player" && call.method !== "GET";
  return options.rate ?? (isWrite ? RATES.writes : undefined);
}

/** Before a connection is taken: a few of one player at once, where the rate says how many. */
function inTurn<C extends Call>(
  ctx: AppContext,
  rate: Rate | undefined,
  handler: Handler<C>,
): Handler<C> {
  const { turns } = rate ?? {};
  if (rate === undefined || turns === undefined) return handler;
  return async (asked) => {
    const who = asked.player?.id ?? asked.request.ip;
    return await ctx.atOnce.run({ name: rate.name, turns }, who, async () => await handler(asked));
  };
}

function answerWith<C extends Call>(handle: Handler<C>, whenLate?: WhenLate): RouteHandlerMethod {
  return async (request, reply) => {
    const { player, operator, leftMs, isProgram } = request.people ?? NOBODY;
    const { body, query, params } = request;
    const asked = { body, query, params, player, operator, request, reply } as Asked<C>;
    const work = Promise.resolve(handle(asked));
    const answer = leftMs === null ? await work : await inTime(work, leftMs, whenLate);
    const told = isProgram === true ? maskAnswer(answer) : answer;
    const { beside, ...parts } = told as { beside?: object; message?: string };
    return okEnvelope({ ...beside, ...parts });
  };
}

/** Who asks, where that needs no look-up; null: it does. */
function knownPeople(ctx: AppContext, { call, request, options }: Arrival): People | null {
  if (call.access === "public") return NOBODY;
  if (call.access !== "player") return null;
  const player = ctx.sessions.knownPlayer(request, { isAction: options.isAction ?? true });
  // Who is barred takes the way on which a call is refused.
  if (player === undefined || player.barredBy !== null) return null;
  return { ...NOBODY, player };
}

/** Who asks, and what is left of the time for the answer; what the body takes to arrive is not counted. */
async function findOut(ctx: AppContext, asked: Arrival): Promise<People> {
  if (asked.call.access !== "player") return await whoAsks(ctx, asked);
  const started = performance.now();
  const asking = await inTime(whoAsks(ctx, asked), ANSWER_WITHIN_MS);
  return { ...asking, leftMs: ANSWER_WITHIN_MS - (performance.now() - started) };
}

interface Arrival {
  readonly call: Call;
  readonly request: FastifyRequest;
  readonly options: RegisterOptions;
}

async function whoAsks(ctx: AppContext, asked: Arrival): Promise<People> {
  const { call, request, options } = asked;
  const isAction = options.isAction ?? true;
  if (call.access === "player") {
    const player = await ctx.sessions.requirePlayer(request, { isAction });
    refuseBarred(call, player.barredBy);
    return { player, operator: undefined, leftMs: null };
  }
  const key = keyOfRequest(request);
  if (key !== null) {
    const program = await requireKey(ctx, { call, key, request });
    return { player: undefined, operator: program, leftMs: null, isProgram: true };
  }
  const operator = await ctx.sessions.requireOperator(request, { isAction });
  await requireRole(ctx, { call, operator, request });
  return { player: undefined, operator, leftMs: null };
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
