import type { DataOf, ListItemOf, QueryOf, sportsReport } from "@club/contract";
import type { AppContext } from "../context.ts";

type Query = QueryOf<typeof sportsReport>;
type Line = ListItemOf<typeof sportsReport>;

interface GroupRow {
  key: string;
  name: string;
  bets: number;
  stakes: bigint;
  payout: bigint;
  refund: bigint;
  open: bigint;
}

/** A multiple of several sports, competitions or markets counts once, in `multiple`. */
const REPORT = `
  SELECT g.key, g.name, count(*)::int AS bets, sum(g.cost_cents)::bigint AS stakes, sum(g.payout_cents)::bigint AS payout,
    sum(g.refund_cents)::bigint AS refund, coalesce(sum(g.cost_cents) FILTER (WHERE g.status = 'accepted'), 0)::bigint AS open
  FROM (
    SELECT b.cost_cents, b.payout_cents, b.refund_cents, b.status,
      CASE $3 WHEN 'kind' THEN b.kind WHEN 'player' THEN b.player_id::text
        ELSE CASE WHEN b.kind <> 'single' THEN 'multiple'
          WHEN $3 = 'sport' THEN v.sport WHEN $3 = 'competition' THEN v.competition ELSE m.type END END AS key,
      CASE $3 WHEN 'player' THEN p.user_name WHEN 'kind' THEN b.kind
        ELSE CASE WHEN b.kind <> 'single' THEN 'multiple'
          WHEN $3 = 'sport' THEN v.sport WHEN $3 = 'competition' THEN v.competition ELSE m.type END END AS name
    FROM club c
    JOIN sport_bet_view b ON b.accepted_at >= $1::date::timestamp AT TIME ZONE c.time_zone
      AND b.accepted_at < ($2::date + 1)::timestamp AT TIME ZONE c.time_zone
    JOIN player p ON p.id = b.player_id
    JOIN sport_leg l ON l.bet_id = b.id AND l.leg = 0
    JOIN sport_event v ON v.id = l.event_id
    JOIN sport_market m ON m.id = l.market_id
  ) g
  GROUP BY g.key, g.name ORDER BY stakes DESC, g.name LIMIT 1000`;

/** What was staked, paid and kept between two club days, grouped as asked. */
export async function reportSports(
  ctx: AppContext,
  query: Query,
): Promise<{ data: DataOf<typeof sportsReport>; list: Line[] }> {
  const { rows } = await ctx.db.jobs.query<GroupRow>(REPORT, [query.from, query.to, query.by]);
  const list = rows.map((row) => ({ key: row.key, name: row.name, ...toFigures(row) }));
  const sum = (of: (row: GroupRow) => bigint): bigint =>
    rows.reduce((total, row) => total + of(row), 0n);
  const data = toFigures({
    bets: rows.reduce((total, row) => total + row.bets, 0),
    stakes: sum((row) => row.stakes),
    payout: sum((row) => row.payout),
    refund: sum((row) => row.refund),
    open: sum((row) => row.open),
  });
  return { data, list };
}

function toFigures(row: Omit<GroupRow, "key" | "name">): DataOf<typeof sportsReport> {
  return {
    bets: row.bets,
    stakes_cents: Number(row.stakes),
    payout_cents: Number(row.payout),
    refund_cents: Number(row.refund),
    open_cents: Number(row.open),
    book_result_cents: Number(row.stakes - row.open - row.payout - row.refund),
  };
}
