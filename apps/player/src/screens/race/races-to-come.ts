import type { DayMeeting, EventType, NextRace } from "@club/contract";
import { EVENT_TYPES_OF_CLUB } from "../../api/races.ts";

/* The races to come, of the day's meetings and of the list of the next ones, which goes beyond the day. */

/** Every race that takes bets, in order of start. */
export function racesToCome(
  next: readonly NextRace[],
  meetings: readonly DayMeeting[],
): readonly NextRace[] {
  const ofDay = meetings.flatMap(({ races, ...meeting }) =>
    races.map((race): NextRace => ({ ...meeting, ...race })),
  );
  const byId = new Map([...ofDay, ...next].map((race) => [race.race_id, race]));
  return [...byId.values()]
    .filter(({ status }) => status === "open")
    .sort((a, b) => startOf(a) - startOf(b) || (a.race_id < b.race_id ? -1 : 1));
}

const startOf = ({ start_time }: NextRace): number => Date.parse(start_time);

export interface RaceFilter {
  readonly kinds: readonly string[];
  readonly countries: readonly string[];
}

export interface FilteredRaces {
  readonly races: readonly NextRace[];
  /** What occurs: there is nothing else to choose from. */
  readonly kinds: readonly EventType[];
  readonly countries: readonly string[];
  /** What is chosen of it; none: all. */
  readonly chosen: RaceFilter;
}

/** What was chosen on another day and does not occur today filters nothing. */
export function filterRaces(races: readonly NextRace[], filter: RaceFilter): FilteredRaces {
  const kinds = EVENT_TYPES_OF_CLUB.filter((kind) => races.some((race) => race.event_type === kind));
  const countries = [...new Set(races.map(({ country }) => country))].sort();
  const chosen = {
    kinds: kinds.filter((kind) => filter.kinds.includes(kind)),
    countries: countries.filter((country) => filter.countries.includes(country)),
  };
  const isIn = (wanted: readonly string[], value: string) =>
    wanted.length === 0 || wanted.includes(value);
  return {
    races: races.filter(
      ({ event_type, country }) =>
        isIn(chosen.kinds, event_type) && isIn(chosen.countries, country),
    ),
    kinds,
    countries,
    chosen,
  };
}
