import { Refusal } from "@club/domain";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../context.ts";
import { RATES } from "../limits/rate-limit.ts";
import { networkOf } from "./network-of.ts";

const MOST_LOGGED = 500;
const REPORT_TYPES = ["application/csp-report", "application/reports+json"];
const BODY_LIMIT = 16_384;

/** Calls about the server itself. */
export function systemRoutes(app: FastifyInstance, ctx: AppContext): void {
  void app.register(async (scope) => {
    scope.addContentTypeParser(
      REPORT_TYPES,
      { parseAs: "string" },
      async (_request: unknown, text: string) => text,
    );
    scope.post(
      "/api/csp-report",
      { schema: { hide: true }, bodyLimit: BODY_LIMIT },
      async (request, reply) => {
        ctx.rate.take(RATES.cspReports, networkOf(request.ip));
        ctx.log.warn({ report: reportText(request.body) }, "a browser reports a policy violation");
        return await reply.status(204).send();
      },
    );
  });
}

function reportText(body: unknown): string {
  const text = typeof body === "string" ? body : JSON.stringify(body ?? null);
  if (text === undefined) throw new Refusal("request.malformed");
  return text.slice(0, MOST_LOGGED);
}
