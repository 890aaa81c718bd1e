/* The columns of a card as a sheet: one line per runner, those of meeting and race repeated in each. */

/** Repeated in every line of a meeting. */
export const MEETING_COLUMNS = [
  "meeting_code",
  "meeting_name",
  "country",
  "date",
  "timezone",
  "currency",
  "event_type",
  "rule_set",
  "dividends",
] as const;

/** Repeated in every line of a race, beside its number. */
export const RACE_COLUMNS = [
  "race_name",
  "distance_m",
  "class",
  "handicap",
  "going",
  "start_time",
  "pools",
] as const;

export const RUNNER_COLUMNS = [
  "number",
  "name",
  "barrier",
  "jockey",
  "trainer",
  "weight_kg",
  "form",
  "scratched",
  "comment",
] as const;

export const CARD_COLUMNS = [
  ...MEETING_COLUMNS,
  "race",
  ...RACE_COLUMNS,
  ...RUNNER_COLUMNS,
] as const;

/** Without these a sheet is no card: they tell a meeting's races and runners apart. */
export const NEEDED_CARD_COLUMNS = ["meeting_code", "race", "number", "name"] as const;

export type RaceColumn = (typeof RACE_COLUMNS)[number];
export type RunnerColumn = (typeof RUNNER_COLUMNS)[number];
export type CardColumn = (typeof CARD_COLUMNS)[number];
