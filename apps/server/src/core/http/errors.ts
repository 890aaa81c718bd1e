import { Refusal } from "@club/domain";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AppContext } from "../context.ts";
import { isDiskFull } from "../db/errors.ts";
import { Tarpit } from "../limits/tarpit.ts";
import { languageOf, refusalEnvelope, retryAfter, toRefusal } from "./envelope.ts";

/** Answers whatever was thrown: a refusal in the caller's language, or 500 with a request id alone. */
export function addErrors(app: FastifyInstance, ctx: Pick<AppContext, "metrics" | "disk">): void {
  const tarpit = new Tarpit();
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const who = request.people?.player?.id;
    if (who !== undefined && isTooOften(error)) await tarpit.wait(who);
    return sendError(ctx, { error, request, reply });
  });
  app.setNotFoundHandler((request, reply) =>
    sendError(ctx, { error: new Refusal("not_found"), request, reply }),
  );
}

const refusedWith = new WeakMap<FastifyRequest, string>();

/** Why a request was refused; undefined: it was not. */
export function refusalOf(request: FastifyRequest): string | undefined {
  return refusedWith.get(request);
}

function isTooOften(error: unknown): boolean {
  return error instanceof Refusal && error.code === "request.too_many";
}

/** Also for what the framework refuses before it looks for a route. */
export function sendError(
  ctx: Pick<AppContext, "metrics" | "disk">,
  call: { error: unknown; request: FastifyRequest; reply: FastifyReply },
): FastifyReply {
  const { error, request, reply } = call;
  const refusal = toRefusal(error);
  if (isDiskFull(error)) ctx.disk.noteFull();
  const language = languageOf(request.headers["accept-language"]);
  const envelope = refusalEnvelope(refusal, { language, requestId: request.id });
  if (envelope.status === 500) request.log.error({ err: error, request_id: request.id }, "broken");
  else if (envelope.status === 503)
    request.log.warn({ reason: (error as Error).message, request_id: request.id }, envelope.code);
  ctx.metrics.refusals.inc({ code: envelope.code });
  refusedWith.set(request, envelope.code);
  const seconds = retryAfter(refusal, envelope.status);
  if (seconds !== null) reply.header("retry-after", String(seconds));
  reply.header("cache-control", "no-store");
  return reply.status(envelope.status).type("application/json; charset=utf-8").send(envelope);
}
