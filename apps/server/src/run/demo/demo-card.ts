import { localDay } from "@club/domain";
import { type DemoRunner, makePast, makeTips } from "./demo-form.ts";
import {
  FIRST_WORDS,
  GOINGS,
  INITIALS,
  RACE_KINDS,
  RACE_WORDS,
  SECOND_WORDS,
  SURNAMES,
  type Venue,
  VENUES,
} from "./names.ts";
import { below, pickOne, pickSome, type Random, randomOf } from "./random.ts";

export interface DemoCardOptions {
  readonly seed: string;
  readonly zone: string;
  readonly currency: string;
  /** Start of the first race, in milliseconds. */
  readonly firstStartMs: number;
  readonly paceMs: number;
  /** How many meetings this day has had already: it decides the next ones' names. */
  readonly batch: number;
}

const VENUES_AT_ONCE = 4;
const RACES_EACH = 8;
const SPREAD_WORDS = "BCDEFGHJKLMNPQRSTUVWXYZ";

/**
 * The demo's next meetings as cards in the club's own format: four venues in turn, a race every
 * `paceMs`. The same seed makes the same cards.
 */
export function makeDemoCards(options: DemoCardOptions): object[] {
  const random = randomOf(options.seed);
  const offset = (options.batch * VENUES_AT_ONCE) % VENUES.length;
  const venues = Array.from(
    { length: VENUES_AT_ONCE },
    (_, i) => VENUES[(offset + i) % VENUES.length] as Venue,
  );
  return venues.map((venue, turn) => ({
    format_version: 1,
    meeting: {
      ...meetingName(venue, Math.floor((options.batch * VENUES_AT_ONCE) / VENUES.length)),
      ...meetingOf(options),
      event_type: venue.eventType,
    },
    races: makeRaces(random, { venue, turn, options }),
    multi_pools: MULTI_POOLS,
  }));
}

function meetingOf({ firstStartMs, zone, currency }: DemoCardOptions): object {
  return {
    country: "AU",
    date: localDay(firstStartMs, zone),
    timezone: zone,
    currency,
    rule_set: "AU_STD",
    dividends: "club",
  };
}

const SHORT_RACES = 3;

/** Three races at one venue, a `paceMs` apart: the morning before the day's first, and days gone by. */
export function makeShortCard(options: DemoCardOptions, venue: Venue): object {
  const random = randomOf(`${options.seed} ${venue.code}`);
  const races = makeRaces(random, { venue, turn: 0, options }).slice(0, SHORT_RACES);
  return {
    format_version: 1,
    meeting: { ...meetingName(venue, 0), ...meetingOf(options), event_type: venue.eventType },
    races: races.map((race, i) => {
      return {
        ...race,
        start_time: new Date(options.firstStartMs + i * options.paceMs).toISOString(),
      };
    }),
  };
}

/** What every meeting of the demo offers over several of its eight races. */
const MULTI_POOLS = [
  { code: "QUADDIE", name: "Early Quaddie", races: [1, 2, 3, 4] },
  { code: "PICK6", name: "Pick 6", races: [3, 4, 5, 6, 7, 8], guarantee_cents: 500_000 },
  { code: "QUADDIE", name: "Quaddie", races: [5, 6, 7, 8], guarantee_cents: 200_000 },
  { code: "TREBLE", name: "Treble", races: [6, 7, 8] },
];

/** A venue that races again on the same day gets a session letter. */
function meetingName(venue: Venue, session: number): { code: string; name: string } {
  if (session === 0) return { code: venue.code, name: venue.name };
  const letter = SPREAD_WORDS[(session - 1) % SPREAD_WORDS.length] ?? "B";
  return { code: `${venue.code}${letter}`, name: `${venue.name} ${letter}` };
}

function makeRaces(
  random: Random,
  where: { venue: Venue; turn: number; options: DemoCardOptions },
): object[] {
  const { venue, turn, options } = where;
  const going = venue.eventType === "Races" ? pickOne(random, GOINGS) : "Fast";
  const words = pickSome(random, RACE_WORDS, RACES_EACH);
  return Array.from({ length: RACES_EACH }, (_, i) => {
    const kind = pickOne(random, RACE_KINDS);
    const startMs = options.firstStartMs + (i * VENUES_AT_ONCE + turn) * options.paceMs;
    const distance_m = distanceOf(random, venue);
    const date = localDay(options.firstStartMs, options.zone);
    const runners = makeRunners(random, venue);
    return {
      number: i + 1,
      name: `${words[i] ?? "Club"} ${kind}`,
      distance_m,
      class: venue.eventType === "Races" ? String(1 + below(random, 5)) : undefined,
      handicap: kind === "Handicap",
      going,
      start_time: new Date(startMs).toISOString(),
      tips: makeTips(runners),
      runners: runners.map((runner) => ({
        ...runner,
        ...makePast(random, runner, { venue, date, distance_m }),
      })),
    };
  });
}

function distanceOf(random: Random, venue: Venue): number {
  if (venue.eventType === "Greyhounds") return pickOne(random, [390, 460, 515, 595]);
  if (venue.eventType === "Harness") return pickOne(random, [1609, 2138, 2536]);
  return pickOne(random, [1000, 1100, 1200, 1400, 1600, 2000, 2400]);
}

function makeRunners(random: Random, venue: Venue): DemoRunner[] {
  const isDog = venue.eventType === "Greyhounds";
  const count = isDog ? 8 : 7 + below(random, 8);
  const first = pickSome(random, FIRST_WORDS, count);
  const second = pickSome(random, SECOND_WORDS, count);
  const barriers = pickSome(
    random,
    Array.from({ length: count }, (_, i) => i + 1),
    count,
  );
  return Array.from({ length: count }, (_, i) => ({
    number: i + 1,
    name: `${first[i]} ${second[i]}`,
    barrier: isDog ? i + 1 : barriers[i],
    ...(isDog ? {} : { jockey: person(random), weight_kg: Math.round((60.5 - i * 0.5) * 2) / 2 }),
    trainer: person(random),
    form: formOf(random),
  }));
}

function person(random: Random): string {
  return `${pickOne(random, INITIALS)} ${pickOne(random, SURNAMES)}`;
}

/** Four last placings: each runner has a level, with better and worse days. */
function formOf(random: Random): string {
  const level = 1 + below(random, 7);
  return Array.from({ length: 4 }, () => {
    const place = Math.max(1, level + below(random, 5) - 2);
    return place > 9 ? "0" : String(place);
  }).join("");
}
