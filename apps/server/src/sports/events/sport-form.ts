import type { DataOf, MatchFact, PlayedMatch, getSportForm } from "@club/contract";
import { Refusal } from "@club/domain";
import type { AppContext } from "../../core/context.ts";
import { knownId } from "../../core/kit/ids.ts";
import { wireInstant } from "../../core/http/wire.ts";
import { readEvent } from "./stored-events.ts";

interface PlayedRow {
  competition: string;
  home: string;
  away: string;
  played_at: Date;
  home_score: number;
  away_score: number;
  facts: Partial<Record<MatchFact, [number, number]>>;
}

const MOST = 6;

/**
 * What a side played before an instant: the club's settled events, and matches reported by a feed.
 * An event known to both counts once. Served by sport_played_home, sport_event_home and the like.
 */
const LAST = `
  SELECT * FROM (
    SELECT p.competition, p.home, p.away, p.played_at, p.home_score, p.away_score, p.facts FROM sport_played p
    WHERE p.sport = $1 AND (p.home = $2 OR p.away = $2) AND p.played_at < $3
      AND ($4::text IS NULL OR p.home = $4 OR p.away = $4)
    UNION ALL
    SELECT v.competition, v.home, v.away, v.start_time, v.score_home, v.score_away, '{}'::jsonb FROM sport_event v
    WHERE v.sport = $1 AND (v.home = $2 OR v.away = $2) AND v.start_time < $3
      AND ($4::text IS NULL OR v.home = $4 OR v.away = $4)
      AND v.status = 'settled' AND v.score_home IS NOT NULL AND v.score_away IS NOT NULL
      AND NOT EXISTS (SELECT FROM sport_played p WHERE p.source = v.source AND p.source_id = v.source_id)) m
  ORDER BY m.played_at DESC LIMIT ${MOST}`;

/** The form of both sides of an event. @throws not_found, also for a draft. */
export async function sportFormOf(
  ctx: AppContext,
  eventId: string,
): Promise<DataOf<typeof getSportForm>> {
  const db = ctx.db.browsing;
  const event = await readEvent(db, knownId(eventId));
  if (event === null || event.status === "draft") throw new Refusal("not_found");
  const { sport, home, away, start_time: before } = event;
  if (away === "") return { home: [], away: [], meetings: [] };
  const last = async (side: string, against: string | null): Promise<PlayedMatch[]> => {
    const { rows } = await db.query<PlayedRow>(LAST, [sport, side, before, against]);
    return rows.map(toPlayed);
  };
  return {
    home: await last(home, null),
    away: await last(away, null),
    meetings: await last(home, away),
  };
}

function toPlayed(row: PlayedRow): PlayedMatch {
  const facts = Object.entries(row.facts).map(([name, [home, away]]) => [name, { home, away }]);
  return {
    at: wireInstant(row.played_at),
    competition: row.competition,
    home: row.home,
    away: row.away,
    score: { home: row.home_score, away: row.away_score },
    facts: Object.fromEntries(facts) as PlayedMatch["facts"],
  };
}
