import { clubNameOf } from "../../desk/club-settings/club-groups.ts";
import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import type { Queryable } from "../../core/db/connect.ts";
import type { AlertsAdapter } from "../../tell/outbox/alerts-channel.ts";
import { queueMessage } from "../../tell/outbox/queue-message.ts";
import { bodyOf } from "../../tell/providers/club-alerts.ts";
import type { AlertType } from "../../tell/providers/club-alerts.ts";
import { readGroup } from "../../core/db/setting-groups.ts";
import { ALERT_FIGURES, mailsTo, readReceivers } from "../../desk/club-settings/alert-settings.ts";
import { CONDITIONS } from "./conditions.ts";
import type { Condition } from "./conditions.ts";
import type { AlertFigures } from "../../desk/club-settings/alert-settings.ts";

type Standing = { readonly condition: string; readonly subject: string; readonly after_s: number };

/** An alert that begins to be told, or was told and is over. */
interface AlertRow extends Record<string, unknown> {
  readonly condition: string;
  readonly subject: string;
  readonly began_at: Date;
  readonly now: Date;
}

const BEGIN = `
  INSERT INTO alert (condition, subject)
  SELECT condition, subject FROM jsonb_to_recordset($1) AS s(condition text, subject text)
  ON CONFLICT DO NOTHING`;

const TELL = `
  UPDATE alert a SET told_at = club_now_ms()
  FROM jsonb_to_recordset($1) AS s(condition text, subject text, after_s integer)
  WHERE a.condition = s.condition AND a.subject = s.subject AND a.told_at IS NULL AND a.dismissed_at IS NULL
    AND a.began_at <= club_now() - make_interval(secs => s.after_s)
  RETURNING a.condition, a.subject, a.began_at, club_now_ms() AS now`;

/** What passed before its time, and was told to nobody, leaves no trace. */
const END = `
  WITH over AS (
    DELETE FROM alert a WHERE NOT EXISTS (
      SELECT FROM jsonb_to_recordset($1) AS s(condition text, subject text)
      WHERE s.condition = a.condition AND s.subject = a.subject)
    RETURNING condition, subject, began_at, told_at, dismissed_at, dismissed_by, dismiss_reason),
  kept AS (
    INSERT INTO alert_past (condition, subject, began_at, told_at, dismissed_at, dismissed_by, dismiss_reason)
    SELECT condition, subject, began_at, told_at, dismissed_at, dismissed_by, dismiss_reason FROM over
    WHERE coalesce(told_at, dismissed_at) IS NOT NULL
      OR began_at <= club_now() - make_interval(secs => coalesce(($2::jsonb ->> condition)::integer, 0))
    ORDER BY began_at)
  SELECT condition, subject, began_at, club_now_ms() AS now FROM over WHERE told_at IS NOT NULL`;

/**
 * Looks for what operators should know, and tells of each once when it begins and once when it is
 * over: clock work of the leader. What begins while the connection is off is told when it is on.
 */
export async function watchAlerts(
  ctx: AppContext,
  conditions: readonly Condition[] = CONDITIONS,
): Promise<void> {
  const adapter = (await ctx.connections.open("alerts"))?.adapter ?? null;
  await withTransaction(ctx.db.jobs, async (tx) => {
    // A process that has just lost the lead may still be looking.
    await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('alerts', 9))");
    const figures = await readGroup(tx, ALERT_FIGURES);
    const after = Object.fromEntries(conditions.map((each) => [each.name, each.afterS(figures)]));
    const standing = JSON.stringify(await findStanding({ ctx, tx, conditions, figures }));
    await tx.query(BEGIN, [standing]);
    const { rows: ended } = await tx.query<AlertRow>(END, [standing, JSON.stringify(after)]);
    if (adapter === null) return;
    const { rows: begun } = await tx.query<AlertRow>(TELL, [standing]);
    const told = { ctx, tx, adapter, conditions };
    for (const row of begun) await tell(told, "alert.began", row);
    for (const row of ended) await tell(told, "alert.ended", row);
  });
}

async function findStanding(looking: {
  readonly ctx: AppContext;
  readonly tx: Queryable;
  readonly conditions: readonly Condition[];
  readonly figures: AlertFigures;
}): Promise<Standing[]> {
  const { ctx, tx, conditions, figures } = looking;
  const standing: Standing[] = [];
  for (const { name: condition, afterS, find } of conditions) {
    for (const subject of await find(ctx, tx, figures)) {
      standing.push({ condition, subject, after_s: afterS(figures) });
    }
  }
  return standing;
}

interface Telling {
  readonly ctx: AppContext;
  readonly tx: Queryable;
  readonly adapter: AlertsAdapter;
  readonly conditions: readonly Condition[];
}

/** Queues the mails and the webhook, in the transaction that notes that it was told. */
async function tell(
  { ctx, tx, adapter, conditions }: Telling,
  type: AlertType,
  { condition: name, subject, began_at: since, now }: AlertRow,
): Promise<void> {
  const condition = conditions.find((each) => each.name === name);
  // A release without this condition ends what an older one began.
  if (condition === undefined) return;
  const clubName = await clubNameOf(ctx, tx);
  const isOver = type === "alert.ended";
  const says = `${isOver ? "over: " : ""}${condition.says(subject)}`;
  const times = `Since ${since.toISOString()}${isOver ? `, over at ${now.toISOString()}` : ""}.`;
  const text = isOver ? `${says}\n\n${times}\n` : `${says}\n\n${times}\n\n${condition.todo}\n`;
  const message = { purpose: "notice", code: null } as const;
  const receivers = (await readReceivers(tx))(condition);
  for (const to of await mailsTo(tx, receivers, adapter.mailTo)) {
    const mail = { channel: "mail", to, subject: `${clubName}: ${says}`, text } as const;
    await queueMessage(ctx, tx, { ...message, ...mail });
  }
  if (adapter.hook === null) return;
  const body = bodyOf(type, now, {
    condition: name,
    subject,
    text: says,
    what_to_do: condition.todo,
    since: since.toISOString(),
    until: isOver ? now.toISOString() : null,
  });
  await queueMessage(ctx, tx, { ...message, channel: "alerts", to: adapter.hook.url, text: body });
}
