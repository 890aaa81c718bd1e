import { zonedInstant } from "@club/domain";
import { z } from "zod";
import type { Card, CardOptions, CardRace, CardRunner, ReadCard } from "./card.ts";
import {
  barrier,
  comment,
  isoDay,
  name,
  number,
  pastRuns,
  races,
  runners,
  text,
  tips,
  toProblems,
  whole,
} from "./card-schema.ts";
import { checkCard } from "./check-card.ts";
import { poundsToKg } from "./card.ts";
import { pastDays, runsOfDays } from "./hk-past-days.ts";

const ZONE = "Asia/Hong_Kong";
const OUT = new Set(["SCRATCHED", "LATE_SCRATCHED", "NON_RUNNER"]);
const HANDICAP = /handicap|讓賽/i;
const MOST_POUNDS = 2000;

const names = z
  .object({ en: text, "zh-Hant": text })
  .nullish()
  .transform((value) => value?.en ?? value?.["zh-Hant"] ?? null);

const runner = z.object({
  /** null: a reserve that never got one. */
  number: number.nullable(),
  name: names,
  jockey: names,
  trainer: names,
  barrier,
  weight_lb: z.number().min(1).max(MOST_POUNDS).nullish(),
  status: name,
  horse_code: text,
  past_runs: pastRuns,
  comment,
});

const race = z.object({
  race_no: number,
  name: z.object({ en: text, "zh-Hant": text }),
  race_class: names,
  distance_m: whole,
  going: names,
  off_time_local: z.string().max(10).nullish(),
  tips,
  runners: runners(runner),
});

/**
 * A race day of the public results data; its results and dividends are ignored. `past_days`, ours:
 * earlier days of the same shape, from whose results its runners get their past runs.
 */
const schema = z.object({
  schema: z.literal("hk-raceday/1"),
  date: isoDay,
  venue: z.object({ en: name }),
  venue_code: name,
  country: name,
  races: races(race),
  past_days: pastDays,
});
type HkRaceday = z.output<typeof schema>;

/** Reads a Hong Kong race day: rule set HK, the club's dividends and currency (api.md). */
export function readHkRacedayCard(payload: unknown, options: CardOptions): ReadCard {
  const parsed = schema.safeParse(payload);
  if (!parsed.success) return { card: null, problems: toProblems(parsed.error, payload) };
  const { data } = parsed;
  const named = data.races.map((row, i) =>
    (row.off_time_local ?? "") === "" ? "" : `races[${i}]`,
  );
  return checkCard(toCard(data, options), {
    ...options,
    needsRunners: false,
    hadStart: new Set(named),
  });
}

function toCard(day: HkRaceday, { currency }: CardOptions): Card {
  const runsOf = runsOfDays(day.past_days, day.date);
  return {
    meeting: {
      country: day.country,
      code: day.venue_code,
      date: day.date,
      name: day.venue.en,
      timezone: ZONE,
      currency,
      event_type: "Races",
      rule_set: "HK",
      dividends: "club",
    },
    races: day.races.map((row, i): CardRace => {
      const start = zonedInstant(day.date, row.off_time_local ?? "", ZONE);
      const title = row.name.en ?? row.name["zh-Hant"] ?? `Race ${row.race_no}`;
      return {
        row: `races[${i}]`,
        number: row.race_no,
        name: title,
        distance_m: row.distance_m,
        class: row.race_class,
        handicap: HANDICAP.test(`${row.name.en ?? ""} ${row.name["zh-Hant"] ?? ""}`),
        going: row.going,
        start_time: start === null ? null : new Date(start),
        pools: null,
        tips: row.tips,
        runners: row.runners.flatMap((each, j) => {
          const past_runs = each.past_runs ?? runsOf(each.horse_code);
          return toRunner({ ...each, past_runs }, `races[${i}].runners[${j}]`);
        }),
      };
    }),
  };
}

function toRunner(row: HkRaceday["races"][number]["runners"][number], place: string): CardRunner[] {
  if (row.number === null) return [];
  const runnerOfCard: CardRunner = {
    row: place,
    number: row.number,
    name: row.name ?? `No. ${row.number}`,
    barrier: row.barrier,
    jockey: row.jockey,
    trainer: row.trainer,
    weight_kg: poundsToKg(row.weight_lb),
    form: null,
    scratched: OUT.has(row.status.toUpperCase().replaceAll(/[\s-]+/g, "_")),
    past_runs: row.past_runs,
    comment: row.comment,
  };
  return [runnerOfCard];
}
