import type { AppContext } from "../../core/context.ts";
import { withTransaction } from "../../core/db/connect.ts";
import { tellPlayer } from "../../tell/messages/tell-player.ts";
import type { TellContext } from "../../tell/messages/tell-player.ts";
import { sumMonths } from "./activity.queries.ts";

const AT_ONCE = 200;

/**
 * Players who have not been sent the statement of the last month, in club time; by primary keys, no
 * lock.
 */
const UNTOLD = `
  SELECT p.id, m.month FROM club c
  CROSS JOIN LATERAL (SELECT date_trunc('month', club_now() AT TIME ZONE c.time_zone) AS ends) e
  CROSS JOIN LATERAL (SELECT to_char(e.ends - interval '1 day', 'YYYY-MM') AS month) m
  JOIN player p ON p.status <> 'closed' AND p.created_at < e.ends AT TIME ZONE c.time_zone
  WHERE NOT EXISTS (SELECT FROM activity_told t WHERE t.player_id = p.id AND t.month = m.month)
  ORDER BY p.id LIMIT $1`;

const MARK = "INSERT INTO activity_told (player_id, month) VALUES ($1, $2) ON CONFLICT DO NOTHING";

/**
 * Clock work: the statement of the last month, once to every player for whom money moved in it. The
 * mark and the message are one transaction, so neither a second process nor a crash repeats one.
 */
export async function tellActivity(ctx: TellContext & Pick<AppContext, "db">): Promise<void> {
  for (;;) {
    const { rows } = await ctx.db.jobs.query<{ id: string; month: string }>(UNTOLD, [AT_ONCE]);
    for (const { id, month } of rows) await tellMonth(ctx, id, month);
    if (rows.length < AT_ONCE) return;
  }
}

async function tellMonth(
  ctx: TellContext & Pick<AppContext, "db">,
  playerId: string,
  month: string,
): Promise<void> {
  await withTransaction(ctx.db.jobs, async (tx) => {
    const { rowCount } = await tx.query(MARK, [playerId, month]);
    const sum = (await sumMonths(tx, playerId)).find((each) => each.month === month);
    if (rowCount !== 1 || sum === undefined) return;
    const returned = sum.returned_cents + sum.refunded_cents;
    const facts = {
      month: { month },
      staked: sum.staked_cents,
      returned,
      net: returned - sum.staked_cents,
      topped_up: sum.topped_up_cents,
      withdrawn: sum.withdrawn_cents,
    };
    await tellPlayer(ctx, tx, { playerId, kind: "activity", facts });
  });
}
