import { auditFilter, defineReport, listAudit, verifyAudit, type QueryOf } from "@club/contract";
import { addDays, Refusal, startOfDay } from "@club/domain";
import { createT } from "@club/i18n";
import { loadConsoleMessages, type ConsoleMessages } from "@club/i18n/console";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { languageOf } from "../../core/http/envelope.ts";
import type { SortedList } from "../../core/db/sorted-rows.ts";
import { asFile } from "../../core/http/headers.ts";
import { readSorted } from "../../core/http/page.ts";
import { register } from "../../core/http/register.ts";
import { wireInstant, wireJson } from "../../core/http/wire.ts";
import { isId } from "../../core/kit/ids.ts";
import { RATES } from "../../core/limits/rate-limit.ts";
import { clockOf, tableFile } from "../../core/tables/table-file.ts";
import { audit } from "./audit.ts";
import { checkAuditChain } from "./audit-chain.ts";
import { listAuditRows, type AuditFilter, type AuditLogRow } from "./operators.queries.ts";
import { requireRole } from "./permissions.ts";

/** The audit log: a page of it, all of it as a file, whether it is whole. */
export function auditRoutes(app: FastifyInstance, ctx: AppContext): void {
  register(app, ctx, verifyAudit, async () => ({
    data: await checkAuditChain(ctx.db.operators),
  }));
  register(app, ctx, listAudit, async ({ query }) => {
    const rows = listAuditRows(ctx.db.operators, filterOf(ctx, query));
    return await readSorted(query, rows, toAuditItem);
  });
  fileRoute(app, ctx);
}

type Asked = Omit<QueryOf<typeof listAudit>, "limit" | "cursor" | "sort">;

/** @throws request.invalid */
function filterOf({ settings }: AppContext, asked: Asked): AuditFilter {
  const { operator_id: operatorId, from, to } = asked;
  if (operatorId !== undefined && !isId(operatorId)) {
    throw new Refusal("request.invalid", { field: "operator_id" });
  }
  const startsAt = (day: string) => new Date(startOfDay(day, settings.timeZone));
  return {
    kind: asked.kind ?? null,
    action: asked.action ?? null,
    target: asked.target ?? null,
    operatorId: operatorId ?? null,
    from: from === undefined ? null : startsAt(from),
    until: to === undefined ? null : startsAt(addDays(to, 1)),
  };
}

const HIDDEN = { schema: { hide: true } } as const;

/** GET /api/operator/audit/file: all rows of a filter as CSV, in the order that is shown. */
function fileRoute(app: FastifyInstance, ctx: AppContext): void {
  app.get("/api/operator/audit/file", HIDDEN, async (request, reply) => {
    const operator = await ctx.sessions.requireOperator(request, { isAction: true });
    await requireRole(ctx, { call: listAudit, operator, request });
    ctx.rate.take(RATES.exports, operator.id);
    const asked = auditFilter.safeParse(request.query);
    if (!asked.success) {
      const field = String(asked.error.issues[0]?.path[0] ?? "");
      throw new Refusal("request.invalid", { field });
    }
    const rows = listAuditRows(ctx.db.operators, filterOf(ctx, asked.data));
    const pages = pagesOf(rows, asked.data.sort ?? rows.sorts.standard);
    const language = languageOf(request.headers["accept-language"]);
    const t = createT<ConsoleMessages>(language, await loadConsoleMessages(language));
    const { currency, timeZone } = ctx.settings;
    const file = await tableFile("csv", {
      name: "audit-log",
      title: t("route.audit"),
      words: { t, currency, clock: clockOf(timeZone) },
      heads: "reportColumn",
      columns: COLUMNS,
      pages,
      paper: () => ({
        club: "",
        ground: "",
        logo: null,
        lines: [],
        sums: [],
        isWide: true,
        page: "",
      }),
    });
    const row = { action: "audit.file", operator, request, after: asked.data };
    await audit(ctx.db.operators, row);
    return await asFile(reply, file).send(file.body);
  });
}

const AT_ONCE = 1000;

async function* pagesOf(
  from: SortedList<AuditLogRow>,
  sort: string,
): AsyncGenerator<readonly AuditLogRow[]> {
  for (let after: { readonly id: bigint } | null = null; ;) {
    const rows: readonly AuditLogRow[] = await from.read({ sort, after, limit: AT_ONCE });
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < AT_ONCE) return;
    after = last;
  }
}

const jsonOf = (value: unknown): string | null => (value === null ? null : wireJson(value));

const { columns: COLUMNS } = defineReport<AuditLogRow>({
  columns: [
    { id: "at", kind: "instant" },
    { id: "operator", kind: "text" },
    { id: "action", kind: "code", words: "audit" },
    { id: "target", kind: "text" },
    { id: "reason", kind: "text" },
    { id: "before", kind: "text", value: ({ before }) => jsonOf(before) },
    { id: "after", kind: "text", value: ({ after }) => jsonOf(after) },
  ],
});

function toAuditItem(row: AuditLogRow) {
  const { id, at, ...rest } = row;
  return { audit_id: String(id), at: wireInstant(at), ...rest };
}
