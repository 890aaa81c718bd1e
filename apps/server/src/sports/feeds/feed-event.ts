import type { MatchFact } from "@club/contract";
import { type MarketType, Refusal } from "@club/domain";

/** A market of a feed, with one bookmaker's odds or the median of several. */
export interface FeedMarket {
  readonly type: MarketType;
  readonly lineMilli: number | null;
  readonly outcomes: readonly {
    readonly key: string;
    readonly name: string | null;
    readonly oddsMilli: number;
  }[];
}

/** An event from any feed. */
export interface FeedEvent {
  readonly sourceId: string;
  readonly sport: string;
  readonly competition: string;
  readonly home: string;
  readonly away: string;
  readonly startTime: Date;
  readonly markets: readonly FeedMarket[];
  /** False: it has no prices (only scores), so a missing market means nothing. */
  readonly isPriced: boolean;
  readonly score: {
    readonly home: number;
    readonly away: number;
    readonly isFinal: boolean;
  } | null;
  /** Further figures of the match besides the score: of the home side, of the away side. */
  readonly facts?: Partial<Record<MatchFact, readonly [home: number, away: number]>>;
}

export interface ReadFeed {
  readonly events: readonly FeedEvent[];
  /** Rows that were left out, and why. */
  readonly problems: readonly string[];
}

export interface FeedOptions {
  /** The bookmaker whose odds are taken; null: the median of all. */
  readonly bookmaker: string | null;
}

const MILLI = 1000;

/** Decimal odds in thousandths, or null for anything else. */
export function oddsOf(price: unknown): number | null {
  const number = typeof price === "string" && price.trim() !== "" ? Number(price) : price;
  if (typeof number !== "number" || !Number.isFinite(number)) return null;
  const milli = Math.round(number * MILLI);
  return milli > MILLI && milli <= MILLI * MILLI ? milli : null;
}

/** A line in thousandths, a multiple of a quarter, or null. */
export function lineOf(point: unknown): number | null {
  const number = typeof point === "string" && point.trim() !== "" ? Number(point) : point;
  if (typeof number !== "number" || !Number.isFinite(number)) return null;
  const milli = Math.round(number * MILLI);
  return milli % 250 === 0 && Math.abs(milli) <= MILLI * MILLI ? milli : null;
}

export function unreadable(reason: string): Refusal {
  return new Refusal("feed.unreadable", { reason });
}
