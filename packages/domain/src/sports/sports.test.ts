import { describe, expect, test } from "vitest";
import { Refusal } from "../refusal.ts";
import { checkMarket } from "./check-market.ts";
import { type Score, decideAbandoned, decideMarket } from "./decide-market.ts";
import { interruptionRule, standsPostponed } from "./interruptions.ts";
import { marginBps, medianOdds, withMargin } from "./margin.ts";
import { FIXED_OUTCOMES, type MarketType } from "./market-types.ts";
import { priceSportBet } from "./price-sport-bet.ts";
import { settleSportBet } from "./settle-sport-bet.ts";

const SCORES = ["2-1", "0-0", "1-1", "other"];

/** Market, line, score, and what becomes of its outcomes in their order. */
const CASES: [MarketType, number | null, string, string][] = [
  ["1x2", null, "2:1", "won lost lost"],
  ["1x2", null, "1:1", "lost won lost"],
  ["1x2", null, "0:3", "lost lost won"],
  ["two_way", null, "2:1", "won lost"],
  ["two_way", null, "0:1", "lost won"],
  ["two_way", null, "1:1", "void void"],
  ["over_under", 2500, "2:1", "won lost"],
  ["over_under", 2500, "1:1", "lost won"],
  ["over_under", 3000, "2:1", "void void"],
  ["over_under", 2750, "2:1", "half_won half_lost"],
  ["over_under", 3250, "2:1", "half_lost half_won"],
  ["over_under", 2250, "2:1", "won lost"],
  ["double_chance", null, "1:1", "won lost won"],
  ["double_chance", null, "2:1", "won won lost"],
  ["double_chance", null, "0:1", "lost won won"],
  ["correct_score", null, "2:1", "won lost lost lost"],
  ["correct_score", null, "5:4", "lost lost lost won"],
  ["asian_handicap", -250, "1:1", "half_lost half_won"],
  ["asian_handicap", -250, "2:1", "won lost"],
  ["asian_handicap", 250, "1:1", "half_won half_lost"],
  ["asian_handicap", -750, "2:1", "half_won half_lost"],
  ["asian_handicap", -1000, "2:1", "void void"],
  ["asian_handicap", -1500, "2:1", "lost won"],
  ["asian_handicap", -1250, "2:1", "half_lost half_won"],
  ["asian_handicap", 0, "1:1", "void void"],
];

const scoreOf = (text: string): Score => {
  const [home, away] = text.split(":").map(Number);
  return { home: home!, away: away! };
};

describe("markets", () => {
  test.each(CASES)("%s %s, %s: %s", (type, lineMilli, score, expected) => {
    const keys = FIXED_OUTCOMES[type] ?? SCORES;
    const results = decideMarket({ type, lineMilli, keys }, scoreOf(score));
    expect(results?.map(({ status }) => status).join(" ")).toBe(expected);
  });

  test("an outright does not follow from a score", () => {
    const market = { type: "outright", lineMilli: null, keys: ["a", "b"] } as const;
    expect(decideMarket(market, { home: 1, away: 0 })).toBeNull();
  });

  test.each([
    ["1x2", null, ["home", "draw", "away"], true],
    ["1x2", null, ["home", "away"], false],
    ["1x2", 2500, ["home", "draw", "away"], false],
    ["over_under", 2500, ["over", "under"], true],
    ["over_under", null, ["over", "under"], false],
    ["over_under", 2300, ["over", "under"], false],
    ["over_under", 0, ["over", "under"], false],
    ["asian_handicap", -750, ["away", "home"], true],
    ["correct_score", null, ["2-1", "other"], true],
    ["correct_score", null, ["2-1", "2-1"], false],
    ["correct_score", null, ["2:1", "other"], false],
    ["outright", null, ["Northgate", "Mill Lane"], true],
    ["outright", null, ["Northgate"], false],
  ] as const)("%s with line %s and %j is a market: %s", (type, lineMilli, keys, isOne) => {
    const check = () => checkMarket({ type, lineMilli, keys });
    if (isOne) expect(check).not.toThrow();
    else expect(check).toThrow(Refusal);
  });
});

describe("abandoned and postponed", () => {
  const total = (lineMilli: number) =>
    ({ type: "over_under", lineMilli, keys: ["over", "under"] }) as const;
  const words = (lineMilli: number, stand = true) =>
    decideAbandoned(total(lineMilli), { home: 2, away: 1 }, stand).map(({ status }) => status);

  test("a total that is over its line stands, where the sport says so", () => {
    expect(words(2500)).toEqual(["won", "lost"]);
    // Three goals: the half at 2.5 is over, the half at 3 is level, and void.
    expect(words(2750)).toEqual(["half_won", "half_lost"]);
    expect(words(3000)).toEqual(["void", "void"]);
    expect(words(3250)).toEqual(["void", "void"]);
    expect(words(3500)).toEqual(["void", "void"]);
    expect(words(2500, false)).toEqual(["void", "void"]);
    const match = { type: "1x2", lineMilli: null, keys: ["home", "draw", "away"] } as const;
    expect(decideAbandoned(match, { home: 2, away: 1 }, true).map(({ status }) => status)).toEqual([
      "void",
      "void",
      "void",
    ]);
  });

  test("how far a start may move", () => {
    const hour = 3_600_000;
    expect(standsPostponed("football", 0, 48 * hour)).toBe(true);
    expect(standsPostponed("football", 0, 48 * hour + 1)).toBe(false);
    expect(standsPostponed("tennis", 0, 200 * hour)).toBe(true);
    expect(standsPostponed("baseball", 0, 25 * hour)).toBe(false);
    expect(standsPostponed("football", 0, -hour)).toBe(true);
    expect(interruptionRule("curling")).toEqual(interruptionRule("football"));
  });
});

describe("margin", () => {
  test("of a book, and another one", () => {
    expect(marginBps([2000, 2000])).toBe(0);
    expect(marginBps([1910, 1910])).toBe(471);
    expect(marginBps([2100, 2100])).toBe(-476);
    expect(withMargin([2000, 2000], 500)).toEqual([1904, 1904]);
    expect(withMargin([1850, 3600, 4400], 0)).toEqual([1934, 3764, 4600]);
    expect(withMargin([1001, 900_000], 5000)).toEqual([1001, 600_067]);
  });

  test("the middle of odds", () => {
    expect([medianOdds([2100]), medianOdds([2100, 2140]), medianOdds([9000, 2100, 2140])]).toEqual([
      2100, 2120, 2140,
    ]);
  });
});

describe("a slip", () => {
  const leg = (eventId: string, combines = false, outcomeId = eventId) => ({
    eventId,
    outcomeId,
    oddsMilli: 2000,
    combines,
  });
  const codeOf = (act: () => unknown): string | null => {
    try {
      act();
      return null;
    } catch (error) {
      return (error as Refusal).code;
    }
  };
  const price = (
    kind: "single" | "multiple" | "trixie",
    legs: ReturnType<typeof leg>[],
    unit = 100n,
  ) => priceSportBet({ kind, legs, unitCents: unit }, 100_000_000n);

  test("takes the legs of its kind, of different events", () => {
    expect(codeOf(() => price("multiple", [leg("a")]))).toBe("sport.legs_count");
    expect(codeOf(() => price("single", [leg("a"), leg("b")]))).toBe("sport.legs_count");
    expect(codeOf(() => price("trixie", [leg("a"), leg("b")]))).toBe("sport.legs_count");
    const thirteen = Array.from({ length: 13 }, (_, i) => leg(String(i)));
    expect(codeOf(() => price("multiple", thirteen))).toBe("sport.legs_count");
    expect(codeOf(() => price("multiple", [leg("a", false, "x"), leg("a", true, "y")]))).toBe(
      "sport.related_legs",
    );
    expect(codeOf(() => price("multiple", [leg("a", true, "x"), leg("a", true, "y")]))).toBeNull();
    expect(codeOf(() => price("multiple", [leg("a", true, "x"), leg("a", true, "x")]))).toBe(
      "sport.related_legs",
    );
    expect(codeOf(() => price("single", [leg("a")], 0n))).toBe("bet.amount_invalid");
  });

  test("prints the maximum, and is paid at most that", () => {
    const legs = Array.from({ length: 12 }, (_, i) => ({
      ...leg(String(i)),
      oddsMilli: 10_000,
      result: { status: "won" } as const,
    }));
    const ask = { kind: "multiple", legs, unitCents: 100n } as const;
    const priced = priceSportBet(ask, 100_000_000n);
    expect([priced.returnCents, priced.maxPayoutCents]).toEqual([10n ** 14n, 100_000_000n]);
    expect(settleSportBet({ ...ask, ...priced }).payoutCents).toBe(100_000_000n);
  });

  test("one floor at the end of a line", () => {
    const won = { status: "won" } as const;
    const legs = [1333, 1333].map((oddsMilli, i) => ({
      ...leg(String(i)),
      oddsMilli,
      result: won,
    }));
    const ask = { kind: "multiple", legs, unitCents: 100n } as const;
    // 177.6889; floored leg by leg it would be 177.
    expect(priceSportBet({ ...ask, unitCents: 10_000n }, 10n ** 9n).returnCents).toBe(17_768n);
    expect(priceSportBet(ask, 10n ** 9n).returnCents).toBe(177n);
  });
});
