import fc from "fast-check";
import { expect, test } from "vitest";
import { LAWS } from "../../test/laws.ts";
import {
  SPORT_BET_KINDS,
  SPORT_BET_SHAPES,
  type SportBetKind,
  countLines,
  kindsForLegs,
} from "./bet-kinds.ts";
import { decideMarket } from "./decide-market.ts";
import { linesOf } from "./lines.ts";
import { marginBps, withMargin } from "./margin.ts";
import { type OutcomeResult, legFactor } from "./outcome-result.ts";
import { priceSportBet } from "./price-sport-bet.ts";
import { settleSportBet } from "./settle-sport-bet.ts";

const odds = fc.integer({ min: 1001, max: 60_000 });
const results: fc.Arbitrary<OutcomeResult> = fc.oneof(
  fc.constantFrom("won", "won", "lost", "void", "half_won", "half_lost").map((status) => ({
    status: status as "won",
  })),
  fc
    .tuple(fc.integer({ min: 2, max: 5 }), fc.integer({ min: 1, max: 4 }))
    .filter(([tied, places]) => places < tied)
    .map(([tied, places]) => ({ status: "dead_heat" as const, tied, places })),
);

interface Bet {
  kind: SportBetKind;
  unitCents: bigint;
  legs: {
    eventId: string;
    outcomeId: string;
    oddsMilli: number;
    combines: boolean;
    result: OutcomeResult;
  }[];
}
const bets: fc.Arbitrary<Bet> = fc.constantFrom(...SPORT_BET_KINDS).chain((kind) => {
  const { minLegs, maxLegs } = SPORT_BET_SHAPES[kind];
  return fc.record({
    kind: fc.constant(kind),
    unitCents: fc.bigInt(1n, 100_000n),
    legs: fc
      .array(fc.record({ oddsMilli: odds, result: results }), {
        minLength: minLegs,
        maxLength: maxLegs,
      })
      .map((legs) =>
        legs.map((leg, i) => ({
          ...leg,
          eventId: String(i),
          outcomeId: String(i),
          combines: false,
        })),
      ),
  });
});

const NO_MAXIMUM = 10n ** 40n;
function returned(bet: Bet, maximum = NO_MAXIMUM): bigint {
  const settled = settleSportBet({ ...bet, ...priceSportBet(bet, maximum) });
  return settled.payoutCents + settled.refundCents;
}

test("a void leg equals the line without it", () => {
  fc.assert(
    fc.property(bets, (bet) => {
      const lines = linesOf(bet.kind, bet.legs.length);
      const sum = lines
        .map((line) => line.filter((leg) => bet.legs[leg]!.result.status !== "void"))
        .map((line) => {
          if (line.length === 0) return bet.unitCents;
          const kind = line.length === 1 ? "single" : "multiple";
          return returned({ ...bet, kind, legs: line.map((leg) => bet.legs[leg]!) });
        })
        .reduce((total, each) => total + each, 0n);
      expect(returned(bet)).toBe(sum);
    }),
    LAWS,
  );
});

test("a system is the sum of its lines, each bet by itself", () => {
  fc.assert(
    fc.property(bets, (bet) => {
      const alone = linesOf(bet.kind, bet.legs.length).map((line) =>
        returned({
          ...bet,
          kind: line.length === 1 ? "single" : "multiple",
          legs: line.map((leg) => bet.legs[leg]!),
        }),
      );
      expect(alone).toHaveLength(countLines(bet.kind, bet.legs.length));
      expect(returned(bet)).toBe(alone.reduce((total, each) => total + each, 0n));
      expect(priceSportBet(bet, NO_MAXIMUM).costCents).toBe(bet.unitCents * BigInt(alone.length));
    }),
    LAWS,
  );
});

test("no payout is above the printed maximum, nor above what every leg won would return", () => {
  fc.assert(
    fc.property(bets, fc.bigInt(1n, 10_000_000n), (bet, maximum) => {
      const price = priceSportBet(bet, maximum);
      const settled = settleSportBet({ ...bet, ...price });
      expect(settled.payoutCents <= price.maxPayoutCents).toBe(true);
      expect(price.maxPayoutCents <= maximum).toBe(true);
      expect(settled.payoutCents <= price.returnCents).toBe(true);
      expect(settled.payoutCents === 0n || settled.refundCents === 0n).toBe(true);
    }),
    LAWS,
  );
});

test("the order of legs means nothing, and a better result never returns less", () => {
  fc.assert(
    fc.property(bets, fc.nat(11), (bet, at) => {
      expect(returned({ ...bet, legs: [...bet.legs].reverse() })).toBe(returned(bet));
      const legs = bet.legs.map((leg, i) =>
        i === at % bet.legs.length ? { ...leg, result: { status: "won" } as const } : leg,
      );
      expect(returned({ ...bet, legs }) >= returned(bet)).toBe(true);
    }),
    LAWS,
  );
});

test("both sides of a handicap, and of a total, share out as their halves say", () => {
  const score = fc.record({ home: fc.nat(9), away: fc.nat(9) });
  fc.assert(
    fc.property(score, fc.integer({ min: -20, max: 20 }), (full, quarters) => {
      const lineMilli = quarters * 250;
      for (const [type, keys] of [
        ["asian_handicap", ["home", "away"]],
        ["over_under", ["over", "under"]],
      ] as const) {
        const whole = decideMarket({ type, lineMilli, keys }, full)!;
        const step = lineMilli % 500 === 0 ? 0 : 250;
        const halves = [lineMilli - step, lineMilli + step].map((line) =>
          decideMarket({ type, lineMilli: line, keys }, full)!,
        );
        keys.forEach((_, i) => {
          // The mean of the factors of both halves, at odds of 2: doubled to stay whole.
          const [a, b] = halves.map((half) => legFactor(half[i]!, 2000));
          const mean = legFactor(whole[i]!, 2000);
          expect(2n * mean.top * a!.bottom * b!.bottom).toBe(
            mean.bottom * (a!.top * b!.bottom + b!.top * a!.bottom),
          );
        });
        const [one, other] = whole.map((each) => legFactor(each, 2000));
        // Evens on both sides: together they return both stakes.
        expect(one!.top * other!.bottom + other!.top * one!.bottom).toBe(
          2n * one!.bottom * other!.bottom,
        );
      }
    }),
    LAWS,
  );
});

test("a margin is met from above, by less than the rounding", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1200, max: 30_000 }), { minLength: 2, maxLength: 8 }),
      fc.integer({ min: 0, max: 1500 }),
      (book, bps) => {
        const priced = withMargin(book, bps);
        fc.pre(priced.every((each) => each > 1001 && each < 1_000_000));
        expect(marginBps(priced)).toBeGreaterThanOrEqual(bps);
        expect(marginBps(priced)).toBeLessThanOrEqual(bps + 10 * book.length);
      },
    ),
    LAWS,
  );
});

test("every number of legs has its kinds", () => {
  expect(kindsForLegs(1)).toEqual(["single"]);
  expect(kindsForLegs(3)).toEqual(["multiple", "trixie", "patent"]);
  expect(kindsForLegs(12)).toEqual(["multiple"]);
  expect(kindsForLegs(13)).toEqual([]);
});
