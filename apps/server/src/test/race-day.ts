import { randomBytes } from "node:crypto";
import { ok, type TestClub } from "./club.ts";
import { dayAt, VENUE_ZONE } from "./zone.ts";

export interface RaceDayOptions {
  readonly races?: number;
  readonly runners?: number;
  /** Time until the first race starts; the others follow a minute apart. */
  readonly startInMs?: number;
  readonly ruleSet?: string;
}

export interface TestRace {
  readonly race_id: string;
  readonly event_id: string;
  readonly code: string;
  readonly meetings: string;
  readonly date: string;
  readonly raceNo: number;
}

type Caller = Pick<TestClub, "call" | "operator">;

/** Imports an invented meeting through the operator's API and opens its races. */
export async function openRaceDay(club: Caller, options: RaceDayOptions = {}): Promise<TestRace[]> {
  const { races = 1, runners = 8, startInMs = 3_600_000, ruleSet = "AU_STD" } = options;
  const { token } = await club.operator();
  const first = Date.now() + startInMs;
  const code = randomBytes(3).toString("hex").toUpperCase();
  const date = dayAt(first, VENUE_ZONE);
  const payload = {
    format_version: 1,
    meeting: {
      code,
      name: `Meeting ${code}`,
      country: "AU",
      date,
      timezone: VENUE_ZONE,
      currency: "AUD",
      event_type: "Races",
      rule_set: ruleSet,
    },
    races: Array.from({ length: races }, (_, i) => ({
      number: i + 1,
      name: `Race ${i + 1}`,
      start_time: new Date(first + i * 60_000).toISOString(),
      runners: Array.from({ length: runners }, (__, n) => ({
        number: n + 1,
        name: `Runner ${n + 1}`,
      })),
    })),
  };
  const body = { format: "club", payload };
  ok(await club.call("POST", "/api/operator/cards/import", { token, body }));
  const listed = await club.call("GET", `/api/operator/meetings?day=${date}`, { token });
  ok(listed);
  type Listed = {
    event_id: string;
    code: string;
    meetings: string;
    races: { race_id: string; raceNo: number }[];
  };
  const meeting = (listed.body.list as Listed[]).find((one) => one.code === code);
  if (meeting === undefined) throw new Error("the imported meeting is not listed");
  for (const { race_id } of meeting.races) {
    ok(await club.call("POST", `/api/operator/races/${race_id}/open`, { token, body: {} }));
  }
  const { event_id, meetings } = meeting;
  return meeting.races.map(({ race_id, raceNo }) => ({
    race_id,
    event_id,
    code,
    meetings,
    date,
    raceNo,
  }));
}
