import { Refusal } from "@club/domain";
import type { Turns } from "./concurrency.ts";

/** A limit on how often somebody may do something: `perSecond` on average, `burst` at once. */
export interface Rate {
  readonly name: string;
  readonly perSecond: number;
  readonly burst: number;
  /** How many calls of one account run at the same time. */
  readonly turns?: Turns;
}

const HOUR_S = 3600;

/** The limits of promise S3 that hold per process. Those of sign-in and codes are in the database. */
export const RATES = {
  bets: { name: "bets", perSecond: 20, burst: 200 },
  // A person asks for one of these now and then; what counts is how fast a program may go on
  // (promise P24).
  resolves: { name: "resolves", perSecond: 1, burst: 40, turns: { atOnce: 2, inLine: 18 } },
  money: { name: "money", perSecond: 0.25, burst: 20, turns: { atOnce: 2, inLine: 18 } },
  /** Every write of a player that has no rate of its own. */
  writes: { name: "writes", perSecond: 0.5, burst: 40, turns: { atOnce: 4, inLine: 16 } },
  /** By address: each key that is typed may ask, of a few people at once. */
  searches: { name: "searches", perSecond: 20, burst: 100 },
  /** By network, which a whole club house may share; each device asks once in a quarter of an hour. */
  refreshes: { name: "refreshes", perSecond: 10, burst: 200 },
  deskRefreshes: { name: "desk-refreshes", perSecond: 10, burst: 200 },
  quotes: { name: "quotes", perSecond: 20, burst: 40 },
  exports: { name: "exports", perSecond: 30 / HOUR_S, burst: 30 },
  uploads: {
    name: "uploads",
    perSecond: 30 / HOUR_S,
    burst: 30,
    turns: { atOnce: 1, inLine: 0 },
  },
  oidc: { name: "oidc", perSecond: 0.5, burst: 30 },
  passwordLink: { name: "password-link", perSecond: 0.1, burst: 20 },
  cardHook: { name: "card-hook", perSecond: 1, burst: 60 },
  cspReports: { name: "csp-reports", perSecond: 1, burst: 20 },
} as const satisfies Record<string, Rate>;

interface Bucket {
  tokens: number;
  at: number;
}

const MOST_BUCKETS = 100_000;
/** Buckets used of late are in one of two maps, each with half of them at most. */
const MOST_OF_A_MAP = MOST_BUCKETS / 2;
const MS = 1000;

/**
 * Token buckets by limit and person. When a map is full a new one takes its place, and whoever is
 * not seen while that fills is forgotten. So memory is bounded, and nothing is ever deleted from a
 * map, which would keep what it held among the old objects of the heap
 * (docs/decisions/0014-collector.md).
 */
export class RateLimits {
  readonly #factor: number;
  readonly #now: () => number;
  #recent = new Map<string, Bucket>();
  #before = new Map<string, Bucket>();
  readonly #held = new Map<string, number>();

  /** @param factor - CLUB_RATE_FACTOR: scales every limit, 0 turns them off. */
  constructor(factor: number, now: () => number = () => performance.now()) {
    this.#factor = factor;
    this.#now = now;
  }

  get factor(): number {
    return this.#factor;
  }

  /**
   * Takes one token from the bucket of `who`.
   *
   * @throws request.too_many with `retry_after` in seconds.
   */
  take(rate: Rate, who: string): void {
    if (this.#factor === 0) return;
    const perMs = (rate.perSecond * this.#factor) / MS;
    const burst = Math.max(1, rate.burst * this.#factor);
    const now = this.#now();
    const bucket = this.#bucketOf(`${rate.name}:${who}`, { tokens: burst, at: now });
    const tokens = Math.min(burst, bucket.tokens + (now - bucket.at) * perMs);
    if (tokens < 1) {
      throw new Refusal("request.too_many", { retry_after: Math.ceil((1 - tokens) / perMs / MS) });
    }
    bucket.tokens = tokens - 1;
    bucket.at = now;
  }

  #bucketOf(key: string, full: Bucket): Bucket {
    const known = this.#recent.get(key);
    if (known !== undefined) return known;
    if (this.#recent.size >= MOST_OF_A_MAP) {
      this.#before = this.#recent;
      this.#recent = new Map();
    }
    const bucket = this.#before.get(key) ?? full;
    this.#recent.set(key, bucket);
    return bucket;
  }

  /**
   * Takes one of `most` places that `who` may hold at once (streams). The caller gives it back, once.
   *
   * @throws request.too_many
   */
  hold(name: string, who: string, most: number): () => void {
    if (this.#factor === 0) return () => undefined;
    const key = `${name}:${who}`;
    const held = this.#held.get(key) ?? 0;
    if (held >= Math.max(1, Math.floor(most * this.#factor))) {
      throw new Refusal("request.too_many", { retry_after: 1 });
    }
    this.#held.set(key, held + 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const left = (this.#held.get(key) ?? 1) - 1;
      if (left === 0) this.#held.delete(key);
      else this.#held.set(key, left);
    };
  }
}

/** How many streams one account may have open at once. */
export const STREAMS_PER_ACCOUNT = 4;
/** A desk has a tab for each thing that somebody watches, on more than one screen. */
export const STREAMS_PER_OPERATOR = 16;
