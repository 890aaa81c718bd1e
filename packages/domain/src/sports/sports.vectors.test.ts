import { describe, expect, test } from "vitest";
import { kindOfVector, resultOfLeg, sportMatches, sportVectors } from "../../test/sport-vector.ts";
import { countLines } from "./bet-kinds.ts";
import { linesOf } from "./lines.ts";
import { factorText, legFactor } from "./outcome-result.ts";
import { priceSportBet } from "./price-sport-bet.ts";
import { paidLines, settleSportBet } from "./settle-sport-bet.ts";

const matches = new Map(sportMatches().map((match) => [match.id, match]));
const vectors = sportVectors();
const NO_MAXIMUM = 10n ** 15n;

describe("sport bets", () => {
  test("every vector and match is here", () => {
    expect([vectors.length, matches.size]).toEqual([40, 50]);
  });

  test.each(vectors.map((vector) => [vector.id, vector.type, vector] as const))(
    "%s: %s",
    (_, __, vector) => {
      const kind = kindOfVector(vector);
      const unitCents = BigInt(vector.unit_stake_cents);
      const legs = vector.legs.map((leg, i) => ({
        eventId: `${leg.match} ${i}`,
        outcomeId: String(i),
        oddsMilli: Math.round(leg.odds * 1000),
        combines: false,
        result: resultOfLeg(leg, matches.get(leg.match)!),
      }));
      const price = priceSportBet({ kind, legs, unitCents }, NO_MAXIMUM);
      const bet = { kind, unitCents, legs, ...price };
      const settled = settleSportBet(bet);
      expect({
        factors: legs.map(({ result, oddsMilli }) => factorText(legFactor(result, oddsMilli))),
        lines: price.lines,
        cost: Number(price.costCents),
        return: Number(settled.payoutCents + settled.refundCents),
      }).toEqual({
        factors: vector.legs.map((leg) => leg.effective_factor),
        lines: vector.lines,
        cost: vector.cost_cents,
        return: vector.return_cents,
      });
      const sum = paidLines(bet).reduce((total, line) => total + line.amountCents, 0n);
      expect(sum).toBe(settled.payoutCents + settled.refundCents);
      expect(linesOf(kind, legs.length)).toHaveLength(countLines(kind, legs.length));
    },
  );
});
