import type { EventType } from "@club/contract";
import { localDay } from "@club/domain";
import { z } from "zod";
import { parseInstant } from "../../core/http/wire.ts";
import {
  problem,
  roundKg,
  type Card,
  type CardOptions,
  type CardRace,
  type ReadCard,
} from "./card.ts";
import { barrier, name, number, races, runners, text, whole } from "./card-schema.ts";
import { checkCard } from "./check-card.ts";
import { toEntainProblems } from "./entain-problems.ts";

const MOST_KG = 999;
const SECOND_MS = 1000;

const runner = z.object({
  runner_number: number,
  name,
  barrier,
  is_scratched: z.boolean().default(false),
  jockey: text,
  trainer_name: text,
  /** Weights are strings in this feed. */
  weight: z
    .object({ total: z.coerce.number().min(1).max(MOST_KG).nullish() })
    .nullish()
    .transform((weight) => weight?.total ?? null),
});

/** GET racing/events/{id}: one race with its field. Ignores results, dividends and prices. */
const schema = z.object({
  data: z.object({
    race: z.object({
      meeting_name: name,
      description: name,
      advertised_start: z.int().min(0).max(32_503_680_000),
      race_number: number,
      type: z.enum(["T", "H", "G"]),
      country: name,
      state: text,
      distance: whole,
      track_condition: text,
    }),
    runners: runners(runner),
  }),
});
type EntainEvent = z.output<typeof schema>;

const TYPES: Readonly<Record<EntainEvent["data"]["race"]["type"], EventType>> = {
  T: "Races",
  H: "Harness",
  G: "Greyhounds",
};
/** The feed's country names: our code, and the zone of its courses; Australia has one per state. */
const COUNTRIES = new Map<string, readonly [string, string]>(
  Object.entries({
    AUS: ["AU", "Australia/Sydney"],
    NZL: ["NZ", "Pacific/Auckland"],
    NZ: ["NZ", "Pacific/Auckland"],
    GBR: ["GB", "Europe/London"],
    GB: ["GB", "Europe/London"],
    UK: ["GB", "Europe/London"],
    IRL: ["IE", "Europe/Dublin"],
    FRA: ["FR", "Europe/Paris"],
    DEU: ["DE", "Europe/Berlin"],
    SWE: ["SE", "Europe/Stockholm"],
    ZAF: ["ZA", "Africa/Johannesburg"],
    ARE: ["AE", "Asia/Dubai"],
    SAU: ["SA", "Asia/Riyadh"],
    HKG: ["HK", "Asia/Hong_Kong"],
    MAC: ["MO", "Asia/Macau"],
    SGP: ["SG", "Asia/Singapore"],
    MYS: ["MY", "Asia/Kuala_Lumpur"],
    KOR: ["KR", "Asia/Seoul"],
    JPN: ["JP", "Asia/Tokyo"],
    IND: ["IN", "Asia/Kolkata"],
    USA: ["US", "America/New_York"],
    CAN: ["CA", "America/Toronto"],
    CHL: ["CL", "America/Santiago"],
    ARG: ["AR", "America/Argentina/Buenos_Aires"],
  } as const),
);
const ZONES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    VIC: "Australia/Melbourne",
    TAS: "Australia/Hobart",
    NSW: "Australia/Sydney",
    ACT: "Australia/Sydney",
    QLD: "Australia/Brisbane",
    SA: "Australia/Adelaide",
    NT: "Australia/Darwin",
    WA: "Australia/Perth",
  }),
);
/** For a country that we do not know: the day by the feed's own clock. */
const UNKNOWN_ZONE = "Etc/UTC";
const MOST_CODE = 12;

/** GET racing/meetings: races without their fields. Number 0 is not a race of the programme. */
const list = z.object({
  data: z.object({
    meetings: z
      .array(
        z.object({
          name,
          category: z.enum(["T", "H", "G"]),
          country: name,
          state: text,
          races: races(
            z.object({
              race_number: number,
              name,
              start_time: z.string().max(40),
              track_condition: text,
              distance: whole,
            }),
          ),
        }),
      )
      .length(1),
  }),
});

/** One meeting with its races; the runners come in each race's own file. */
function readMeeting(payload: unknown, options: CardOptions): ReadCard {
  const parsed = list.safeParse(payload);
  if (!parsed.success) return { card: null, problems: toEntainProblems(parsed.error, payload) };
  const [meeting] = parsed.data.data.meetings;
  const programme = (meeting?.races ?? []).flatMap((race, i) =>
    race.race_number === 0 ? [] : [toProgramme(race, `races[${i}]`)],
  );
  if (meeting === undefined || programme.length === 0) {
    return { card: null, problems: [problem({ row: "card" }, "races", "no_races")] };
  }
  const unreal = programme.filter((race) => race.start_time === null);
  if (unreal.length > 0 && options.firstRaceAt === null) {
    const problems = unreal.map(({ row, number: race }) =>
      problem({ row, race }, "start_time", "time_not_real"),
    );
    return { card: null, problems };
  }
  const starts = programme.flatMap(({ start_time }) => start_time?.getTime() ?? []);
  const startMs = Math.min(...starts, options.firstRaceAt?.getTime() ?? Infinity);
  const card = {
    meeting: meetingOf({ ...meeting, type: meeting.category, startMs }, options),
    races: programme,
    isSilentOnRules: true as const,
  };
  const hadStart = new Set(programme.map(({ row }) => row));
  return checkCard(card, { ...options, needsRunners: false, hadStart });
}

type ListedRace = z.output<typeof list>["data"]["meetings"][number]["races"][number];

function toProgramme(race: ListedRace, row: string): CardRace {
  return {
    row,
    number: race.race_number,
    name: race.name,
    distance_m: race.distance,
    class: null,
    handicap: /handicap/i.test(race.name),
    going: race.track_condition,
    start_time: parseInstant(race.start_time),
    pools: null,
    runners: [],
    isWithoutField: true,
  };
}

/**
 * Reads one race of the feed: the other races of its meeting stay as they are. The meeting's code
 * is its name, as the feed has none; its day is the local day of the start.
 */
export function readEntainCard(payload: unknown, options: CardOptions): ReadCard {
  const { data } = payload as { readonly data?: unknown };
  if (typeof data === "object" && data !== null && "meetings" in data) {
    return readMeeting(payload, options);
  }
  const parsed = schema.safeParse(payload);
  if (!parsed.success) return { card: null, problems: toEntainProblems(parsed.error, payload) };
  const card = toCard(parsed.data, options);
  return checkCard(card, { ...options, needsRunners: true, hadStart: new Set(["races[0]"]) });
}

function toCard({ data }: EntainEvent, options: CardOptions): Card {
  const startMs = data.race.advertised_start * SECOND_MS;
  const face = { ...data.race, name: data.race.meeting_name, startMs };
  const meeting = meetingOf(face, options);
  return { meeting, races: [toRace(data, startMs)], isSilentOnRules: true };
}

interface MeetingFace {
  readonly name: string;
  readonly country: string;
  readonly state: string | null;
  readonly type: keyof typeof TYPES;
  readonly startMs: number;
}

function meetingOf(face: MeetingFace, { currency }: CardOptions): Card["meeting"] {
  const [country, zone] = COUNTRIES.get(face.country.toUpperCase()) ?? [face.country, UNKNOWN_ZONE];
  const timezone = country === "AU" ? (ZONES.get(face.state ?? "") ?? zone) : zone;
  return {
    country,
    code: codeOf(face.name),
    date: localDay(face.startMs, timezone),
    name: face.name,
    timezone,
    currency,
    event_type: TYPES[face.type],
    rule_set: "AU_STD",
    dividends: "club",
  };
}

function toRace({ race, runners: field }: EntainEvent["data"], startMs: number): CardRace {
  return {
    row: "races[0]",
    number: race.race_number,
    name: race.description,
    distance_m: race.distance,
    class: null,
    handicap: /handicap/i.test(race.description),
    going: race.track_condition,
    start_time: parseInstant(new Date(startMs).toISOString()),
    pools: null,
    runners: field.map((each, j) => ({
      row: `races[0].runners[${j}]`,
      number: each.runner_number,
      name: each.name,
      barrier: each.barrier,
      jockey: each.jockey,
      trainer: each.trainer_name,
      weight_kg: roundKg(each.weight),
      form: null,
      scratched: each.is_scratched,
    })),
  };
}

function codeOf(meeting: string): string {
  const letters = meeting.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
  return letters.slice(0, MOST_CODE) || "MEETING";
}
