import type { BodyOf, Call, DataOf, ListItemOf, ParamsOf, QueryOf, Role } from "@club/contract";
import { assert } from "@club/domain";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from "fastify";
import type { z } from "zod";
import type { AppContext } from "../context.ts";
import { refuseReadOnly } from "../disk/refuse-read-only.ts";
import type { Arrival, People, SessionOperator, SessionPlayer } from "./authentication.ts";
import { okEnvelope } from "./envelope.ts";
import { keptFor, tagAnswer } from "./etag.ts";
import { networkOf } from "./network-of.ts";
import { sharedSerializerCompiler } from "./compilers.ts";
import { withDeadline, type WhenLate } from "./deadline.ts";
import { RATES } from "../limits/rate-limit.ts";
import type { Rate } from "../limits/rate-limit.ts";
import { routeSchema } from "./route-schema.ts";

type PlayerOf<C extends Call> = C["access"] extends "player" ? SessionPlayer : undefined;
type OperatorOf<C extends Call> = C["access"] extends "operator" | readonly Role[]
  ? SessionOperator
  : undefined;

/** What a handler gets: the input parsed by the call's schemas, and the caller, as the call's access demands. */
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
  /**
   * A limit per player or operator, per network for public calls; default for writes of players:
   * RATES.writes.
   */
  rate?: Rate;
  /** false for heartbeat and refresh: they do not keep a session alive. */
  isAction?: boolean;
  /**
   * How old a cache's copy of a public answer may be, tagged for the next look; everything else is
   * `no-store`.
   */
  cacheSeconds?: number;
  /** Public proofs may be read by any page. */
  isOpenToAllOrigins?: boolean;
  /**
   * false for polled operator reads about no person in particular: they leave no row in the audit
   * log.
   */
  isAudited?: boolean;
  /** What an answer that comes too late becomes; default club.busy. */
  whenLate?: WhenLate;
  /** How long a caller waits that is no person; default: as long as a player. */
  answersWithinMs?: number;
}

/**
 * Providers wait longer than people: one whose notice is refused has to come again. Thousands at once
 * wait for each other; a provider that has hung up by then has no answer, and what it told is taken.
 */
export const NOTICES_WITHIN_MS = 300_000;

/**
 * Everybody but the desk is answered within this time, whatever the database does. The database's
 * own time-outs are not enough: they add up in a call that asks more than once or waits its turn
 * first. Half a second below what promise P14 says: the answer has a way to go on both sides.
 */
const ANSWER_WITHIN_MS = 3500;

interface Asking extends People {
  /** How long the answer may still take; null: the desk waits as long as its work takes. */
  readonly leftMs: number | null;
}

const NOBODY: Asking = { player: undefined, operator: undefined, leftMs: ANSWER_WITHIN_MS };

declare module "fastify" {
  interface FastifyRequest {
    /** Who asks; set before the body is read. */
    people: Asking | null;
  }
}

/** Before the first route: gives every request a place for its caller. */
export function addPeople(app: FastifyInstance): void {
  app.decorateRequest("people", null);
}

/**
 * Wires a call of the contract to its handler: session, limits, parsing, envelope, documentation.
 * The caller is found out before the body is read.
 */
export function register<const C extends Call>(
  app: FastifyInstance,
  ctx: AppContext,
  ...[call, handler, options = {}]: [call: C, handler: Handler<C>, options?: RegisterOptions]
): void {
  ctx.calls.push(call);
  const isOfDesk = call.access !== "public" && call.access !== "player";
  const rate = rateOf(call, options);
  const handle = isOfDesk ? ctx.auth.audited(call, handler, options) : inTurn(ctx, rate, handler);
  app.route({
    method: call.method,
    url: call.path,
    schema: routeSchema(call),
    ...(call.bodyLimitBytes === undefined ? {} : { bodyLimit: call.bodyLimitBytes }),
    onRequest: (request, reply, done) => {
      const enter = (asking: Asking): void => {
        request.people = asking;
        if (ctx.disk.isShort) refuseReadOnly(call);
        if (rate !== undefined) {
          ctx.rate.take(rate, asking.player?.id ?? asking.operator?.id ?? networkOf(request.ip));
        }
        setHeaders(reply, options);
      };
      const known = knownPeople(ctx, { call, request, options });
      if (known === null) return findOut(ctx, { call, request, options }).then(enter);
      enter(known);
      return done();
    },
    ...(options.cacheSeconds === undefined
      ? {}
      : { onSend: tagOf(call), serializerCompiler: sharedSerializerCompiler }),
    handler: answerWith(ctx, handle, options),
  });
}

/** What a cache may keep is about nobody. */
function tagOf(call: Call): typeof tagAnswer {
  assert(call.access === "public", `${call.path} is kept by caches, so everybody may read it`);
  return tagAnswer;
}

/**
 * The same for what moves or limits a player's money: two calls of one player at once, on
 * connections of their own.
 */
export function registerMoney<const C extends Call>(
  app: FastifyInstance,
  ctx: AppContext,
  ...[call, handler]: [call: C, handler: Handler<C>]
): void {
  register(app, ctx, call, handler, { rate: RATES.money });
}

/** Every write of a player has a rate (promise P24). */
function rateOf(call: Call, options: RegisterOptions): Rate | undefined {
  const isWrite = call.access === "player" && call.method !== "GET";
  return options.rate ?? (isWrite ? RATES.writes : undefined);
}

/**
 * Before a connection is taken, limits how many calls of one player run at once, where the rate
 * says so.
 */
function inTurn<C extends Call>(
  ctx: AppContext,
  rate: Rate | undefined,
  handler: Handler<C>,
): Handler<C> {
  const { turns } = rate ?? {};
  if (rate === undefined || turns === undefined) return handler;
  return async (asked) => {
    const who = asked.player?.id ?? networkOf(asked.request.ip);
    return await ctx.concurrency.run(
      { name: rate.name, turns },
      who,
      async () => await handler(asked),
    );
  };
}

function answerWith<C extends Call>(
  ctx: AppContext,
  handle: Handler<C>,
  { whenLate, answersWithinMs }: RegisterOptions,
): RouteHandlerMethod {
  return async (request, reply) => {
    const { player, operator, leftMs, isProgram } = request.people ?? NOBODY;
    const { body, query, params } = request;
    const asked = { body, query, params, player, operator, request, reply } as Asked<C>;
    const work = Promise.resolve(handle(asked));
    const mostMs = leftMs === null ? null : (answersWithinMs ?? leftMs);
    const answer = mostMs === null ? await work : await withDeadline(work, mostMs, whenLate);
    const told = isProgram === true ? ctx.auth.masked(answer) : answer;
    const { beside, ...parts } = told as { beside?: object; message?: string };
    return okEnvelope({ ...beside, ...parts });
  };
}

/** Who asks, where that needs no look-up; null: it does. */
function knownPeople(ctx: AppContext, arrival: Arrival): Asking | null {
  const { access } = arrival.call;
  if (access === "public") return NOBODY;
  if (access !== "player") return null;
  const player = ctx.auth.knownPlayer(arrival);
  return player === undefined ? null : { ...NOBODY, player };
}

/** Who asks, and how much time is left for the answer; the time in which the body arrives is not counted. */
async function findOut(ctx: AppContext, arrival: Arrival): Promise<Asking> {
  if (arrival.call.access !== "player") {
    return { ...(await ctx.auth.whoAsks(arrival)), leftMs: null };
  }
  const started = performance.now();
  const asking = await withDeadline(ctx.auth.whoAsks(arrival), ANSWER_WITHIN_MS);
  return { ...asking, leftMs: ANSWER_WITHIN_MS - (performance.now() - started) };
}

function setHeaders(reply: FastifyReply, options: RegisterOptions): void {
  if (options.cacheSeconds !== undefined) {
    reply.header("cache-control", keptFor(options.cacheSeconds));
  }
  if (options.isOpenToAllOrigins === true) {
    reply.headers({
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin",
    });
  }
}
