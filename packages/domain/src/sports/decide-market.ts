import { assert } from "../assert.ts";
import type { MarketType } from "./market-types.ts";
import { type OutcomeResult, joinHalves } from "./outcome-result.ts";

/** Full-time points of the two sides. */
export type Score = { readonly home: number; readonly away: number };

/** A market as deciding it needs it; the line is in thousandths. */
export type MarketShape = {
  readonly type: MarketType;
  readonly lineMilli: number | null;
  readonly keys: readonly string[];
};

/** A quarter of a goal: lines are whole steps of it. */
export const LINE_STEP_MILLI = 250;
const HALF_STEP_MILLI = 500;

const WON: OutcomeResult = { status: "won" };
const LOST: OutcomeResult = { status: "lost" };
export const VOID_RESULT: OutcomeResult = { status: "void" };

/**
 * What a score makes of every outcome of a market, in the order of its keys; null where the score
 * alone does not say it (an outright). Source: docs/rules/sports.md, "Markets".
 */
export function decideMarket(market: MarketShape, score: Score): readonly OutcomeResult[] | null {
  if (market.type === "outright") return null;
  return market.keys.map((key) => decideOutcome(market, key, score));
}

function decideOutcome(market: MarketShape, key: string, score: Score): OutcomeResult {
  const lead = Math.sign(score.home - score.away);
  switch (market.type) {
    case "1x2":
      return wonIf(key === ["away", "draw", "home"][lead + 1]);
    case "two_way":
      return lead === 0 ? VOID_RESULT : wonIf((key === "home") === lead > 0);
    case "double_chance":
      return wonIf(key.split("_").includes(["away", "draw", "home"][lead + 1] as string));
    case "correct_score":
      return wonIf(key === writtenScore(market.keys, score));
    case "over_under": {
      const total = (score.home + score.away) * 1000;
      return byLine(lineOf(market), (line) => (key === "over" ? total - line : line - total));
    }
    case "asian_handicap": {
      const ahead = (score.home - score.away) * 1000;
      return byLine(lineOf(market), (line) => (key === "home" ? ahead + line : -ahead - line));
    }
    case "outright":
      return VOID_RESULT;
  }
}

function wonIf(isWon: boolean): OutcomeResult {
  return isWon ? WON : LOST;
}

/** The key of a score among those listed: itself, or `other`. */
function writtenScore(keys: readonly string[], { home, away }: Score): string {
  const written = `${home}-${away}`;
  return keys.includes(written) ? written : "other";
}

/** A whole or half line at once; a quarter line as its two halves, half a goal apart. */
function byLine(lineMilli: number, ahead: (lineMilli: number) => number): OutcomeResult {
  const at = (line: number): OutcomeResult => {
    const margin = ahead(line);
    return margin === 0 ? VOID_RESULT : wonIf(margin > 0);
  };
  if (lineMilli % HALF_STEP_MILLI === 0) return at(lineMilli);
  return joinHalves(at(lineMilli - LINE_STEP_MILLI), at(lineMilli + LINE_STEP_MILLI));
}

function lineOf(market: MarketShape): number {
  assert(market.lineMilli !== null, "a market with a line has one");
  return market.lineMilli;
}

/**
 * What an abandoned event makes of a market: goals that were scored stay, so totals that are already
 * over their line are decided where the sport lets them stand; everything else is void.
 * Source: docs/rules/sports.md, "Abandoned and postponed".
 */
export function decideAbandoned(
  market: MarketShape,
  score: Score | null,
  decidedStand: boolean,
): readonly OutcomeResult[] {
  if (decidedStand && score !== null && market.type === "over_under") {
    const results = market.keys.map((key) => decideOutcome(market, key, score));
    // A quarter line is two halves: the lower one may be over while the other is level, and void.
    const isOver = results.some(
      ({ status }, i) => market.keys[i] === "over" && (status === "won" || status === "half_won"),
    );
    if (isOver) return results;
  }
  return market.keys.map(() => VOID_RESULT);
}
