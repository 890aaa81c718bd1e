/** Every type of market. Source: docs/rules/sports.md, "Markets". */
export const MARKET_TYPES = [
  "1x2",
  "two_way",
  "over_under",
  "double_chance",
  "correct_score",
  "outright",
  "asian_handicap",
] as const;
export type MarketType = (typeof MARKET_TYPES)[number];

/** Types that need a line; it is kept in thousandths (2.5 = 2500). */
export const LINE_TYPES: ReadonlySet<MarketType> = new Set(["over_under", "asian_handicap"]);

/** The outcomes that a type must have, in the order of a board; null: free keys. */
export const FIXED_OUTCOMES: Readonly<Record<MarketType, readonly string[] | null>> = {
  "1x2": ["home", "draw", "away"],
  two_way: ["home", "away"],
  over_under: ["over", "under"],
  double_chance: ["home_draw", "home_away", "draw_away"],
  correct_score: null,
  outright: null,
  asian_handicap: ["home", "away"],
};

/** Sports with a name in every language; others are shown by their key. */
export const SPORTS = [
  "football",
  "tennis",
  "basketball",
  "cricket",
  "american_football",
  "ice_hockey",
  "baseball",
  "rugby",
  "golf",
] as const;
export type Sport = (typeof SPORTS)[number];

/** What the player wants when the odds have moved since they were shown. */
export const PRICE_POLICIES = ["any", "better", "ask"] as const;
export type PricePolicy = (typeof PRICE_POLICIES)[number];

/** What an operator may say of an outcome. */
export const OUTCOME_VERDICTS = ["won", "lost", "void", "dead_heat"] as const;
export type OutcomeVerdict = (typeof OUTCOME_VERDICTS)[number];

/** What became of a leg, as a list shows it; half_won and half_lost come of quarter lines. */
export const LEG_STATUSES = [
  "open",
  "won",
  "lost",
  "void",
  "half_won",
  "half_lost",
  "dead_heat",
] as const;
export type LegStatus = (typeof LEG_STATUSES)[number];

/** Odds are decimal odds x 1000: 1.001 to 1,000.000. */
export const LEAST_ODDS_MILLI = 1001;
export const MOST_ODDS_MILLI = 1_000_000;
