import { dismissAlert, listAlerts, listPastAlerts } from "@club/contract";
import type { AlertName, BodyOf, Role } from "@club/contract";
import { Refusal } from "@club/domain";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import type { Queryable } from "../../core/db/connect.ts";
import { readGroup } from "../../core/db/setting-groups.ts";
import { cutPage, numberedPageOf } from "../../core/http/page.ts";
import { register } from "../../core/http/register.ts";
import { parseInstant, wireInstant } from "../../core/http/wire.ts";
import { audit } from "../../desk/operators/audit.ts";
import { ALERT_FIGURES, readReceivers } from "../../desk/club-settings/alert-settings.ts";
import { dismissStanding, readDismissal, readPast, readStanding } from "./alerts.queries.ts";
import type { PastAlert, StandingAlert } from "./alerts.queries.ts";
import { CONDITIONS } from "./conditions.ts";
import type { Condition } from "./conditions.ts";

/** The console's notices of what is wrong: now, before, and who has seen to it. */
export function alertRoutes(app: FastifyInstance, ctx: AppContext): void {
  const db = ctx.db.operators;
  register(app, ctx, listAlerts, async ({ operator }) => ({ list: await listOf(db, operator) }), {
    isAudited: false,
  });
  register(
    app,
    ctx,
    listPastAlerts,
    async ({ query, operator }) => {
      const { before, limit } = numberedPageOf(query);
      const conditions = [...(await rolesOfMine(db, operator)).keys()];
      const rows = await readPast(db, { conditions, before: before ?? null, limit: limit + 1 });
      const { data, list } = cutPage(rows, limit, ({ id }) => String(id));
      return {
        data,
        list: list.map((row) => ({
          ...toAlert(row),
          alert_id: String(row.id),
          until: wireInstant(row.ended_at),
        })),
      };
    },
    { isAudited: false },
  );
  register(app, ctx, dismissAlert, async ({ body, operator, request }) => {
    await withTransaction(db, async (tx) => await dismiss(tx, body, { operator, request }));
    return {};
  });
}

interface Reader {
  readonly roles: readonly Role[];
}

/** The conditions that go to the operator, with the roles that each goes to. */
async function rolesOfMine(
  db: Queryable,
  { roles: own }: Reader,
): Promise<ReadonlyMap<string, readonly Role[]>> {
  const receiversOf = await readReceivers(db);
  const seesAll = own.includes("owner") || own.includes("auditor");
  const all = CONDITIONS.map((each) => [each.name, receiversOf(each).roles] as const);
  return new Map(all.filter(([, roles]) => seesAll || roles.some((role) => own.includes(role))));
}

/** What passes by itself is not shown before its time. */
async function listOf(db: Queryable, reader: Reader) {
  const standing = await readStanding(db);
  // Every console asks every few seconds, and mostly there is nothing.
  if (standing.length === 0) return [];
  const mine = await rolesOfMine(db, reader);
  const figures = await readGroup(db, ALERT_FIGURES);
  return CONDITIONS.flatMap(({ name, afterS }: Condition) => {
    const roles = mine.get(name);
    if (roles === undefined) return [];
    return standing
      .filter(({ condition, held_s }) => condition === name && held_s >= afterS(figures))
      .map((row) => ({ ...toAlert(row), roles: [...roles] }));
  }).toSorted((one, other) => one.since.localeCompare(other.since));
}

/** Only conditions of this release are read. */
function toAlert(row: StandingAlert | PastAlert) {
  const { condition, subject, reason } = row;
  return {
    condition: condition as AlertName,
    subject,
    since: wireInstant(row.began_at),
    told_at: wireInstant(row.told_at),
    dismissed_at: wireInstant(row.dismissed_at),
    dismissed_by: row.dismissed_by,
    reason,
  };
}

/** @throws operator.not_allowed, request.invalid, alert.over, alert.dismissed */
async function dismiss(
  tx: Queryable,
  { condition, subject, since: text, reason }: BodyOf<typeof dismissAlert>,
  by: {
    readonly operator: Reader & { readonly id: string };
    readonly request: FastifyRequest;
  },
): Promise<void> {
  if (!(await rolesOfMine(tx, by.operator)).has(condition)) {
    throw new Refusal("operator.not_allowed");
  }
  const since = parseInstant(text);
  if (since === null) throw new Refusal("request.invalid", { field: "since" });
  const named = { condition, subject, since };
  if (!(await dismissStanding(tx, { ...named, reason, by: by.operator.id }))) {
    const before = await readDismissal(tx, named);
    if (before === null) throw new Refusal("alert.over");
    throw new Refusal("alert.dismissed", { by: before.by, at: before.at.toISOString() });
  }
  await audit(tx, {
    action: "alert.dismiss",
    ...by,
    target: `${condition} ${subject}`.trim(),
    before: { since: text },
    reason,
  });
}
