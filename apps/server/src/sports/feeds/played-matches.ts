import type { AppContext } from "../../core/context.ts";
import type { FeedEvent } from "./feed-event.ts";

/*
 * Matches that a feed reports after they were played. One that nobody could bet on is not an event
 * of the club: it is stored for the form of its sides.
 */

type Played = FeedEvent & { readonly score: NonNullable<FeedEvent["score"]> };

/** Whether the feed speaks of a match that is over. */
export function isPlayed(feed: FeedEvent): feed is Played {
  return feed.score?.isFinal === true && feed.startTime.getTime() <= Date.now();
}

/** "new" or "changed" if storing it would write something. */
export async function playedChange(
  db: AppContext["db"]["operators"],
  format: string,
  feed: Played,
): Promise<"new" | "changed" | "unchanged"> {
  const { rows } = await db.query<{ home_score: number; away_score: number; facts: object }>(
    "SELECT home_score, away_score, facts FROM sport_played WHERE source = $1 AND source_id = $2",
    [format, feed.sourceId],
  );
  const [row] = rows;
  if (row === undefined) return "new";
  const isSame =
    row.home_score === feed.score.home &&
    row.away_score === feed.score.away &&
    JSON.stringify(sorted(row.facts)) === JSON.stringify(sorted(feed.facts ?? {}));
  return isSame ? "unchanged" : "changed";
}

const sorted = (facts: object): unknown[] =>
  Object.entries(facts).sort(([a], [b]) => a.localeCompare(b));

const KEEP = `INSERT INTO sport_played (source, source_id, sport, competition, home, away, played_at, home_score, away_score,
    facts) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
  ON CONFLICT (source, source_id) DO UPDATE SET home_score = excluded.home_score, away_score = excluded.away_score,
    facts = excluded.facts`;

/** Stores a played match; a repeat updates it to what the newest file says. */
export async function keepPlayed(
  db: AppContext["db"]["operators"],
  format: string,
  feed: Played,
): Promise<void> {
  const { sourceId, sport, competition, home, away, startTime, score, facts } = feed;
  await db.query(KEEP, [
    format,
    sourceId,
    sport,
    competition,
    home,
    away,
    startTime,
    score.home,
    score.away,
    JSON.stringify(facts ?? {}),
  ]);
}
