import { withMargin } from "@club/domain";
import { type Random, below, pickSome } from "./random.ts";

/** An event of the demo, in the form of the operator's call. */
export interface DemoFixture {
  readonly sport: string;
  readonly competition: string;
  readonly home: string;
  readonly away: string;
  readonly home_names: Record<string, string>;
  readonly away_names: Record<string, string>;
  readonly start_time: string;
  readonly publish: true;
  readonly markets: readonly {
    readonly type: string;
    readonly line?: number;
    readonly outcomes: readonly { readonly key: string; readonly odds_milli: number }[];
  }[];
}

/** A side with its Chinese name. */
type Side = readonly [name: string, chinese: string];
/** Invented: nothing here is a real club or person. */
const FOOTBALL: readonly Side[] = [
  ["Harbour Rovers", "海港流浪"],
  ["Northgate", "北門"],
  ["Ellerby Town", "艾勒比鎮"],
  ["Castle Moor", "堡丘"],
  ["Saltwick Athletic", "鹽灣競技"],
  ["Union Quay", "聯合碼頭"],
  ["Dunmere", "鄧米爾"],
  ["Foxhall Borough", "狐廳"],
  ["Pennant Vale", "旗谷"],
  ["Thornwick", "荊村"],
  ["Marrow Bay", "馬羅灣"],
  ["Kestrel Heath", "隼原"],
];
const TENNIS = [
  "Ada Wren",
  "Sol Ibarra",
  "Mika Lindqvist",
  "Jo Tamura",
  "Ines Brandt",
  "Nia Okoro",
];
const BASKETBALL = [
  "Pier Hawks",
  "Dock City",
  "Granite Bears",
  "Lantern Bay",
  "River Kings",
  "Copper Suns",
];
const GOALS = 7;
const MARGIN_BPS = 550;

/** A new event of some sport, with all its markets priced from one guess at the sides' strength. */
export function drawFixture(random: Random, startTime: Date): DemoFixture {
  const kind = below(random, 10);
  const start_time = startTime.toISOString();
  if (kind < 6) return footballMatch(random, start_time);
  return kind < 8
    ? twoSided(random, start_time, "tennis")
    : twoSided(random, start_time, "basketball");
}

type Chances = (is: (home: number, away: number) => boolean) => number;

function footballMatch(random: Random, start_time: string): DemoFixture {
  const [home, away] = pickSome(random, FOOTBALL, 2) as [Side, Side];
  const table = goalTable(0.8 + random() * 1.3, 0.6 + random() * 1.1);
  const chanceOf: Chances = (is) =>
    table.reduce((total, { h, a, p }) => total + (is(h, a) ? p : 0), 0);
  return {
    sport: "football",
    competition: random() < 0.7 ? "Northern League" : "Coastal Cup",
    home: home[0],
    away: away[0],
    home_names: { "zh-Hant": home[1] },
    away_names: { "zh-Hant": away[1] },
    start_time,
    publish: true,
    markets: [...resultMarkets(chanceOf), ...lineMarkets(chanceOf)],
  };
}

const SCORES = ["1-0", "2-0", "2-1", "0-0", "1-1", "0-1", "0-2", "1-2"];

function resultMarkets(chanceOf: Chances): DemoFixture["markets"] {
  const [home, draw, away] = [
    chanceOf((h, a) => h > a),
    chanceOf((h, a) => h === a),
    chanceOf((h, a) => h < a),
  ] as const;
  const scored = SCORES.map((key) => [key, chanceOf((h, a) => `${h}-${a}` === key)] as const);
  const other = 1 - scored.reduce((total, [, p]) => total + p, 0);
  const doubles = { home_draw: home + draw, home_away: home + away, draw_away: draw + away };
  return [
    { type: "1x2", outcomes: priced({ home, draw, away }) },
    { type: "double_chance", outcomes: priced(doubles, 2) },
    { type: "correct_score", outcomes: priced({ ...Object.fromEntries(scored), other }) },
  ];
}

function lineMarkets(chanceOf: Chances): DemoFixture["markets"] {
  const line = chanceOf((h, a) => h > a) > chanceOf((h, a) => h < a) ? -0.5 : 0.5;
  const sides = { home: chanceOf((h, a) => h + line > a), away: chanceOf((h, a) => h + line < a) };
  const totals = [1.5, 2.5, 3.5].map((total) => {
    const over = chanceOf((h, a) => h + a > total);
    return { type: "over_under", line: total, outcomes: priced({ over, under: 1 - over }) };
  });
  return [...totals, { type: "asian_handicap", line, outcomes: priced(sides) }];
}

function twoSided(random: Random, start_time: string, sport: "tennis" | "basketball"): DemoFixture {
  const isTennis = sport === "tennis";
  const [home = "", away = ""] = pickSome(random, isTennis ? TENNIS : BASKETBALL, 2);
  const win = 0.25 + random() * 0.5;
  const total = isTennis ? 3.5 : 155.5 + 5 * below(random, 6);
  return {
    sport,
    competition: isTennis ? "Quay Open" : "Granite League",
    home,
    away,
    home_names: {},
    away_names: {},
    start_time,
    publish: true,
    markets: [
      { type: "two_way", outcomes: priced({ home: win, away: 1 - win }) },
      { type: "over_under", line: total, outcomes: priced({ over: 0.5, under: 0.5 }) },
    ],
  };
}

/** Probabilities of scores when each side scores independently, by a Poisson law. */
function goalTable(home: number, away: number): { h: number; a: number; p: number }[] {
  const law = (mean: number): number[] => {
    const chances = [Math.exp(-mean)];
    for (let n = 1; n < GOALS; n++) chances.push(((chances[n - 1] ?? 0) * mean) / n);
    return chances;
  };
  const [ofHome, ofAway] = [law(home), law(away)];
  return ofHome.flatMap((p, h) => ofAway.map((q, a) => ({ h, a, p: p * q })));
}

/** Odds for chances, with a margin: a book whose chances add up to `whole`. */
function priced(
  chances: Readonly<Record<string, number>>,
  whole = 1,
): { key: string; odds_milli: number }[] {
  const keys = Object.keys(chances);
  const fair = keys.map((key) => {
    const chance = Math.min(Math.max(chances[key] ?? 0, 0.004), 0.97);
    return Math.max(1005, Math.round(1000 / chance));
  });
  const odds = withMargin(fair, (whole - 1) * 10_000 + MARGIN_BPS);
  return keys.map((key, i) => ({ key, odds_milli: tidy(odds[i] ?? 2000) }));
}

/** Rounds odds to the steps that a board shows. */
export function tidy(oddsMilli: number): number {
  const step = oddsMilli < 5000 ? 10 : oddsMilli < 10_000 ? 100 : 500;
  return Math.max(1010, Math.round(oddsMilli / step) * step);
}
