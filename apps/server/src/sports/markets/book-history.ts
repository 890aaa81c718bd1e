/** Singles placed in one minute of the window, on one outcome. */
export interface BookStep {
  readonly minute: number;
  readonly outcomeId: string;
  readonly stakesCents: number;
  readonly paysCents: number;
}

/** The odds that held at the end of a minute. */
export interface PriceStep {
  readonly minute: number;
  readonly odds: Readonly<Record<string, number>>;
}

/** A market at the end of the window, and its changes in order of time. */
export interface BookWindow {
  readonly outcomes: readonly {
    readonly outcomeId: string;
    readonly stakesCents: number;
    readonly paysCents: number;
  }[];
  readonly steps: readonly BookStep[];
  /** The odds at the start of the window, then those of each minute with a change. */
  readonly opening: Readonly<Record<string, number>>;
  readonly prices: readonly PriceStep[];
}

export interface BookPoint {
  /** Minutes since the window began; the value holds until the next point. */
  readonly minute: number;
  readonly oddsMilli: number;
  readonly stakesCents: number;
  /** Stakes of the whole market less what this outcome would pay out. */
  readonly bookCents: number;
}

/**
 * The book of every outcome over a window, worked out backwards from its end. One point wherever
 * the odds or the market's book moved, and one at the start.
 */
export function bookHistory(window: BookWindow): ReadonlyMap<string, readonly BookPoint[]> {
  const { outcomes, steps, opening, prices } = window;
  const moved = new Set([...steps, ...prices].map(({ minute }) => minute));
  const minutes = [-1, ...[...moved].toSorted((a, b) => a - b)];
  const market = Map.groupBy(steps, ({ minute }) => minute);
  const byOutcome = Map.groupBy(steps, ({ outcomeId }) => outcomeId);
  const total = outcomes.reduce((all, { stakesCents }) => all + stakesCents, 0);
  const pointsOf = (outcome: BookWindow["outcomes"][number]): BookPoint[] => {
    const mine = Map.groupBy(byOutcome.get(outcome.outcomeId) ?? [], ({ minute }) => minute);
    let { stakesCents, paysCents } = outcome;
    let all = total;
    const back = minutes.toReversed().map((minute) => {
      const held = prices.findLast((price) => price.minute <= minute)?.odds ?? opening;
      const oddsMilli = held[outcome.outcomeId] ?? 0;
      const point = { minute: minute + 1, oddsMilli, stakesCents, bookCents: all - paysCents };
      // Before this minute there was what is there now, less what came in this minute.
      all -= sumOf(market.get(minute), "stakesCents");
      stakesCents -= sumOf(mine.get(minute), "stakesCents");
      paysCents -= sumOf(mine.get(minute), "paysCents");
      return point;
    });
    return back.toReversed();
  };
  return new Map(outcomes.map((outcome) => [outcome.outcomeId, pointsOf(outcome)]));
}

function sumOf(steps: readonly BookStep[] | undefined, of: "stakesCents" | "paysCents"): number {
  return (steps ?? []).reduce((total, step) => total + step[of], 0);
}
