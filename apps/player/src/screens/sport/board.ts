import type { SportEventRow } from "@club/contract";
import { SPORTS } from "@club/domain";

/* How the board is put together: sports, competitions, the order of matches. Pure. */

export interface SportCount {
  readonly sport: string;
  readonly count: number;
}

/** The sports of a list with their matches, in the club's order, then by name. */
export function sportsOf(events: readonly SportEventRow[], known: readonly string[]): SportCount[] {
  const counts = new Map<string, number>(known.map((sport) => [sport, 0]));
  for (const { sport } of events) counts.set(sport, (counts.get(sport) ?? 0) + 1);
  return [...counts]
    .map(([sport, count]) => ({ sport, count }))
    .sort((a, b) => rankOf(a.sport) - rankOf(b.sport) || a.sport.localeCompare(b.sport));
}

function rankOf(sport: string): number {
  const rank = (SPORTS as readonly string[]).indexOf(sport);
  return rank < 0 ? SPORTS.length : rank;
}

export interface Competition {
  readonly name: string;
  /** Of the main markets of its matches, where they are alike; empty where they are not. */
  readonly columns: readonly string[];
  readonly events: readonly SportEventRow[];
}

const OVER: ReadonlySet<SportEventRow["status"]> = new Set(["final", "settled", "void"]);

/**
 * The matches by competition, in order of start. Favourites stand first in theirs, and a competition
 * with one of them before the others; what is over comes last.
 */
export function competitionsOf(
  events: readonly SportEventRow[],
  favourites: readonly string[],
): Competition[] {
  const rank = ({ event_id, status }: SportEventRow) =>
    favourites.includes(event_id) ? 0 : OVER.has(status) ? 2 : 1;
  const sorted = [...events].sort((a, b) => rank(a) - rank(b));
  const groups = Map.groupBy(sorted, ({ competition }) => competition);
  return [...groups].map(([name, all]) => ({ name, columns: columnsOf(all), events: all }));
}

const MOST_COLUMNS = 3;

function columnsOf(events: readonly SportEventRow[]): readonly string[] {
  const shapes = events.flatMap(({ main_market }) =>
    main_market === null ? [] : [main_market.outcomes.map(({ key }) => key)],
  );
  const [first] = shapes;
  if (first === undefined || first.length > MOST_COLUMNS) return [];
  return shapes.every((shape) => shape.join() === first.join()) ? first : [];
}

/** The first so many matches, without a cut head: what is drawn before the rest is reached. */
export function firstOf(competitions: readonly Competition[], most: number): Competition[] {
  let left = most;
  return competitions.flatMap((competition) => {
    if (left <= 0) return [];
    const events = competition.events.slice(0, left);
    left -= events.length;
    return [{ ...competition, events }];
  });
}

const COLUMNS: Readonly<Record<string, string>> = { home: "1", draw: "X", away: "2" };

/** The head over a column of prices. */
export function columnOf(key: string): string {
  return COLUMNS[key] ?? key;
}
