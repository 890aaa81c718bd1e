import type { SportMarket } from "@club/contract";
import { useCallback, useSyncExternalStore } from "react";

/*
 * The current markets by id, beside the lists they came with. News changes a market here and
 * redraws only what shows it: a board of two thousand markets is never drawn as a whole. News that
 * arrives between two frames is drawn together.
 */

const markets = new Map<string, SportMarket>();
const listeners = new Map<string, Set<() => void>>();
const changed = new Set<string>();
let frame: number | undefined;

/** Takes markets from an answer or the news; a version older than the present one is ignored. */
export function takeMarkets(news: readonly SportMarket[]): void {
  for (const market of news) {
    const before = markets.get(market.market_id);
    if (before !== undefined && before.version > market.version) continue;
    if (before !== undefined && isSame(before, market)) continue;
    markets.set(market.market_id, market);
    if (listeners.has(market.market_id)) changed.add(market.market_id);
  }
  if (changed.size > 0) frame ??= requestAnimationFrame(draw);
}

/** The same version with the same results is no news. */
function isSame(before: SportMarket, after: SportMarket): boolean {
  return (
    before.version === after.version &&
    before.status === after.status &&
    before.outcomes.length === after.outcomes.length &&
    before.outcomes.every((outcome, index) => outcome.result === after.outcomes[index]?.result)
  );
}

/** As many as a slow phone draws within a frame; the rest follows in the next ones. */
const MOST_IN_A_FRAME = 2;

function draw(): void {
  const ids = [...changed].slice(0, MOST_IN_A_FRAME);
  for (const id of ids) changed.delete(id);
  frame = changed.size > 0 ? requestAnimationFrame(draw) : undefined;
  const calls = new Set(ids.flatMap((id) => [...(listeners.get(id) ?? [])]));
  for (const call of calls) call();
}

function listen(marketId: string, listener: () => void): () => void {
  const known = listeners.get(marketId) ?? new Set();
  listeners.set(marketId, known.add(listener));
  return () => {
    known.delete(listener);
    if (known.size === 0) listeners.delete(marketId);
  };
}

/** A market as it stands now; `read` is the market as its list had it. */
export function useMarket(read: SportMarket): SportMarket {
  const id = read.market_id;
  const subscribe = useCallback((listener: () => void) => listen(id, listener), [id]);
  const now = () => newest(read, markets.get(id));
  return useSyncExternalStore(subscribe, now, now);
}

function newest(read: SportMarket, heard: SportMarket | undefined): SportMarket {
  return heard === undefined || heard.version < read.version ? read : heard;
}

/** Several markets at once, in the order asked: what the slip holds. */
export function useMarkets(marketIds: readonly string[]): readonly (SportMarket | undefined)[] {
  const key = marketIds.join(",");
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = [...new Set(key.split(","))].map((id) => listen(id, listener));
      return () => {
        for (const stop of stops) stop();
      };
    },
    [key],
  );
  // A market is replaced as a whole: its version and status show whether it has changed.
  const stamp = () => marketIds.map((id) => stampOf(markets.get(id))).join();
  useSyncExternalStore(subscribe, stamp, stamp);
  return marketIds.map((id) => markets.get(id));
}

function stampOf(market: SportMarket | undefined): string {
  return market === undefined ? "" : `${market.version} ${market.status}`;
}
