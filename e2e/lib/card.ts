import { dayAt, ZONE } from "../../apps/server/src/test/zone.ts";
import { ok, type TestClub } from "../../apps/server/src/test/club.ts";

/** A race of an invented meeting, open for bets. */
export interface OpenRace {
  readonly raceId: string;
  readonly raceNo: number;
  readonly meetings: string;
  readonly runners: readonly string[];
  readonly scratched: number | undefined;
}

const NAMES = [
  "Northern Tide",
  "Quiet Thunder",
  "Meridian",
  "Paper Lantern",
  "Brass Compass",
  "Saffron Sky",
  "Harbour Wharf",
  "Distant Arrow",
  "Second Orchid",
  "Wandering Star",
  "Copper Kettle",
  "Velvet Morning",
] as const;
const RACES = ["Paperbark Handicap", "Lilly Pilly Plate", "Ironbark Stakes", "Banksia Cup"];
const RIDERS = ["T. Okafor", "M. Lindqvist", "J. Aroha", "P. Castellanos"];
const TRAINERS = ["B. Whitlock", "S. Nakagawa", "E. Dunmore"];

export interface MeetingOptions {
  readonly name?: string;
  readonly code?: string;
  readonly country?: string;
  readonly eventType?: "Races" | "Harness" | "Greyhounds";
  readonly races?: number;
  readonly runners?: number;
  /** Minutes until the first race; the others follow 12 minutes apart. */
  readonly firstInMinutes?: number;
  /** The saddle number that does not run in any of the races. */
  readonly scratched?: number;
  /** Pools over several of its races, as a card names them. */
  readonly multiPools?: readonly object[];
  /** Past runs of the first four runners, what is said of the first one, and a tip. */
  readonly withForm?: boolean;
}

/** In order of numbers from the front to the back of the field; runner 1 has three runs behind it. */
function formOf(number: number, date: string): object {
  if (number > 4) return {};
  const dayBefore = (days: number) => dayAt(Date.parse(`${date}T12:00:00Z`) - days * 86_400_000);
  const run = {
    date: dayBefore(20),
    track: "Old Brickfield",
    distance_m: 1200,
    going: "Good 4",
    place: 2,
    starters: 9,
    margin: 1.25,
    positions: [number * 2 - 1, number * 2 - 1, 2],
    weight_kg: 57.5,
    jockey: "T. Okafor",
    price: 4.2,
    comment: "Led until late, kept on",
  };
  if (number > 1) return { past_runs: [run] };
  const won = { going: "Soft 5", distance_m: 1400, place: 1, starters: 8, margin: 0 };
  const stopped = { distance_m: 1000, place: null, starters: 11, margin: null, positions: [1] };
  return {
    comment: "Likes to lead, and has the draw for it.",
    past_runs: [
      run,
      { ...run, ...won, date: dayBefore(48), positions: [1, 1, 1], weight_kg: 56, price: 12 },
      { ...run, ...stopped, date: dayBefore(90), weight_kg: 59, price: 7.5, comment: null },
    ],
  };
}

/** Imports a card with names as long as real ones, and opens its races. */
export async function openMeeting(
  club: TestClub,
  options: MeetingOptions = {},
): Promise<OpenRace[]> {
  const { name = "Wattle Ridge", code = "WR", races = 2, runners = 10 } = options;
  const { token } = await club.operator();
  const firstMs = Date.now() + (options.firstInMinutes ?? 24) * 60_000;
  const date = dayAt(firstMs);
  const names = NAMES.slice(0, runners);
  const payload = {
    format_version: 1,
    meeting: {
      code,
      name,
      country: options.country ?? "AU",
      date,
      timezone: ZONE,
      currency: "AUD",
      event_type: options.eventType ?? "Races",
      rule_set: "AU_STD",
    },
    races: Array.from({ length: races }, (_, at) => ({
      number: at + 1,
      name: RACES[at % RACES.length],
      distance_m: 1200 + at * 200,
      class: "3",
      handicap: true,
      going: "Good 4",
      start_time: new Date(firstMs + at * 12 * 60_000).toISOString(),
      runners: names.map((runner, index) => ({
        number: index + 1,
        name: runner,
        barrier: ((index * 7) % runners) + 1,
        jockey: RIDERS[index % RIDERS.length],
        trainer: TRAINERS[index % TRAINERS.length],
        weight_kg: 60 - index / 2,
        form: String(1214 + index * 731).slice(-4),
        scratched: options.scratched === index + 1,
        ...(options.withForm === true ? formOf(index + 1, date) : {}),
      })),
      tips:
        options.withForm === true
          ? [{ by: "The Rail", numbers: [1, 4], text: "Fit and well" }]
          : [],
    })),
    multi_pools: options.multiPools ?? [],
  };
  const body = { format: "club", payload };
  ok(await club.call("POST", "/api/operator/cards/import", { token, body }));
  const listed = await club.call("GET", `/api/operator/meetings?day=${date}`, { token });
  ok(listed);
  type Listed = { code: string; races: { race_id: string; raceNo: number }[] };
  const meeting = (listed.body.list as Listed[]).find((each) => each.code === code);
  if (meeting === undefined) throw new Error("the meeting that came in is listed");
  for (const { race_id } of meeting.races) {
    ok(await club.call("POST", `/api/operator/races/${race_id}/open`, { token, body: {} }));
  }
  return meeting.races.map(({ race_id, raceNo }) => ({
    raceId: race_id,
    raceNo,
    meetings: name,
    runners: names,
    scratched: options.scratched,
  }));
}

/** Places bets through the API, so that there are pools and prices. */
export async function fillPools(club: TestClub, race: OpenRace): Promise<void> {
  const bettor = await club.signUp();
  await club.fund(bettor, 1_000_000);
  const starters = race.runners.map((_, at) => at + 1).filter((n) => n !== race.scratched);
  for (const number of starters) {
    for (const bet_type of [1, 2]) {
      const amount = 8 + ((number * 37) % 50);
      const body = { race_id: race.raceId, bet_type, horse: [number], betAmount: amount };
      ok(await club.call("POST", "/api/order/place-order", { token: bettor.token, body }));
    }
  }
}
