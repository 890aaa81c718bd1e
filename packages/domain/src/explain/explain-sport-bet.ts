import type { Cents } from "../money/cents.ts";
import { factorText, legFactor } from "../sports/outcome-result.ts";
import { type DecidedSportBet, productOf, settleSportBet } from "../sports/settle-sport-bet.ts";

export const SPORT_EXPLAIN_KEYS = [
  "void",
  "leg",
  "line",
  "lost_lines",
  "most",
  "refund",
  "payout",
] as const;

/**
 * What a step of a sport bet says; the app supplies the words.
 * Source: docs/rules/proofs.md, "Why this amount".
 */
export type SportExplainKey = (typeof SPORT_EXPLAIN_KEYS)[number];

/** One step from the legs to the money of a sport bet. */
export type SportExplainStep = {
  readonly key: SportExplainKey;
  readonly params: Readonly<Record<string, string | number | bigint | readonly number[]>>;
  /** null: the step has no money of its own. */
  readonly amountCents: Cents | null;
};

/**
 * Why a settled sport bet was paid what it was: the factor of each leg, the return of each line,
 * the printed maximum where it applied, the payout. The settlement itself reports the lines;
 * nothing is computed a second time. Source: docs/rules/proofs.md, "Why this amount".
 */
export function explainSportBet(bet: DecidedSportBet): readonly SportExplainStep[] {
  const factors = bet.legs.map(({ result, oddsMilli }) => legFactor(result, oddsMilli));
  const legs = bet.legs.map(({ oddsMilli, result }, leg) =>
    step("leg", null, {
      leg,
      odds_milli: oddsMilli,
      result: result.status,
      factor: factorText(factors[leg] ?? { top: 0n, bottom: 1n }),
      ...(result.status === "dead_heat" ? { tied: result.tied, places: result.places } : {}),
    }),
  );
  const lines: SportExplainStep[] = [];
  let [lost, sumCents] = [0, 0n];
  const settled = settleSportBet(bet, (line, amountCents) => {
    sumCents += amountCents;
    if (amountCents === 0n) lost += 1;
    else {
      const factor = factorText(productOf(line, factors));
      const params = { legs: line, factor, unit_stake_cents: bet.unitCents };
      lines.push(step("line", amountCents, params));
    }
  });
  const steps = [...legs, ...lines];
  if (lost > 0) steps.push(step("lost_lines", null, { count: lost }));
  if (sumCents > settled.payoutCents) {
    steps.push(step("most", settled.payoutCents, { sum_cents: sumCents }));
  }
  if (settled.refundCents > 0n) steps.push(step("refund", settled.refundCents));
  return [...steps, step("payout", settled.payoutCents)];
}

/** A sport bet that an operator cancelled: its cost came back. */
export function explainVoidSportBet(refundCents: Cents): readonly SportExplainStep[] {
  return [step("void", refundCents), step("payout", 0n)];
}

function step(
  key: SportExplainKey,
  amountCents: Cents | null,
  params: SportExplainStep["params"] = {},
): SportExplainStep {
  return { key, params, amountCents };
}
