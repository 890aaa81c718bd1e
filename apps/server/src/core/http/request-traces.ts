import { type Span, SpanKind, SpanStatusCode } from "@opentelemetry/api";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AppContext } from "../context.ts";
import { refusalOf } from "./errors.ts";

const FAULT = 500;

/** A span for each call of the API but streams, which stay open. */
export function addTraces(app: FastifyInstance, { traces }: Pick<AppContext, "traces">): void {
  if (!traces.isOn) return;
  app.addHook("onRequest", (request, reply, done) => {
    const { url: route, config } = request.routeOptions;
    if (route?.startsWith("/api/") !== true || config.isStream === true) return done();
    const { method } = request;
    // The pattern of the path, never the path: that has ids in it.
    const attributes = {
      "http.request.method": method,
      "http.route": route,
      "club.request_id": request.id,
    };
    const span = traces.begin(
      `${method} ${route}`,
      { kind: SpanKind.SERVER, attributes },
      request.headers["traceparent"],
    );
    if (span === undefined) return done();
    reply.raw.once("close", () => end(span, request, reply));
    return traces.within(span, done);
  });
}

/** Without a status: the caller went before the answer. */
function end(span: Span, request: FastifyRequest, reply: FastifyReply): void {
  const { statusCode } = reply;
  const refusal = refusalOf(request);
  if (reply.raw.writableFinished) span.setAttribute("http.response.status_code", statusCode);
  if (refusal !== undefined) span.setAttribute("club.refusal", refusal);
  if (statusCode >= FAULT) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}
