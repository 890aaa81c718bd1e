import { type CardRun, MOST_PAST_RUNS } from "@club/contract";
import { z } from "zod";
import { poundsToKg } from "./card.ts";
import { isoDay, name, races, runners, text, whole } from "./card-schema.ts";

const MOST_DAYS = 20;
const MOST_NUMBER = 60;

const names = z
  .object({ en: text, "zh-Hant": text })
  .nullish()
  .transform((value) => value?.en ?? value?.["zh-Hant"] ?? null);
const place = z
  .int()
  .min(1)
  .max(MOST_NUMBER)
  .nullish()
  .transform((value) => value ?? null);

const runner = z.object({
  horse_code: text,
  jockey: names,
  weight_lb: z.number().min(1).max(2000).nullish(),
  place,
  margin: text,
  running_position: text,
  finish_time: text,
  win_odds: z.number().min(1).max(10_000).nullish(),
});
const race = z.object({
  distance_m: whole,
  going: names,
  starters: place,
  runners: runners(runner),
});
const pastDay = z.object({
  schema: z.literal("hk-raceday/1"),
  date: isoDay,
  venue: z.object({ en: name }),
  races: races(race),
});
/** Results of earlier days; absent: the file brings no past runs. */
export const pastDays = z.array(pastDay).max(MOST_DAYS).nullish();

type Day = z.output<typeof pastDay>;

/** The past runs of a horse by its code, newest first, of the days before this one. */
export function runsOfDays(
  days: readonly Day[] | null | undefined,
  before: string,
): (code: string | null) => CardRun[] | undefined {
  if (days === null || days === undefined) return () => undefined;
  const byCode = new Map<string, CardRun[]>();
  const earlier = days.filter(({ date }) => date < before);
  for (const day of earlier.toSorted((a, b) => (a.date < b.date ? 1 : -1))) {
    for (const ran of day.races) {
      for (const each of ran.runners) {
        // Scratched ones have no place at any call.
        if (each.horse_code === null || each.running_position === null) continue;
        const runs = byCode.get(each.horse_code) ?? [];
        byCode.set(each.horse_code, [...runs, toRun(day, ran, each)]);
      }
    }
  }
  return (code) => byCode.get(code ?? "")?.slice(0, MOST_PAST_RUNS) ?? [];
}

type Ran = Day["races"][number];

function toRun(day: Day, ran: Ran, each: Ran["runners"][number]): CardRun {
  return {
    date: day.date,
    track: day.venue.en,
    distance_m: ran.distance_m,
    going: ran.going,
    place: each.place,
    starters: ran.starters,
    margin: each.place === 1 ? 0 : lengthsOf(each.margin),
    time_ms: timeOf(each.finish_time),
    positions: positionsOf(each.running_position, ran.starters),
    weight_kg: poundsToKg(each.weight_lb),
    jockey: each.jockey,
    price: each.win_odds ?? null,
    comment: null,
  };
}

/** Short distances have names: nose, short head, head, neck. */
const NAMED: Readonly<Record<string, number>> = {
  鼻位: 0.05,
  短馬頭位: 0.1,
  馬頭位: 0.2,
  頭位: 0.2,
  頸位: 0.3,
  N: 0.05,
  NOSE: 0.05,
  SH: 0.1,
  H: 0.2,
  HD: 0.2,
  NK: 0.3,
};

/** "2-1/4" is 2.25 lengths behind the winner; null for what is no distance. */
export function lengthsOf(margin: string | null): number | null {
  const named = NAMED[(margin ?? "").toUpperCase()];
  if (named !== undefined) return named;
  const found = /^(?:(\d{1,3})-)?(\d)\/(\d)$|^(\d{1,3})$/.exec(margin ?? "");
  if (found === null) return null;
  const [, whole = "0", top = "0", bottom = "1", alone] = found;
  return alone === undefined ? Number(whole) + Number(top) / Number(bottom) : Number(alone);
}

/** "1:10.45" in milliseconds. */
function timeOf(text_: string | null): number | null {
  const found = /^(\d{1,2}):(\d{2})\.(\d{2})$/.exec(text_ ?? "");
  if (found === null) return null;
  const [minutes = 0, seconds = 0, hundredths = 0] = found.slice(1).map(Number);
  return minutes * 60_000 + seconds * 1000 + hundredths * 10 || null;
}

/** "5 5 1"; empty where it is not all places among the starters. */
function positionsOf(running: string | null, starters: number | null): number[] {
  const places = (running ?? "")
    .split(/\s+/)
    .filter((part) => part !== "")
    .map(Number);
  const most = starters ?? MOST_NUMBER;
  return places.every((each) => Number.isInteger(each) && each >= 1 && each <= most) ? places : [];
}
