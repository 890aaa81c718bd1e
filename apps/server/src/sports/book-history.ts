/** Singles that came in one minute of the window, on one outcome. */
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

/** A market as it stands at the end of the window, and what changed in it, in order of time. */
export interface BookWindow {
  readonly outcomes: readonly {
    readonly outcomeId: string;
    readonly stakesCents: number;
    readonly paysCents: number;
  }[];
  readonly steps: readonly BookStep[];
  /** The odds when the window began, then those of each minute with a change. */
  readonly opening: Readonly<Record<string, number>>;
  readonly prices: readonly PriceStep[];
}

export interface BookPoint {
  /** Minutes since the window began; the value holds until the next point. */
  readonly minute: number;
  readonly oddsMilli: number;
  readonly stakesCents: number;
  /** Stakes of the whole market less what this outcome would pay. */
  readonly bookCents: number;
}

/**
 * The book of every outcome through a window, from what stands at its end back to its start. A point where the
 * odds or the book of the market moved, and one at the start.
 */
export function bookHistory(window: BookWindow): ReadonlyMap<string, readonly BookPoint[]> {
  const { outcomes, steps, opening, prices } = window;
  const minutes = [...new Set([...steps, ...prices].map(({ minute }) => minute))];
  const at = [-1, ...minutes.toSorted((a, b) => a - b)];
  const sum = (list: readonly BookStep[], of: (step: BookStep) => number) =>
    list.reduce((total, step) => total + of(step), 0);
  const total = outcomes.reduce((all, { stakesCents }) => all + stakesCents, 0);
  const pointsOf = (outcome: BookWindow["outcomes"][number]): BookPoint[] =>
    at.map((minute) => {
      const later = steps.filter((step) => step.minute > minute);
      const mine = later.filter(({ outcomeId }) => outcomeId === outcome.outcomeId);
      const held = prices.findLast((price) => price.minute <= minute)?.odds ?? opening;
      const paysCents = outcome.paysCents - sum(mine, (step) => step.paysCents);
      return {
        minute: minute + 1,
        oddsMilli: held[outcome.outcomeId] ?? 0,
        stakesCents: outcome.stakesCents - sum(mine, (step) => step.stakesCents),
        bookCents: total - sum(later, (step) => step.stakesCents) - paysCents,
      };
    });
  return new Map(outcomes.map((outcome) => [outcome.outcomeId, pointsOf(outcome)]));
}
