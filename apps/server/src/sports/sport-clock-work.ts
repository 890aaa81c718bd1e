import { merkleRoot } from "@club/domain";
import type { AppContext } from "../context.ts";
import { withTransaction } from "../db/connect.ts";
import { signRoot } from "../proofs/sign-root.ts";
import { forgetSports } from "./read-sports.ts";
import { readSportLeaves, sha256 } from "./sport-proofs.ts";
import { readSportLimits } from "./sport-limits.ts";

const MOST_AT_ONCE = 50;

/** Closes events whose start has come. A bet after the start is refused without it too. */
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

/** Makes the root over the bets of every closed event that has none, in order of order_id. */
export async function freezeClosedSports(ctx: AppContext): Promise<void> {
  const { rows } = await ctx.db.jobs.query<{ id: string; closed_at: Date }>(
    `SELECT v.id, v.closed_at FROM sport_event v WHERE v.closed_at <= club_now()
       AND NOT EXISTS (SELECT FROM sport_root r WHERE r.event_id = v.id) ORDER BY v.closed_at LIMIT $1`,
    [MOST_AT_ONCE],
  );
  for (const { id, closed_at } of rows) {
    const leaves = await readSportLeaves(ctx.db.jobs, { id, closedAt: closed_at });
    const hashes = leaves.map((leaf) => new Uint8Array(leaf.receipt_hash));
    const root = Buffer.from(merkleRoot(hashes, sha256));
    await withTransaction(ctx.db.jobs, async (tx) => {
      const { rowCount } = await tx.query(
        `INSERT INTO sport_root (event_id, bets, root, closed_at)
         SELECT id, $2, $3, closed_at FROM sport_event WHERE id = $1 AND closed_at = $4 ON CONFLICT DO NOTHING`,
        [id, leaves.length, root, closed_at],
      );
      await tx.query("SELECT tell('sport:' || $1::uuid, 'sport', $2)", [
        id,
        JSON.stringify({ event_id: id }),
      ]);
      if (rowCount !== 1) return;
      await signRoot(tx, ctx, {
        format: "club-event-root/1",
        subjectId: id,
        bets: leaves.length,
        root,
        pools: {},
        closedAt: closed_at.toISOString(),
      });
    });
  }
}

/** A feed that was silent too long takes its open events off the board, until it speaks again. */
export async function suspendStaleSports(ctx: AppContext): Promise<void> {
  const { staleAfterSeconds } = await readSportLimits(ctx.db.jobs);
  const { rows } = await ctx.db.jobs.query<{ id: string }>(
    `UPDATE sport_event SET is_stale = true
     WHERE status = 'open' AND NOT is_stale AND fed_at < club_now() - make_interval(secs => $1)
     RETURNING id, tell('sport:' || id, 'sport', jsonb_build_object('event_id', id, 'status', true))`,
    [staleAfterSeconds],
  );
  if (rows.length > 0) forgetSports(ctx);
}
