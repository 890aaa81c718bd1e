import { describe, expect, test } from "vitest";
import { Refusal } from "@club/domain";
import { readFootballData } from "./read-football-data.ts";
import { readOddsApi } from "./read-odds-api.ts";

/* Files as feeds really send them: each oddity ends as the right odds or a named problem. */

const ANY = { bookmaker: null };
const [HOME, AWAY] = ["Northgate Rovers", "Harbour Town"];

const h2h = (home: unknown, draw: unknown, away: unknown) => ({
  key: "h2h",
  outcomes: [
    { name: HOME, price: home },
    ...(draw === undefined ? [] : [{ name: "Draw", price: draw }]),
    ...(away === undefined ? [] : [{ name: AWAY, price: away }]),
  ],
});
const lined = (key: "totals" | "spreads", sides: [string, unknown, unknown][]) => ({
  key,
  outcomes: sides.map(([name, price, point]) => ({ name, price, point })),
});
const book = (key: string, ...markets: unknown[]) => ({ key, title: key, markets });
const event = (bookmakers: unknown, more: Record<string, unknown> = {}) => ({
  id: "e1",
  sport_key: "soccer_epl",
  sport_title: "EPL",
  commence_time: "2099-03-28T15:00:00Z",
  home_team: HOME,
  away_team: AWAY,
  bookmakers,
  ...more,
});
/** What is read of one event: its markets, a line each, and the problems. */
function read(payload: unknown, options: { bookmaker: string | null } = ANY) {
  const { events, problems } = readOddsApi(payload, options);
  const markets = events.flatMap((each) =>
    each.markets.map(({ type, lineMilli, outcomes }) =>
      [type, lineMilli, ...outcomes.map(({ key, oddsMilli }) => `${key} ${oddsMilli}`)].join(", "),
    ),
  );
  return { markets, problems, events };
}
const reasonOf = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return [error.code, error.params["reason"]];
  }
};

describe("the-odds-api", () => {
  test("the middle of two and of four bookmakers is the mean of the two in it, rounded down", () => {
    const two = [book("a", h2h(2.1, 3.4, 3.6)), book("b", h2h(2.101, 3.3, 3.5))];
    expect(read([event(two)]).markets).toEqual(["1x2, , home 2100, draw 3350, away 3550"]);
    const four = [...two, book("c", h2h(1.5, 9, 9)), book("d", h2h(2.11, 1.1, 3.6))];
    expect(read([event(four)]).markets).toEqual(["1x2, , home 2100, draw 3350, away 3600"]);
  });

  test.each([
    ["1.0, where a book has taken a side off", 1],
    ["0", 0],
    ["null, where JSON has no NaN", null],
    ["text that is none", "evens"],
    ["more than the most", 1001],
    ["a thousandth that rounds to 1", 1.0004],
  ])("a price that is %s spoils that book's market and no other", (_, price) => {
    const books = [book("a", h2h(price, 3.4, 3.6)), book("b", h2h(2.2, 3.2, 3.4))];
    const { markets, problems } = read([event(books)]);
    expect(markets).toEqual(["1x2, , home 2200, draw 3200, away 3400"]);
    expect(problems).toEqual([
      `event 1 (${HOME}): a h2h: the price of "${HOME}" is none`,
      `event 1 (${HOME}): a h2h: lacks a side`,
    ]);
  });

  test("odds as text are odds", () => {
    expect(read([event([book("a", h2h("2.10", "3.4", 3.6))])]).markets).toHaveLength(1);
  });

  test("a football book without its draw is no two-way market; another sport's is one, beside a three-way", () => {
    const { markets, problems } = read([event([book("a", h2h(1.5, undefined, 2.5))])]);
    expect([markets, problems]).toEqual([[], [`event 1 (${HOME}): a h2h: lacks a side`]]);
    const rugby = event([book("a", h2h(1.5, undefined, 2.5)), book("b", h2h(1.6, 21, 2.7))], {
      sport_key: "rugbyleague_nrl",
    });
    // Two-way and three-way odds are never mixed into one market.
    expect(read([rugby]).markets).toEqual([
      "two_way, , home 1500, away 2500",
      "1x2, , home 1600, draw 21000, away 2700",
    ]);
  });

  test("a side alone is no market, and a line of each side's own is none either", () => {
    const { markets, problems } = read([
      event([
        book(
          "a",
          h2h(2, 3, undefined),
          lined("totals", [["Over", 1.9, 2.5]]),
          lined("spreads", [
            [HOME, 1.9, -0.5],
            [AWAY, 1.9, 0.25],
          ]),
          lined("totals", [
            ["Over", 1.9, 2.4],
            ["Under", 1.9, 2.4],
          ]),
        ),
      ]),
    ]);
    expect(markets).toEqual([]);
    expect(problems.map((problem) => problem.split(": ").slice(1).join(": "))).toEqual([
      "a h2h: lacks a side",
      "a totals: 2.5 lacks a side",
      "a spreads: -0.5 lacks a side",
      "a spreads: -0.25 lacks a side",
      'a totals: the line of "Over" is none',
      'a totals: the line of "Under" is none',
    ]);
  });

  test("a handicap has the home side's line, whichever side comes first", () => {
    const sides: [string, unknown, unknown][] = [
      [AWAY, 1.95, "0.75"],
      [HOME, 1.9, -0.75],
    ];
    expect(read([event([book("a", lined("spreads", sides))])]).markets).toEqual([
      "asian_handicap, -750, home 1900, away 1950",
    ]);
  });

  test("a name that is no side is named; nothing is guessed from its place", () => {
    const renamed = {
      key: "h2h",
      outcomes: [
        { name: "Northgate R.", price: 2 },
        { name: "Draw", price: 3 },
        { name: AWAY, price: 4 },
      ],
    };
    const { markets, problems } = read([event([book("a", renamed)])]);
    expect(markets).toEqual([]);
    expect(problems[0]).toContain('"Northgate R." is no side of it');
  });

  test("the bookmaker that was asked for is missing: no odds of another take its place", () => {
    const { markets, problems, events } = read([event([book("a", h2h(2, 3, 4))])], {
      bookmaker: "b",
    });
    expect([markets, problems]).toEqual([[], [`event 1 (${HOME}): no odds of b`]]);
    expect(events[0]?.isPriced).toBe(true);
  });

  test("a file of scores says nothing of prices; one of odds that has none says that they are gone", () => {
    expect(read([event(undefined)]).events[0]?.isPriced).toBe(false);
    expect(read([event([])]).events[0]?.isPriced).toBe(true);
  });

  test("American odds are refused as a whole: 150 would be read as a hundred and fifty to one", () => {
    const american = [event([book("a", h2h(150, 240, -110))])];
    expect(reasonOf(() => read(american))).toEqual(["feed.unreadable", "odds_format"]);
  });

  test("an outright keeps names that a key may not hold; unknown sports keep their own name", () => {
    const outright = {
      key: "outrights",
      outcomes: [
        { name: "Ludvig Åberg (a)", price: 21 },
        { name: "J. O'Neill", price: 8.5 },
        { name: "★", price: 3 },
      ],
    };
    const { events, problems } = read([
      event([book("a", outright)], { home_team: null, away_team: null, sport_key: "curling_cup" }),
    ]);
    expect(events[0]).toMatchObject({ sport: "curling", home: "EPL", away: "" });
    expect(events[0]?.markets[0]?.outcomes).toEqual([
      { key: "Ludvig Åberg a", name: "Ludvig Åberg (a)", oddsMilli: 21_000 },
      { key: "J. O'Neill", name: null, oddsMilli: 8500 },
    ]);
    expect(problems).toEqual(['event 1 (EPL): a outrights: "★" is no side of it']);
    expect(read([event([], { sport_key: "4x4_cup" })]).events[0]?.sport).toBe("other");
  });

  test.each([
    ["no list", { data: [] }, "shape"],
    ["a cut file", '[{"id": "e1"', "json"],
    ["NaN, which is no JSON", '[{"id": NaN}]', "json"],
  ])("%s is refused as a whole", (_, payload, reason) => {
    expect(reasonOf(() => read(payload))).toEqual(["feed.unreadable", reason]);
  });

  test.each([
    ["without its number", { id: "" }, "id"],
    ["with a start that is none", { commence_time: "2099-02-30T15:00:00Z" }, "commence_time"],
    ["with a start of no zone", { commence_time: "2099-02-20T15:00:00" }, "commence_time"],
    ["whose sides have one name", { away_team: HOME }, "its sides have no names"],
    ["with a NUL in a name", { home_team: "A\u0000" }, "home_team a character that is none"],
  ])("an event %s is left out and named, the next one is read", (_, more, problem) => {
    const { events, problems } = read([event([], more), event([], { id: "e2" })]);
    expect(events.map(({ sourceId }) => sourceId)).toEqual(["e2"]);
    expect([problems.length, problems[0]]).toEqual([1, expect.stringContaining(problem)]);
  });

  test("a file that begins with a byte order mark; scores as numbers; a live one", () => {
    const scores = [
      { name: AWAY, score: 1 },
      { name: HOME, score: "2" },
    ];
    const payload = `\uFEFF${JSON.stringify([event(undefined, { scores, completed: false })])}`;
    expect(read(payload).events[0]?.score).toEqual({ home: 2, away: 1, isFinal: false });
    const odd = [{ name: HOME, score: "2 (4)" }];
    expect(read([event([], { scores: odd, completed: true })]).events[0]?.score).toBeNull();
  });
});

describe("football-data", () => {
  const HEAD =
    "Div,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG,B365H,B365D,B365A,B365>2.5,B365<2.5,AHh,B365AHH,B365AHA";
  const csv = (...lines: string[]): string => [HEAD, ...lines].join("\n");
  const startOf = (date: string, time: string) =>
    readFootballData(csv(`E0,${date},${time},A,B`), ANY).events[0]?.startTime.toISOString();

  test.each([
    ["28/03/26", "15:00", "2026-03-28T15:00:00.000Z"],
    ["29/03/2026", "15:00", "2026-03-29T14:00:00.000Z"],
    ["25/10/2026", "15:00", "2026-10-25T15:00:00.000Z"],
    ["24/10/2026", "19:45", "2026-10-24T18:45:00.000Z"],
    ["1/8/2026", "", "2026-08-01T14:00:00.000Z"],
    ["14/08/93", "15:00", "1993-08-14T14:00:00.000Z"],
    ["14/08/92", "15:00", "2092-08-14T14:00:00.000Z"],
  ])("%s %s in Britain is %s", (date, time, instant) => {
    expect(startOf(date, time)).toBe(instant);
  });

  test.each([
    ["31/02/2026", "15:00"],
    ["03/31/2026", "15:00"],
    ["2026-03-28", "15:00"],
    ["28/03/2026", "25:00"],
    // The hour skipped by the clock change.
    ["29/03/2026", "01:30"],
  ])("%s %s is no time, and said to be none", (date, time) => {
    const { events, problems } = readFootballData(csv(`E0,${date},${time},A,B`), ANY);
    expect(events).toEqual([]);
    expect(problems).toEqual([expect.stringMatching(/^line 2: its (date|time) is none$/)]);
  });

  test("a byte order mark, CRLF, quotes with commas, blank lines and short lines", () => {
    const file = `\uFEFF${HEAD}\r\nE0,28/03/2026,15:00,"Brighton, Hove","A ""B"" C",2,1,2.1,3.4,3.6\r\n\r\n,,,,\r\nE0,28/03/2026,15:00,A,B\r\n`;
    const { events, problems } = readFootballData(file, ANY);
    expect(problems).toEqual([]);
    expect(events.map(({ home, away }) => [home, away])).toEqual([
      ["Brighton, Hove", 'A "B" C'],
      ["A", "B"],
    ]);
    expect(events[0]?.markets[0]?.outcomes.map(({ oddsMilli }) => oddsMilli)).toEqual([
      2100, 3400, 3600,
    ]);
    expect(events[0]?.score).toEqual({ home: 2, away: 1, isFinal: true });
  });

  test("a comma too many, a quote without an end and a price that is none are named by their line", () => {
    const { events, problems } = readFootballData(
      csv(
        "E0,28/03/2026,15:00,Brighton, Hove,A,2,1,2.1,3.4,3.6,1.9,1.9,-0.5,1.9,1.9",
        'E0,28/03/2026,15:00,"A,B,2,1,2.1,3.4,3.6',
        "E0,28/03/2026,15:00,A,B,,,2.1,NaN,3.6,1.90,,-0.75,1.9,1.9",
        "E0,28/03/2026,15:00,A,C,,,1,3.4,3.6,,,0.3,1.9,1.9",
      ),
      ANY,
    );
    expect(problems).toEqual([
      "line 2: it has too many cells",
      "line 3: its quotes have no end",
      "line 4: 1x2 lacks a price",
      "line 5: 1x2 lacks a price",
    ]);
    expect(events.map((each) => each.markets.map(({ type }) => type))).toEqual([
      ["asian_handicap"],
      [],
    ]);
  });

  test("the odds of the bookmaker that was asked for, or none", () => {
    const line = "E0,28/03/2026,15:00,A,B,,,2.1,3.4,3.6";
    expect(readFootballData(csv(line), { bookmaker: "PS" })).toMatchObject({
      problems: ["no odds of PS"],
      events: [{ markets: [], isPriced: false }],
    });
    expect(readFootballData(csv(line), ANY).events[0]?.isPriced).toBe(true);
  });

  test("a file in another encoding is refused as a whole", () => {
    expect(reasonOf(() => readFootballData("D\0i\0v\0", ANY))).toEqual(["feed.unreadable", "csv"]);
  });
});
