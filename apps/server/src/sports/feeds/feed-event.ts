import type { MatchFact } from "@club/contract";
import { type MarketType, Refusal } from "@club/domain";

/** A market of a feed with the odds of the bookmaker, or the middle of several. */
export interface FeedMarket {
  readonly type: MarketType;
  readonly lineMilli: number | null;
  readonly outcomes: readonly {
    readonly key: string;
    readonly name: string | null;
    readonly oddsMilli: number;
  }[];
}

/** An event as a feed tells it, whatever the feed. */
export interface FeedEvent {
  readonly sourceId: string;
  readonly sport: string;
  readonly competition: string;
  readonly home: string;
  readonly away: string;
  readonly startTime: Date;
  readonly markets: readonly FeedMarket[];
  /** False: it says nothing of prices (scores alone), so that nothing follows of a market that is not there. */
  readonly isPriced: boolean;
  readonly score: {
    readonly home: number;
    readonly away: number;
    readonly isFinal: boolean;
  } | null;
  /** What it counted of the match beside the score: of the home side, of the away side. */
  readonly facts?: Partial<Record<MatchFact, readonly [home: number, away: number]>>;
}

export interface ReadFeed {
  readonly events: readonly FeedEvent[];
  /** Rows that were left out, and why. */
  readonly problems: readonly string[];
}

export interface FeedOptions {
  /** Whose odds; null: the median of all. */
  readonly bookmaker: string | null;
}

const MILLI = 1000;

/** Decimal odds as thousandths, or null for what are none. */
export function oddsOf(price: unknown): number | null {
  const number = typeof price === "string" && price.trim() !== "" ? Number(price) : price;
  if (typeof number !== "number" || !Number.isFinite(number)) return null;
  const milli = Math.round(number * MILLI);
  return milli > MILLI && milli <= MILLI * MILLI ? milli : null;
}

/** A line as thousandths in steps of a quarter, or null. */
export function lineOf(point: unknown): number | null {
  const number = typeof point === "string" && point.trim() !== "" ? Number(point) : point;
  if (typeof number !== "number" || !Number.isFinite(number)) return null;
  const milli = Math.round(number * MILLI);
  return milli % 250 === 0 && Math.abs(milli) <= MILLI * MILLI ? milli : null;
}

export function unreadable(reason: string): Refusal {
  return new Refusal("feed.unreadable", { reason });
}
