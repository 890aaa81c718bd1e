import { type QueryOf, sportsReport } from "@club/contract";
import { Refusal } from "@club/domain";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { RATES } from "../../core/limits/rate-limit.ts";
import { register } from "../../core/http/register.ts";
import { audit } from "../../desk/operators/audit.ts";
import { requireDesk } from "../../desk/operators/require-desk.ts";
import { asFile } from "../../core/http/headers.ts";
import { reportSports, reportSportsFile } from "./sports-report.ts";

const FILE_PATH = `${sportsReport.path}/file`;
/** A file is not in the answers' envelope, so the API document leaves this call out. */
const HIDDEN = { schema: { hide: true } } as const;

/** The sports book of some days, on screen or as a file. By player it names people: audited. */
export function sportsReportRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, sportsReport, async ({ query, operator, request }) => {
    if (query.by === "player") {
      await audit(ctx.db.operators, { action: "sport.report", operator, request, after: query });
    }
    return await reportSports(ctx.reads.reports(operator), query);
  });
  app.get(FILE_PATH, HIDDEN, async (request, reply) => {
    const operator = await requireDesk(ctx, request, {
      path: FILE_PATH,
      access: sportsReport.access,
      of: sportsReport,
    });
    ctx.rate.take(RATES.exports, operator.id);
    const query = askedReport(request.query);
    await audit(ctx.db.operators, { action: "sport.report", operator, request, after: query });
    const name = `sports-${query.by}-${query.from}-${query.to}.csv`;
    const file = { name, type: "text/csv; charset=utf-8" };
    return await asFile(reply, file).send(
      await reportSportsFile(ctx.reads.reports(operator), query),
    );
  });
}

/** @throws request.invalid */
function askedReport(query: unknown): QueryOf<typeof sportsReport> {
  const asked = sportsReport.query.safeParse(query);
  if (asked.success) return asked.data;
  throw new Refusal("request.invalid", { field: String(asked.error.issues[0]?.path[0] ?? "") });
}
