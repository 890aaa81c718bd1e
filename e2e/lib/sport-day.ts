import { ok, type TestClub } from "../../apps/server/src/test/club.ts";

/** An event of a sport day, as the API created it. */
export interface SportMatch {
  readonly eventId: string;
  readonly home: string;
  readonly away: string;
}

export interface MatchFacts {
  readonly home: string;
  readonly away: string;
  /** Home, draw, away in thousandths. */
  readonly odds: readonly [number, number, number];
  readonly competition?: string;
  readonly startInMinutes?: number;
  readonly homeNames?: Readonly<Record<string, string>>;
  readonly more?: readonly object[];
}

const MINUTE_MS = 60_000;
const THREE = ["home", "draw", "away"] as const;

/** Totals, a handicap, the double chance and some scores: a match with everything on it. */
export const MANY_MARKETS: readonly object[] = [
  ...[1.5, 2.5, 3.25].map((line) => ({
    type: "over_under",
    line,
    outcomes: [
      { key: "over", odds_milli: 1500 + Math.round(line * 160) },
      { key: "under", odds_milli: 2600 - Math.round(line * 200) },
    ],
  })),
  {
    type: "asian_handicap",
    line: -0.25,
    outcomes: [
      { key: "home", odds_milli: 1930 },
      { key: "away", odds_milli: 1910 },
    ],
  },
  {
    type: "double_chance",
    outcomes: [
      { key: "home_draw", odds_milli: 1220 },
      { key: "home_away", odds_milli: 1280 },
      { key: "draw_away", odds_milli: 1950 },
    ],
  },
  {
    type: "correct_score",
    outcomes: ["1-0", "2-0", "2-1", "0-0", "1-1", "0-1", "1-2", "other"].map((key, index) => ({
      key,
      odds_milli: 6500 + index * 750,
    })),
  },
];

/** Makes a match that is open for bets. */
export async function openMatch(
  club: TestClub,
  token: string,
  facts: MatchFacts,
): Promise<SportMatch> {
  const { home, away, odds } = facts;
  const start = Date.now() + (facts.startInMinutes ?? 90) * MINUTE_MS;
  const event = ok(
    await club.call("POST", "/api/operator/sports/events", {
      token,
      body: {
        sport: "football",
        competition: facts.competition ?? "Northern League",
        home,
        away,
        home_names: facts.homeNames ?? {},
        start_time: new Date(start).toISOString(),
        markets: [
          {
            type: "1x2",
            outcomes: THREE.map((key, index) => ({ key, odds_milli: odds[index] })),
          },
          ...(facts.more ?? []),
        ],
        publish: true,
      },
    }),
  );
  return { eventId: event.event_id, home, away };
}
