import { z } from "zod";
import { defineCall, id, instant } from "./call.ts";
import { EVENT_TYPES, RACE_STATUSES } from "./races.ts";

/** What one can look for. */
export const SEARCH_KINDS = ["runner", "jockey", "trainer", "meeting", "team"] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

/** The race that a hit leads to. */
export const foundRace = z.object({
  race_id: id,
  meetings: z.string(),
  country: z.string(),
  event_type: z.enum(EVENT_TYPES),
  timezone: z.string(),
  raceNo: z.int(),
  start_time: instant,
  status: z.enum(RACE_STATUSES),
});
export type FoundRace = z.infer<typeof foundRace>;

/** The match that a hit leads to. */
export const foundMatch = z.object({
  event_id: id,
  competition: z.string(),
  home: z.string(),
  away: z.string(),
  home_names: z.record(z.string(), z.string()),
  away_names: z.record(z.string(), z.string()),
  start_time: instant,
  is_live: z.boolean(),
});
export type FoundMatch = z.infer<typeof foundMatch>;

export const searchHit = z.object({
  kind: z.enum(SEARCH_KINDS),
  name: z.string(),
  /** A team's names in other languages, where the club has them. */
  names: z.record(z.string(), z.string()),
  /** The kind of race, or the sport: the same name in another one is somebody else. */
  scope: z.string(),
  /** In how many races or matches of the card. */
  count: z.int(),
  /** Whom a person has in the race, the first of several; the runner itself. */
  horse: z.object({ horse_id: z.int(), name: z.string() }).nullable(),
  /** The next one, or the latest where none is to come. */
  race: foundRace.nullable(),
  match: foundMatch.nullable(),
});
export type SearchHit = z.infer<typeof searchHit>;

export const search = defineCall("GET /api/search", {
  summary:
    "Runners, jockeys, trainers, meetings and teams of the open and coming card by name; accents and capitals do not matter. At most 8 of each kind, the best first.",
  access: "public",
  query: z.object({ q: z.string().trim().min(1).max(80) }),
  data: z.object({
    /** How many there are of each kind that has any. */
    found: z.partialRecord(z.enum(SEARCH_KINDS), z.int()),
  }),
  list: z.array(searchHit),
});
