import { describe, expect, test } from "vitest";
import { kindOfVector, resultOfLeg, sportMatches, sportVectors } from "../../test/sport-vector.ts";
import { priceSportBet } from "../sports/price-sport-bet.ts";
import { type DecidedSportBet, settleSportBet } from "../sports/settle-sport-bet.ts";
import {
  type SportExplainStep,
  explainSportBet,
  explainVoidSportBet,
} from "./explain-sport-bet.ts";

const matches = new Map(sportMatches().map((match) => [match.id, match]));

function betOf(vector: ReturnType<typeof sportVectors>[number], maximum: bigint): DecidedSportBet {
  const kind = kindOfVector(vector);
  const legs = vector.legs.map((leg, i) => ({
    eventId: `${leg.match} ${i}`,
    outcomeId: String(i),
    oddsMilli: Math.round(leg.odds * 1000),
    combines: false,
    result: resultOfLeg(leg, matches.get(leg.match)!),
  }));
  const unitCents = BigInt(vector.unit_stake_cents);
  return { kind, unitCents, legs, ...priceSportBet({ kind, legs, unitCents }, maximum) };
}

const NO_MAXIMUM = 10n ** 15n;
const sumOf = (steps: readonly SportExplainStep[], key: string): bigint =>
  steps.filter((each) => each.key === key).reduce((sum, each) => sum + each.amountCents!, 0n);

/** "57/40" of a unit, rounded down: by the words of the step alone. */
function returnOf({ params }: SportExplainStep): bigint {
  const [top, bottom = "1"] = String(params["factor"]).split("/");
  return (BigInt(params["unit_stake_cents"] as bigint) * BigInt(top!)) / BigInt(bottom);
}

describe("why a sport bet was paid what it was", () => {
  test.each(sportVectors().map((vector) => [vector.id, vector] as const))(
    "%s: the last step is the payout, and the lines add up to it",
    (_, vector) => {
      const bet = betOf(vector, NO_MAXIMUM);
      const steps = explainSportBet(bet);
      const settled = settleSportBet(bet);
      expect(steps.at(-1)).toEqual({
        key: "payout",
        params: {},
        amountCents: settled.payoutCents,
      });
      expect(Number(settled.payoutCents + settled.refundCents)).toBe(vector.return_cents);
      expect(sumOf(steps, "line")).toBe(settled.payoutCents);
      expect(sumOf(steps, "refund")).toBe(settled.refundCents);
      const lines = steps.filter(({ key }) => key === "line");
      for (const line of lines) expect(returnOf(line)).toBe(line.amountCents);
      const factors = steps
        .filter(({ key }) => key === "leg")
        .map(({ params }) => params["factor"]);
      expect(factors).toEqual(vector.legs.map((leg) => leg.effective_factor));
      const lost = steps.find(({ key }) => key === "lost_lines")?.params["count"] ?? 0;
      if (settled.refundCents === 0n) expect(lines.length + Number(lost)).toBe(vector.lines);
    },
  );

  test("the printed maximum is a step of its own", () => {
    const vector = sportVectors().find(({ return_cents }) => return_cents > 10_000)!;
    const steps = explainSportBet({ ...betOf(vector, NO_MAXIMUM), maxPayoutCents: 5000n });
    expect(steps.at(-1)?.amountCents).toBe(5000n);
    const most = steps.find(({ key }) => key === "most")!;
    expect(most.amountCents).toBe(5000n);
    expect(most.params["sum_cents"]).toBe(sumOf(steps, "line"));
  });

  test("a cancelled bet: what came back, and no payout", () => {
    expect(explainVoidSportBet(250n).map(({ key, amountCents }) => [key, amountCents])).toEqual([
      ["void", 250n],
      ["payout", 0n],
    ]);
  });
});
