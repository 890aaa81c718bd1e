import fc from "fast-check";
import { expect, test } from "vitest";
import { LAWS } from "../../test/laws.ts";
import { SPORT_BET_KINDS, type SportBetKind } from "./bet-kinds.ts";
import { decideMarket } from "./decide-market.ts";
import type { MarketType } from "./market-types.ts";
import type { OutcomeResult } from "./outcome-result.ts";
import { priceSportBet } from "./price-sport-bet.ts";
import { paidLines, settleSportBet } from "./settle-sport-bet.ts";

/*
 * The rules of docs/rules/sports.md a second time, in other words: lines as bit patterns, lines of markets in
 * quarters of a goal, factors as fractions of plain big integers. It takes nothing of the engine but its types.
 */

/** How many lines a system has, and of which sizes: the page's table. */
const TABLE: Readonly<
  Record<string, readonly [legs: number, from: number, to: number, lines: number]>
> = {
  trixie: [3, 2, 3, 4],
  yankee: [4, 2, 4, 11],
  canadian: [5, 2, 5, 26],
  heinz: [6, 2, 6, 57],
  patent: [3, 1, 3, 7],
  lucky15: [4, 1, 4, 15],
  lucky31: [5, 1, 5, 31],
  lucky63: [6, 1, 6, 63],
};

type Ratio = readonly [top: bigint, bottom: bigint];

interface Leg {
  readonly type: MarketType;
  readonly keys: readonly string[];
  readonly key: string;
  /** In quarters of a goal: 9 is 2.25. */
  readonly quarters: number;
  readonly oddsMilli: number;
  readonly home: number;
  readonly away: number;
  /** What an operator says instead of the score; tied for places in a dead heat. */
  readonly said: "score" | "void" | readonly [tied: number, places: number];
}

/** Above 0 won, 0 void, below lost; in quarters of a goal. */
function ahead(leg: Leg, quarters: number): number {
  const { home, away, key } = leg;
  if (leg.type === "over_under") {
    const over = 4 * (home + away) - quarters;
    return key === "over" ? over : -over;
  }
  const side = 4 * (home - away) + quarters;
  return key === "home" ? side : -side;
}

function won(leg: Leg): boolean | "tie" {
  const { type, key, keys, home, away } = leg;
  const full = home > away ? "home" : home < away ? "away" : "draw";
  if (type === "1x2") return key === full;
  if (type === "two_way") return full === "draw" ? "tie" : key === full;
  if (type === "double_chance") return key.includes(full);
  const score = `${home}-${away}`;
  return key === "other" ? !keys.includes(score) : key === score;
}

function factor(leg: Leg): Ratio {
  const odds = BigInt(leg.oddsMilli);
  if (leg.said === "void") return [1n, 1n];
  if (leg.said !== "score") return [odds * BigInt(leg.said[1]), 1000n * BigInt(leg.said[0])];
  if (leg.type !== "over_under" && leg.type !== "asian_handicap") {
    const is = won(leg);
    return is === "tie" ? [1n, 1n] : is ? [odds, 1000n] : [0n, 1n];
  }
  // The mean of two equal halves; a line that is no quarter line has the same half twice.
  const isQuarter = leg.quarters % 2 !== 0;
  const halves = isQuarter ? [leg.quarters - 1, leg.quarters + 1] : [leg.quarters, leg.quarters];
  const sum = halves
    .map((line) => ahead(leg, line))
    .map((by) => (by > 0 ? odds : by === 0 ? 1000n : 0n))
    .reduce((total, each) => total + each, 0n);
  return [sum, 2000n];
}

/** Every line of a bet as a pattern of bits, one a leg. */
function patterns(kind: SportBetKind, legs: number): number[] {
  const all = 2 ** legs - 1;
  const sizes = TABLE[kind];
  if (sizes === undefined) return [all];
  const [, from, to] = sizes;
  return Array.from({ length: all }, (_, i) => i + 1).filter((bits) => {
    const size = bits.toString(2).replaceAll("0", "").length;
    return size >= from && size <= to;
  });
}

function lineOf(unit: bigint, bits: number, factors: readonly Ratio[]): bigint {
  const inLine = factors.filter((_, i) => (bits & (1 << i)) !== 0);
  const top = inLine.reduce((product, [t]) => product * t, unit);
  return top / inLine.reduce((product, [, b]) => product * b, 1n);
}

function returned(bet: { kind: SportBetKind; unit: bigint; factors: readonly Ratio[] }): bigint {
  return patterns(bet.kind, bet.factors.length)
    .map((bits) => lineOf(bet.unit, bits, bet.factors))
    .reduce((total, each) => total + each, 0n);
}

// ---------------------------------------------------------------- random bets

const SCORES = ["0-0", "1-0", "0-1", "1-1", "2-1", "other"];
const KEYS: readonly (readonly [MarketType, readonly string[]])[] = [
  ["1x2", ["home", "draw", "away"]],
  ["two_way", ["home", "away"]],
  ["double_chance", ["home_draw", "home_away", "draw_away"]],
  ["correct_score", SCORES],
  ["over_under", ["over", "under"]],
  ["asian_handicap", ["home", "away"]],
  ["asian_handicap", ["home", "away"]],
];

const said: fc.Arbitrary<Leg["said"]> = fc.oneof(
  { weight: 14, arbitrary: fc.constant("score" as const) },
  { weight: 3, arbitrary: fc.constant("void" as const) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.integer({ min: 2, max: 7 }), fc.integer({ min: 1, max: 6 }))
      .filter(([tied, places]) => places < tied),
  },
);
/** Few goals and short lines, so that ties, halves and voids are frequent; and odds at both ends. */
const leg: fc.Arbitrary<Leg> = fc.constantFrom(...KEYS).chain(([type, keys]) =>
  fc.record({
    type: fc.constant(type),
    keys: fc.constant(keys),
    key: fc.constantFrom(...keys),
    quarters:
      type === "over_under" ? fc.integer({ min: 1, max: 18 }) : fc.integer({ min: -9, max: 9 }),
    oddsMilli: fc.oneof(
      fc.integer({ min: 1001, max: 9999 }),
      fc.integer({ min: 1001, max: 9999 }),
      fc.constantFrom(1001, 1333, 1667, 2000, 1_000_000),
    ),
    home: fc.nat(3),
    away: fc.nat(3),
    said,
  }),
);

/** A leg that brings something: most random long multiples would be lost. */
const alive = leg.filter((each) => factor(each)[0] > 0n);

const bets = fc.constantFrom(...SPORT_BET_KINDS).chain((kind) => {
  const legs = TABLE[kind]?.[0];
  const [least, most] = legs === undefined ? (kind === "single" ? [1, 1] : [2, 12]) : [legs, legs];
  const sized = (each: fc.Arbitrary<Leg>) => fc.array(each, { minLength: least, maxLength: most });
  return fc.record({
    kind: fc.constant(kind),
    unit: fc.oneof(fc.bigInt(1n, 100n), fc.bigInt(1n, 2_000_000n)),
    legs: fc.oneof(sized(leg), sized(alive)),
    clubMax: fc.oneof(
      fc.constant(100_000_000n),
      fc.bigInt(1n, 3_000_000n),
      fc.constant(10n ** 60n),
    ),
  });
});

function decided(each: Leg): OutcomeResult {
  if (each.said === "void") return { status: "void" };
  if (each.said !== "score") {
    return { status: "dead_heat", tied: each.said[0], places: each.said[1] };
  }
  const isLined = each.type === "over_under" || each.type === "asian_handicap";
  const market = {
    type: each.type,
    lineMilli: isLined ? each.quarters * 250 : null,
    keys: each.keys,
  };
  const results = decideMarket(market, { home: each.home, away: each.away });
  return results?.[each.keys.indexOf(each.key)] as OutcomeResult;
}

test("thousands of random bets pay what a second reading of the rules says, to the cent", () => {
  const seen = new Map<string, number>();
  const count = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1);
  fc.assert(
    fc.property(bets, ({ kind, unit, legs, clubMax }) => {
      const asked = {
        kind,
        unitCents: unit,
        legs: legs.map((each, i) => ({
          eventId: `event ${i}`,
          outcomeId: `outcome ${i}`,
          oddsMilli: each.oddsMilli,
          combines: false,
        })),
      };
      const price = priceSportBet(asked, clubMax);
      const lines = patterns(kind, legs.length).length;
      expect(price.lines).toBe(TABLE[kind]?.[3] ?? 1);
      expect(price.lines).toBe(lines);
      expect(price.costCents).toBe(unit * BigInt(lines));
      const best = returned({
        kind,
        unit,
        factors: legs.map(({ oddsMilli }) => [BigInt(oddsMilli), 1000n]),
      });
      const maximum = best < clubMax ? best : clubMax;
      expect(price.maxPayoutCents).toBe(maximum);

      const results = legs.map(decided);
      const bet = {
        kind,
        unitCents: unit,
        costCents: price.costCents,
        maxPayoutCents: price.maxPayoutCents,
        legs: legs.map(({ oddsMilli }, i) => ({
          oddsMilli,
          result: results[i] as OutcomeResult,
        })),
      };
      const settled = settleSportBet(bet);
      const factors = legs.map(factor);
      const sum = returned({ kind, unit, factors });
      // A leg is void when its result is, not when its odds happen to bring the stake back.
      const isAllVoid = results.every(({ status }) => status === "void");
      if (isAllVoid) {
        expect(sum).toBe(price.costCents);
        expect(settled).toEqual({
          status: "refunded",
          payoutCents: 0n,
          refundCents: price.costCents,
        });
      } else {
        const payout = sum < maximum ? sum : maximum;
        expect(settled).toEqual({
          status: payout > 0n ? "won" : "lost",
          payoutCents: payout,
          refundCents: 0n,
        });
      }
      const paid = paidLines(bet).reduce((total, line) => total + line.amountCents, 0n);
      expect(paid).toBe(sum);
      count(kind);
      for (const { status } of results) count(status);
      if (sum > maximum) count("over the maximum");
      if (isAllVoid) count("all void");
    }),
    { ...LAWS, numRuns: LAWS.numRuns * 20 },
  );
  // What the random bets are made of: a law over bets that never win says nothing.
  const expected = [
    ...SPORT_BET_KINDS,
    "won",
    "lost",
    "void",
    "half_won",
    "half_lost",
    "dead_heat",
    "over the maximum",
    "all void",
  ];
  for (const what of expected) expect([what, (seen.get(what) ?? 0) > 0]).toEqual([what, true]);
});
