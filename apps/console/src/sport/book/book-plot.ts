import type { DeskMarket } from "@club/contract";
import type { MarketHistory } from "../../api/sport-book.ts";

export const PLOTS = ["book", "odds", "stakes"] as const;
export type Plot = (typeof PLOTS)[number];

export interface PlotLine {
  readonly id: string;
  readonly key: string;
  readonly name: string | null;
  readonly tone: "turf" | "firm" | "brass" | "drift";
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

const TONES = ["firm", "brass", "turf", "drift"] as const;
const OF_NOW = { book: "book_cents", odds: "odds_milli", stakes: "stakes_cents" } as const;

/**
 * The lines of a plot: the four outcomes that may cost most, in the market's order, extended to
 * their present values. The history is fetched by the clock, the market with every bet.
 */
export function plotLines(history: MarketHistory, market: DeskMarket, plot: Plot): PlotLine[] {
  const of = OF_NOW[plot];
  const shown = market.outcomes
    .toSorted((a, b) => a.book_cents - b.book_cents)
    .slice(0, TONES.length)
    .map(({ outcome_id }) => outcome_id);
  const now = market.outcomes.filter(({ outcome_id }) => shown.includes(outcome_id));
  const end = Date.parse(history.window.to);
  return now.flatMap((outcome, index) => {
    const past = history.outcomes.find(({ outcome_id }) => outcome_id === outcome.outcome_id);
    const points = (past?.points ?? []).map((point) => ({ x: Date.parse(point.at), y: point[of] }));
    const { outcome_id: id, key, name } = outcome;
    const line = [...points, { x: end, y: outcome[of] }];
    return [{ id, key, name, tone: TONES[index] ?? "turf", points: line }];
  });
}
