import { getReport, reportFileQuery, REPORT_IDS } from "@club/contract";
import type { ReportId } from "@club/contract";
import { Refusal } from "@club/domain";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { languageOf } from "../../core/http/envelope.ts";
import { RATES } from "../../core/limits/rate-limit.ts";
import { register } from "../../core/http/register.ts";
import { audit } from "../../desk/operators/audit.ts";
import { requireRole } from "../../desk/operators/permissions.ts";
import { asFile } from "../../core/http/headers.ts";
import { reportFile } from "./report-file.ts";
import { runReport } from "./run-report.ts";

const HIDDEN = { schema: { hide: true } } as const;

export function reportRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, getReport, async ({ params, query, operator, request }) => {
    const report = params.report_id;
    const { data, rows } = await runReport(ctx, {
      reader: ctx.reads.reports(operator),
      report,
      ...query,
    });
    await audit(ctx.db.operators, {
      action: "report.read",
      operator,
      request,
      target: report,
      after: { from: query.from, to: query.to },
    });
    return { data, list: rows.map((row) => data.columns.map(({ id }) => row[id] ?? null)) };
  });
  fileRoute(app, ctx);
}

/** GET /api/operator/reports/:report_id/file: the report as CSV, XLSX or PDF. */
function fileRoute(app: FastifyInstance, ctx: AppContext): void {
  app.get<{ Params: { report_id: string } }>(
    "/api/operator/reports/:report_id/file",
    HIDDEN,
    async (request, reply) => {
      const operator = await ctx.sessions.requireOperator(request, { isAction: true });
      await requireRole(ctx, { call: getReport, operator, request });
      ctx.rate.take(RATES.exports, operator.id);
      const report = knownReport(request.params.report_id);
      const asked = reportFileQuery.safeParse(request.query);
      if (!asked.success) {
        const field = String(asked.error.issues[0]?.path[0] ?? "");
        throw new Refusal("request.invalid", { field });
      }
      const language = languageOf(request.headers["accept-language"]);
      const file = await reportFile(ctx, {
        reader: ctx.reads.reports(operator),
        report,
        language,
        ...asked.data,
      });
      await audit(ctx.db.operators, {
        action: "report.file",
        operator,
        request,
        target: report,
        after: asked.data,
      });
      return await asFile(reply, file).send(file.body);
    },
  );
}

function knownReport(text: string): ReportId {
  const known = REPORT_IDS.find((id) => id === text);
  if (known === undefined) throw new Refusal("not_found");
  return known;
}
