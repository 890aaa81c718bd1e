import { z } from "zod";

/* How runners ran: before the race as their card says, and in the race, which no payment depends on. */

export const MOST_PAST_RUNS = 20;
export const MOST_COMMENT = 500;
const MOST_LETTERS = 120;
const MOST_CALLS = 8;
const MOST_NUMBER = 60;
const MOST_METRES = 100_000;
const MOST_LENGTHS = 999;
const MOST_KG = 999;
const MOST_PRICE = 10_000;
const MOST_TIME_MS = 3_600_000;
const HUNDRED = 100;

const none = <T>(value: T | undefined): T | null => value ?? null;
const place = z.int().min(1).max(MOST_NUMBER);
const name = z.string().trim().min(1).max(MOST_LETTERS);
/** Absent, null and empty are the same. */
const optionalText = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .nullish()
    .transform((text) => (text === undefined || text === "" ? null : text));
const hundredths = (most: number) =>
  z
    .number()
    .min(0)
    .max(most)
    .nullish()
    .transform((value) =>
      value === null || value === undefined ? null : Math.round(value * HUNDRED) / HUNDRED,
    );

/** Lengths behind the winner, to the hundredth: 0.1 is a short head, 0.3 a neck. */
const margin = hundredths(MOST_LENGTHS);
const timeMs = z.int().min(1).max(MOST_TIME_MS).nullish().transform(none);
/** Its place at each call of the race, the last one at the finish. */
const positions = z
  .array(place)
  .max(MOST_CALLS)
  .nullish()
  .transform((calls) => calls ?? []);

/** One past run of a runner, as a card brings it. */
export const cardRun = z
  .object({
    date: z.iso.date(),
    track: name,
    distance_m: z.int().min(1).max(MOST_METRES).nullish().transform(none),
    going: optionalText(MOST_LETTERS),
    /** Null: it did not finish. */
    place: place.nullish().transform(none),
    /** How many ran. */
    starters: place.nullish().transform(none),
    margin,
    time_ms: timeMs,
    positions,
    weight_kg: z.number().min(1).max(MOST_KG).nullish().transform(none),
    jockey: optionalText(MOST_LETTERS),
    /** What 1.00 to win would have paid, stake included: 5.3. */
    price: hundredths(MOST_PRICE),
    comment: optionalText(MOST_COMMENT),
  })
  .refine((run) => isWithin([run.place, ...run.positions], run.starters), { path: ["starters"] });
export type CardRun = z.output<typeof cardRun>;

function isWithin(places: readonly (number | null)[], starters: number | null): boolean {
  return starters === null || places.every((each) => each === null || each <= starters);
}

/** What a tipster says of a race: runners in order of preference. */
export const raceTip = z.object({
  /** Who says so: shown with it. */
  by: name,
  numbers: z.array(place).min(1).max(MOST_CALLS),
  text: optionalText(MOST_COMMENT),
});
export type RaceTip = z.output<typeof raceTip>;

/** How a runner ran in the race itself. */
export const resultRun = z.object({ number: place, margin, time_ms: timeMs, positions });
export type ResultRun = z.output<typeof resultRun>;
export const resultRuns = z.array(resultRun).max(MOST_NUMBER);

/** As the wire gives them: every field is there. */
export const raceTipLine = z.object({
  by: z.string(),
  numbers: z.array(z.int()),
  text: z.string().nullable(),
});
export const resultRunLine = z.object({
  number: z.int(),
  margin: z.number().nullable(),
  time_ms: z.int().nullable(),
  positions: z.array(z.int()),
});
