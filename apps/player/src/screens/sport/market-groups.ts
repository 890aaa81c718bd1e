import type { SportMarket } from "@club/contract";

/** The markets of a match that are of one kind, by line. */
export interface MarketKind {
  readonly type: SportMarket["type"];
  readonly markets: readonly [SportMarket, ...SportMarket[]];
}

const ORDER: readonly SportMarket["type"][] = [
  "1x2",
  "two_way",
  "over_under",
  "asian_handicap",
  "double_chance",
  "correct_score",
  "outright",
];

const OPEN_AT_FIRST = 5;
const MANY = 6;

/** The first kinds are what most people look for; a long list folds itself, unless it is all there is. */
export function opensAtFirst(groups: readonly MarketKind[], at: number): boolean {
  const outcomes = groups[at]?.markets[0].outcomes.length ?? 0;
  return at < OPEN_AT_FIRST && (outcomes <= MANY || groups.length === 1);
}

/** What decides a match first, long lists last. */
export function groupsOf(markets: readonly SportMarket[]): MarketKind[] {
  const byLine = (a: SportMarket, b: SportMarket) => (a.line ?? 0) - (b.line ?? 0);
  return ORDER.flatMap((type): MarketKind[] => {
    const [first, ...others] = markets.filter((market) => market.type === type).sort(byLine);
    return first === undefined ? [] : [{ type, markets: [first, ...others] }];
  });
}

/** The line with the most even sides, which most people mean. Open ones first. */
export function mainLineOf(markets: MarketKind["markets"]): SportMarket {
  return markets.reduce((best, market) => (rankOf(market) < rankOf(best) ? market : best));
}

const NOT_OPEN = 1_000_000_000;

function rankOf({ status, outcomes }: SportMarket): number {
  const odds = outcomes.map(({ odds_milli }) => odds_milli);
  const distance = Math.max(...odds) - Math.min(...odds);
  return status === "open" ? distance : NOT_OPEN + distance;
}
