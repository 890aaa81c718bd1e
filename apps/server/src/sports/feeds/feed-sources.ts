import type { DataOf, ListItemOf, listSportFeeds } from "@club/contract";
import type { AppContext } from "../../core/context.ts";
import { wireInstant } from "../../core/http/wire.ts";
import { readSportLimits } from "../events/sport-limits.ts";

interface SourceRow {
  source: string;
  format: "the-odds-api" | "football-data";
  at: Date;
  is_ok: boolean;
  message: string | null;
  events: number;
  stale_events: number;
  age_seconds: number;
}

/** The newest import of each source, with the open events of its format. */
const SOURCES = `
  SELECT DISTINCT ON (i.source, i.format) i.source, i.format, i.at, i.is_ok, i.answer -> 'problems' ->> 0 AS message,
    e.events, e.stale_events, extract(epoch FROM club_now() - i.at)::int AS age_seconds
  FROM sport_feed_import i
  CROSS JOIN LATERAL (SELECT count(*)::int AS events, count(*) FILTER (WHERE v.is_stale)::int AS stale_events
    FROM sport_event v WHERE v.source = i.format AND v.status IN ('open', 'closed')) e
  ORDER BY i.source, i.format, i.at DESC`;

/** Where odds come from, when they last came, and which are stale. */
export async function feedSources(
  ctx: AppContext,
): Promise<{ data: DataOf<typeof listSportFeeds>; list: ListItemOf<typeof listSportFeeds>[] }> {
  const { staleAfterSeconds } = await readSportLimits(ctx.db.operators);
  const { rows } = await ctx.db.operators.query<SourceRow>(SOURCES);
  const ages = rows.map((row) => row.age_seconds);
  return {
    data: {
      stale_after_seconds: staleAfterSeconds,
      age_seconds: ages.length === 0 ? null : Math.max(0, Math.min(...ages)),
    },
    list: rows.map((row) => ({
      name: row.source,
      format: row.format,
      kind: kindOf(row.source),
      last_at: wireInstant(row.at),
      last_ok: row.is_ok,
      last_message: row.message,
      events: row.events,
      stale_events: row.stale_events,
    })),
  };
}

function kindOf(source: string): "folder" | "url" | "hand" {
  if (source.startsWith("folder:")) return "folder";
  return source === "url" ? "url" : "hand";
}
