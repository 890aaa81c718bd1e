import type { FoundMatch, FoundRace, SearchHit, SearchKind } from "@club/contract";
import { wireInstant } from "../../core/http/wire.ts";
import type { MatchRow, RideRow } from "./card.queries.ts";
import { fold } from "./fold.ts";

/** A name of the card with what it leads to, and what it is found by. */
export interface CardName {
  readonly hit: SearchHit;
  readonly folded: readonly string[];
}

/** The same name of another kind, in another kind of race or another sport, is somebody else. */
export function keyOf(kind: SearchKind, scope: string, name: string): string {
  return `${kind} ${scope} ${fold(name)}`;
}

/** Every name of the card once, by its key. */
export function namesOf(
  rides: readonly RideRow[],
  matches: readonly MatchRow[],
): ReadonlyMap<string, CardName> {
  return new Map([
    ...named("runner", rides, ({ name }) => name),
    ...named("jockey", rides, ({ jockey }) => jockey),
    ...named("trainer", rides, ({ trainer }) => trainer),
    ...meetings(rides),
    ...teams(matches),
  ]);
}

type Entries = readonly (readonly [string, CardName])[];

/** Runners, and people with what they ride or train. */
function named(
  kind: "runner" | "jockey" | "trainer",
  rides: readonly RideRow[],
  nameOf: (ride: RideRow) => string | null,
): Entries {
  const known = rides.filter((ride) => (nameOf(ride) ?? "").trim() !== "");
  const byKey = Map.groupBy(known, (ride) => keyOf(kind, ride.event_type, nameOf(ride) ?? ""));
  return [...byKey].map(([key, own]) => {
    const ride = nextOf(own);
    const name = nameOf(ride) ?? "";
    const races = new Set(own.map(({ race_id }) => race_id)).size;
    const horse = { horse_id: ride.number ?? 0, name: ride.name ?? "" };
    return [key, cardName({ ...hitOf(kind, name, ride), count: races, horse })] as const;
  });
}

/** A track with two meetings on the card is found once for each. */
function meetings(rides: readonly RideRow[]): Entries {
  return [...Map.groupBy(rides, ({ meeting_id }) => meeting_id)].map(([id, own]) => {
    const ride = nextOf(own);
    const races = new Set(own.map(({ race_id }) => race_id)).size;
    return [`meeting ${id}`, cardName({ ...hitOf("meeting", ride.meeting, ride), count: races })];
  });
}

function hitOf(kind: SearchKind, name: string, ride: RideRow): SearchHit {
  return {
    kind,
    name,
    names: {},
    scope: ride.event_type,
    count: 1,
    horse: null,
    race: toRace(ride),
    match: null,
  };
}

/** The first that takes bets; the latest where none does. Rides are in order of start. */
function nextOf(rides: readonly RideRow[]): RideRow {
  const [first] = rides as readonly [RideRow];
  return rides.find(({ status }) => status === "open") ?? rides.at(-1) ?? first;
}

function teams(matches: readonly MatchRow[]): Entries {
  const sides = matches.flatMap((match) => [
    { match, name: match.home, names: match.home_names },
    { match, name: match.away, names: match.away_names },
  ]);
  const byKey = Map.groupBy(sides, ({ match, name }) => keyOf("team", match.sport, name));
  return [...byKey].map(([key, own]) => {
    const [{ match, name, names }] = own as [(typeof sides)[number]];
    const hit: SearchHit = {
      kind: "team",
      name,
      names,
      scope: match.sport,
      count: own.length,
      horse: null,
      race: null,
      match: toMatch(match),
    };
    return [key, cardName(hit)] as const;
  });
}

function cardName(hit: SearchHit): CardName {
  return { hit, folded: [hit.name, ...Object.values(hit.names)].map(fold) };
}

function toRace(ride: RideRow): FoundRace {
  return {
    race_id: ride.race_id,
    meetings: ride.meeting,
    country: ride.country,
    event_type: ride.event_type,
    timezone: ride.timezone,
    raceNo: ride.race_no,
    start_time: wireInstant(ride.start_time),
    status: ride.status,
  };
}

function toMatch(match: MatchRow): FoundMatch {
  return {
    event_id: match.id,
    competition: match.competition,
    home: match.home,
    away: match.away,
    home_names: match.home_names,
    away_names: match.away_names,
    start_time: wireInstant(match.start_time),
    is_live: match.has_started,
  };
}
