import type { SportMarket } from "@club/contract";
import { useCallback, useSyncExternalStore } from "react";

/*
 * The markets as they stand, by id, beside the lists they came with. News changes a market here and
 * draws only what shows it: a board of two thousand markets is never drawn as a whole. News that come
 * between two frames are drawn together.
 */

const markets = new Map<string, SportMarket>();
const listeners = new Map<string, Set<() => void>>();
const changed = new Set<string>();
let frame: number | undefined;

/** Takes markets that were read or heard of; an older version than the one at hand is passed over. */
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

/** The same version with the same results says nothing new. */
function isSame(before: SportMarket, after: SportMarket): boolean {
  return (
    before.version === after.version &&
    before.status === after.status &&
    before.outcomes.length === after.outcomes.length &&
    before.outcomes.every((outcome, index) => outcome.result === after.outcomes[index]?.result)
  );
}

/** What a slow phone draws within a frame; the rest comes with the next ones. */
const MOST_IN_A_FRAME = 2;

function draw(): void {
  const ids = [...changed].slice(0, MOST_IN_A_FRAME);
  for (const id of ids) changed.delete(id);
  frame = changed.size > 0 ? requestAnimationFrame(draw) : undefined;
  const calls = new Set(ids.flatMap((id) => [...(listeners.get(id) ?? [])]));
  for (const call of calls) call();
}

export function marketNow(marketId: string): SportMarket | undefined {
  return markets.get(marketId);
}

function listen(marketId: string, listener: () => void): () => void {
  const known = listeners.get(marketId) ?? new Set();
  listeners.set(marketId, known.add(listener));
  return () => {
    known.delete(listener);
    if (known.size === 0) listeners.delete(marketId);
  };
}

/** A market as it stands now; `read` is what it was when its list was read. */
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
  // A market is replaced as a whole: its version and status tell whether it has changed.
  const stamp = () => marketIds.map((id) => stampOf(markets.get(id))).join();
  useSyncExternalStore(subscribe, stamp, stamp);
  return marketIds.map((id) => markets.get(id));
}

function stampOf(market: SportMarket | undefined): string {
  return market === undefined ? "" : `${market.version} ${market.status}`;
}
