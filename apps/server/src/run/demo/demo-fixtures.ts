import { withMargin } from "@club/domain";
import { INITIALS, SURNAMES } from "./names.ts";
import { type Random, below, pickOne, pickSome } from "./random.ts";

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
/* Invented: nothing here is a real club or person. */
const PLACES: readonly Side[] = [
  ["Harbour", "海港"],
  ["Northgate", "北門"],
  ["Ellerby", "艾勒比"],
  ["Castle Moor", "堡丘"],
  ["Saltwick", "鹽灣"],
  ["Quayside", "碼頭"],
  ["Dunmere", "鄧米爾"],
  ["Foxhall", "狐廳"],
  ["Pennant Vale", "旗谷"],
  ["Thornwick", "荊村"],
  ["Marrow Bay", "馬羅灣"],
  ["Kestrel Heath", "隼原"],
  ["Granite Hill", "花崗山"],
  ["Lantern Bay", "燈灣"],
  ["Copperfield", "銅原"],
  ["Otter Ford", "獺津"],
  ["Ravenscar", "鴉崖"],
  ["Millbrook", "磨坊溪"],
  ["Silverstone Park", "銀石園"],
  ["Windrush", "風川"],
  ["Elm Cross", "榆十字"],
  ["Barrow Point", "巴羅角"],
  ["Heron Lake", "鷺湖"],
  ["Stag Island", "鹿島"],
];
const FOOTBALL_CLUBS: readonly Side[] = [
  ["Rovers", "流浪"],
  ["Town", "鎮"],
  ["Athletic", "競技"],
  ["Borough", "自治市"],
  ["Wanderers", "漫遊者"],
  ["Albion", "阿爾比恩"],
  ["City", "城"],
  ["County", "郡"],
  ["Union", "聯合"],
  ["Rangers", "巡遊者"],
];
const BASKETBALL_CLUBS: readonly Side[] = [
  ["Hawks", "鷹"],
  ["Bears", "熊"],
  ["Kings", "王"],
  ["Suns", "太陽"],
  ["Comets", "彗星"],
  ["Otters", "水獺"],
  ["Giants", "巨人"],
  ["Sharks", "鯊"],
];
/** The first half of the places plays in one league, the second in the other. */
const LEAGUES = ["Northern League", "Coastal League"] as const;

const sidesOf = (clubs: readonly Side[], places = PLACES): Side[] =>
  places.flatMap(([place, chinese]) =>
    clubs.map(([club, word]): Side => [`${place} ${club}`, `${chinese}${word}`]),
  );
const TENNIS: readonly Side[] = INITIALS.flatMap((initial) =>
  SURNAMES.map((name): Side => [`${initial} ${name}`, ""]),
);
const half = PLACES.length / 2;
/** Who meets whom: sides of one competition. */
const COMPETITIONS = [
  { sport: "football", name: LEAGUES[0], sides: sidesOf(FOOTBALL_CLUBS, PLACES.slice(0, half)) },
  { sport: "football", name: LEAGUES[1], sides: sidesOf(FOOTBALL_CLUBS, PLACES.slice(half)) },
  { sport: "tennis", name: "Quay Open", sides: TENNIS },
  { sport: "basketball", name: "Granite League", sides: sidesOf(BASKETBALL_CLUBS) },
] as const;
const GOALS = 7;
const MARGIN_BPS = 550;

/**
 * A new event of some sport, with all its markets priced from one guess at the sides' strength; null
 * when everybody plays already.
 *
 * @param busy - who has a match on that day: nobody plays twice.
 */
export function drawFixture(
  random: Random,
  startTime: Date,
  busy: ReadonlySet<string>,
): DemoFixture | null {
  const open = COMPETITIONS.map(({ sport, name, sides }) => {
    return { sport, name, sides: sides.filter(([side]) => !busy.has(side)) };
  }).filter(({ sides }) => sides.length > 1);
  if (open.length === 0) return null;
  const { sport, name, sides } = pickOne(random, open);
  const [home, away] = pickSome(random, sides, 2) as [Side, Side];
  const namesOf = ([, chinese]: Side): Record<string, string> =>
    chinese === "" ? {} : { "zh-Hant": chinese };
  return {
    sport,
    competition: name,
    home: home[0],
    away: away[0],
    home_names: namesOf(home),
    away_names: namesOf(away),
    start_time: startTime.toISOString(),
    publish: true,
    markets: sport === "football" ? footballMarkets(random) : twoSided(random, sport),
  };
}

type Chances = (is: (home: number, away: number) => boolean) => number;

function footballMarkets(random: Random): DemoFixture["markets"] {
  const table = goalTable(0.8 + random() * 1.3, 0.6 + random() * 1.1);
  const chanceOf: Chances = (is) =>
    table.reduce((total, { h, a, p }) => total + (is(h, a) ? p : 0), 0);
  return [...resultMarkets(chanceOf), ...lineMarkets(chanceOf)];
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

function twoSided(random: Random, sport: "tennis" | "basketball"): DemoFixture["markets"] {
  const win = 0.25 + random() * 0.5;
  const total = sport === "tennis" ? 3.5 : 155.5 + 5 * below(random, 6);
  return [
    { type: "two_way", outcomes: priced({ home: win, away: 1 - win }) },
    { type: "over_under", line: total, outcomes: priced({ over: 0.5, under: 0.5 }) },
  ];
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
