import type { SportResultForm } from "@club/contract";
import {
  type OutcomeResult,
  Refusal,
  type Score,
  VOID_RESULT,
  decideAbandoned,
  decideMarket,
  interruptionRule,
} from "@club/domain";
import type { SportMarketData } from "../events/sport-rows.ts";
import type { SportResultKind } from "../settlement/stored-results.ts";

/** The result of every outcome of an event. */
export interface DecidedEvent {
  readonly kind: SportResultKind;
  readonly score: Score | null;
  readonly outcomes: Record<string, OutcomeResult>;
  readonly reason: string | null;
}

type Decide = (market: SportMarketData) => readonly OutcomeResult[];

/**
 * Turns a form into a result for every outcome: by score, by market, abandoned or void.
 *
 * @throws sport.result_invalid where a market stays open, or an outcome is not of the event.
 */
export function decideEvent(
  form: SportResultForm,
  event: { sport: string },
  markets: readonly SportMarketData[],
): DecidedEvent {
  if ("void" in form) {
    const outcomes = outcomesOf(markets, (market) => market.outcomes.map(() => VOID_RESULT));
    return { kind: "void", score: null, outcomes, reason: form.reason };
  }
  if ("abandoned" in form) {
    const score = form.score ?? null;
    const { decidedStand } = interruptionRule(event.sport);
    const outcomes = outcomesOf(markets, (market) =>
      decideAbandoned(shapeOf(market), score, decidedStand),
    );
    return { kind: "abandoned", score, outcomes, reason: form.reason };
  }
  if ("markets" in form) {
    const score = form.score ?? null;
    return { kind: "markets", score, outcomes: byMarkets(form, markets), reason: null };
  }
  const outcomes = outcomesOf(markets, (market) => byScore(market, form.score));
  return { kind: "score", score: form.score, outcomes, reason: null };
}

function byScore(market: SportMarketData, score: Score): readonly OutcomeResult[] {
  const results = decideMarket(shapeOf(market), score);
  if (results === null) throw new Refusal("sport.result_invalid", { market_id: market.id });
  return results;
}

/** Markets not named in the form follow from its score, if it has one. */
function byMarkets(
  form: Extract<SportResultForm, { markets: unknown }>,
  markets: readonly SportMarketData[],
): Record<string, OutcomeResult> {
  const said = new Map(form.markets.map((market) => [market.market_id, market]));
  const known = new Set(markets.map((market) => market.id));
  const strange = form.markets.find((market) => !known.has(market.market_id));
  if (strange !== undefined) {
    throw new Refusal("sport.result_invalid", { market_id: strange.market_id });
  }
  return outcomesOf(markets, (market) => {
    const verdicts = said.get(market.id);
    if (verdicts !== undefined) return byVerdicts(market, verdicts);
    if (form.score === null || form.score === undefined)
      throw new Refusal("sport.result_invalid", { market_id: market.id });
    return byScore(market, form.score);
  });
}

function byVerdicts(
  market: SportMarketData,
  said: Extract<SportResultForm, { markets: unknown }>["markets"][number],
): readonly OutcomeResult[] {
  const invalid = (): Refusal => new Refusal("sport.result_invalid", { market_id: market.id });
  const known = new Set(market.outcomes.map(({ id }) => id));
  if (!Object.keys(said.outcomes).every((id) => known.has(id))) throw invalid();
  const tie = said.dead_heat ?? { tied: 2, places: 1 };
  if (tie.places >= tie.tied) throw invalid();
  return market.outcomes.map(({ id }) => {
    const verdict = said.outcomes[id];
    if (verdict === undefined) throw invalid();
    return verdict === "dead_heat" ? { status: verdict, ...tie } : { status: verdict };
  });
}

function outcomesOf(
  markets: readonly SportMarketData[],
  decide: Decide,
): Record<string, OutcomeResult> {
  const entries = markets.flatMap((market) => {
    const results = decide(market);
    return market.outcomes.map(({ id }, i) => [id, results[i] as OutcomeResult] as const);
  });
  return Object.fromEntries(entries);
}

function shapeOf(market: SportMarketData) {
  const { type, line_milli: lineMilli } = market;
  return { type, lineMilli, keys: market.outcomes.map(({ key }) => key) };
}

/** Whether two decisions agree on every outcome and on the score. */
export function isSameDecision(
  a: { outcomes: Record<string, OutcomeResult>; score: Score | null },
  b: { outcomes: Record<string, OutcomeResult>; score: Score | null },
): boolean {
  if (a.score?.home !== b.score?.home || a.score?.away !== b.score?.away) return false;
  const ids = Object.keys(a.outcomes);
  return (
    ids.length === Object.keys(b.outcomes).length &&
    ids.every((id) => isSameResult(a.outcomes[id], b.outcomes[id]))
  );
}

function isSameResult(a: OutcomeResult | undefined, b: OutcomeResult | undefined): boolean {
  if (a === undefined || b === undefined || a.status !== b.status) return false;
  return (
    a.status !== "dead_heat" ||
    b.status !== "dead_heat" ||
    (a.tied === b.tied && a.places === b.places)
  );
}
