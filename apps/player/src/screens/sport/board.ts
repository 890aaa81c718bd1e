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
  /** The columns of its matches' main markets where these are alike, else empty. */
  readonly columns: readonly string[];
  readonly events: readonly SportEventRow[];
}

const OVER: ReadonlySet<SportEventRow["status"]> = new Set(["final", "settled", "void"]);

/**
 * The matches by competition, in order of start. Favourites come first within a competition, and a
 * competition with one comes before the others; finished matches come last.
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

/** The part of a competition that is drawn. */
export interface DrawnCompetition extends Competition {
  readonly isFolded: boolean;
  /** All of its matches, even those that are folded away or come later. */
  readonly count: number;
}

/**
 * The first `most` matches under whole heads: what is drawn until the rest is reached. A folded
 * competition is only its head.
 */
export function firstOf(
  competitions: readonly Competition[],
  most: number,
  folded: readonly string[] = [],
): DrawnCompetition[] {
  let left = most;
  return competitions.flatMap((competition) => {
    if (left <= 0) return [];
    const isFolded = folded.includes(competition.name);
    const events = isFolded ? [] : competition.events.slice(0, left);
    left -= events.length;
    return [{ ...competition, events, isFolded, count: competition.events.length }];
  });
}

type Placed = Pick<SportEventRow, "sport" | "competition">;

/** A competition's key on the device: two sports may have one of the same name. */
export const competitionId = ({ sport, competition }: Placed): string => `${sport} ${competition}`;

export interface CompetitionCount {
  readonly id: string;
  readonly name: string;
  readonly count: number;
}

/** The competitions of a list with their matches, by name. */
export function countsOf(events: readonly Placed[]): CompetitionCount[] {
  const groups = Map.groupBy(events, competitionId);
  return [...groups]
    .map(([id, all]) => ({ id, name: all[0]?.competition ?? "", count: all.length }))
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** Those of the chosen competitions; for a sport without a choice, all of them. */
export function chosenOf<E extends Placed>(events: readonly E[], chosen: readonly string[]): E[] {
  const sports = new Set(chosen.map((id) => id.split(" ", 1)[0]));
  return events.filter(
    (event) => !sports.has(event.sport) || chosen.includes(competitionId(event)),
  );
}

const COLUMNS: Readonly<Record<string, string>> = { home: "1", draw: "X", away: "2" };

/** The head over a column of prices. */
export function columnOf(key: string): string {
  return COLUMNS[key] ?? key;
}
