import type { DataOf, ListItemOf, QueryOf, sportsReport } from "@club/contract";
import { BOM, csvLine } from "../../core/tables/csv-file.ts";
import type { Reader } from "../../core/db/replica.ts";
import { wireCents } from "../../core/http/wire.ts";
import { readOpenBook } from "../events/open-book.ts";

type Query = QueryOf<typeof sportsReport>;
type Data = DataOf<typeof sportsReport>;
type Line = ListItemOf<typeof sportsReport>;

interface GroupRow {
  key: string;
  name: string;
  is_total: boolean;
  groups: number;
  bets: number;
  stakes: bigint;
  payout: bigint;
  refund: bigint;
  open: bigint;
  open_payout: bigint;
}

/** The most groups that an answer lists, largest first; its totals and the file include all. */
const MOST_GROUPS = 1000;

/**
 * The total first, then the groups. A multiple over several sports, competitions or markets counts
 * once, in `multiple`. Ids follow time roughly: they bound the bets read, with a day of slack.
 */
const REPORT = `
  SELECT g.key, g.name, grouping(g.key) = 1 AS is_total, (count(*) OVER () - 1)::int AS groups, count(g.cost_cents)::int AS bets,
    coalesce(sum(g.cost_cents), 0)::bigint AS stakes, coalesce(sum(g.payout_cents), 0)::bigint AS payout,
    coalesce(sum(g.refund_cents), 0)::bigint AS refund,
    coalesce(sum(g.cost_cents) FILTER (WHERE g.status = 'accepted'), 0)::bigint AS open,
    coalesce(sum(g.max_payout_cents) FILTER (WHERE g.status = 'accepted'), 0)::bigint AS open_payout
  FROM (
    SELECT b.cost_cents, b.payout_cents, b.refund_cents, b.max_payout_cents, b.status,
      CASE $3 WHEN 'kind' THEN b.kind WHEN 'player' THEN b.player_id::text
        ELSE CASE WHEN b.kind <> 'single' THEN 'multiple'
          WHEN $3 = 'sport' THEN v.sport WHEN $3 = 'competition' THEN v.competition ELSE m.type END END AS key,
      CASE $3 WHEN 'player' THEN p.user_name WHEN 'kind' THEN b.kind
        ELSE CASE WHEN b.kind <> 'single' THEN 'multiple'
          WHEN $3 = 'sport' THEN v.sport WHEN $3 = 'competition' THEN v.competition ELSE m.type END END AS name
    FROM (SELECT $1::date::timestamp AT TIME ZONE c.time_zone AS since,
      ($2::date + 1)::timestamp AT TIME ZONE c.time_zone AS until FROM club c) d
    JOIN sport_bet_view b ON b.accepted_at >= d.since AND b.accepted_at < d.until
      AND b.id >= uuid_floor(d.since - interval '1 day') AND b.id < uuid_floor(d.until + interval '1 day')
    JOIN player p ON p.id = b.player_id
    JOIN sport_leg l ON l.bet_id = b.id AND l.leg = 0
    JOIN sport_event v ON v.id = l.event_id
    JOIN sport_market m ON m.id = l.market_id
  ) g
  GROUP BY GROUPING SETS ((g.key, g.name), ()) ORDER BY is_total DESC, stakes DESC, g.name LIMIT $4`;

async function readGroups(
  reader: Reader,
  query: Query,
  most: number | null,
): Promise<{ total: GroupRow; groups: GroupRow[] }> {
  const values = [query.from, query.to, query.by, most === null ? null : most + 1];
  const { rows } = await reader.query<GroupRow>(REPORT, values);
  const [total, ...groups] = rows as [GroupRow, ...GroupRow[]];
  return { total, groups };
}

/** What was staked, paid and kept between two club days, grouped as asked. */
export async function reportSports(
  reader: Reader,
  query: Query,
): Promise<{ data: Data; list: Line[] }> {
  const { total, groups } = await readGroups(reader, query, MOST_GROUPS);
  const list = groups.map((row) => ({ key: row.key, name: row.name, ...toFigures(row) }));
  const open_now = await readOpenBook(reader, null);
  return { data: { ...toFigures(total), groups: total.groups, open_now }, list };
}

const COLUMNS = [
  "key",
  "name",
  "bets",
  "stakes",
  "payout",
  "refund",
  "open",
  "open_payout",
  "book_result",
];

/** The same as CSV, with every group; amounts in major units. */
export async function reportSportsFile(reader: Reader, query: Query): Promise<string> {
  const { groups } = await readGroups(reader, query, null);
  const lines = groups.map((row) =>
    csvLine([
      row.key,
      row.name,
      row.bets,
      row.stakes,
      row.payout,
      row.refund,
      row.open,
      row.open_payout,
      keptBy(row),
    ]),
  );
  return `${BOM}${csvLine(COLUMNS)}${lines.join("")}`;
}

type Figures = Omit<Line, "key" | "name">;

function toFigures(row: GroupRow): Figures {
  return {
    bets: row.bets,
    stakes_cents: wireCents(row.stakes),
    payout_cents: wireCents(row.payout),
    refund_cents: wireCents(row.refund),
    open_cents: wireCents(row.open),
    open_payout_cents: wireCents(row.open_payout),
    book_result_cents: wireCents(keptBy(row)),
  };
}

/** What the book kept of settled bets; open ones count on neither side. */
function keptBy(row: GroupRow): bigint {
  return row.stakes - row.open - row.payout - row.refund;
}
