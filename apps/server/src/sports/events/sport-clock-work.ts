import type { AppContext } from "../../core/context.ts";
import { forgetSports } from "./read-sports.ts";
import { readSportLimits } from "./sport-limits.ts";

const MOST_AT_ONCE = 50;

/** Closes events whose start has come. Even without it, later bets are refused. */
export async function closeDueSports(ctx: AppContext): Promise<void> {
  const { rows } = await ctx.db.jobs.query<{ id: string }>(
    `SELECT id FROM sport_event WHERE status = 'open' AND start_time <= club_now() ORDER BY start_time LIMIT $1`,
    [MOST_AT_ONCE],
  );
  for (const { id } of rows) {
    await ctx.db.jobs.queryThatCommits("SELECT close_sport_event($1)", [id]);
  }
  if (rows.length > 0) forgetSports(ctx);
}

/** Takes a feed's open events off the board while the feed has been silent too long. */
export async function suspendStaleSports(ctx: AppContext): Promise<void> {
  const { staleAfterSeconds } = await readSportLimits(ctx.db.jobs);
  const { rows } = await ctx.db.jobs.query<{ id: string }>(
    // In the order in which bets lock their events.
    `WITH silent AS MATERIALIZED (SELECT id FROM sport_event
       WHERE status = 'open' AND NOT is_stale AND fed_at < club_now() - make_interval(secs => $1)
       ORDER BY id FOR NO KEY UPDATE)
     UPDATE sport_event SET is_stale = true WHERE id IN (SELECT id FROM silent)
     RETURNING id, tell('sport:' || id, 'sport', jsonb_build_object('event_id', id, 'status', true))`,
    [staleAfterSeconds],
  );
  if (rows.length > 0) forgetSports(ctx);
}
