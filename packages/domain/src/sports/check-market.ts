import { refuse } from "../refusal.ts";
import { LINE_STEP_MILLI, type MarketShape } from "./decide-market.ts";
import { FIXED_OUTCOMES, LINE_TYPES } from "./market-types.ts";

const SCORE_KEY = /^(\d{1,3}-\d{1,3}|other)$/;
const FREE_KEY = /^[\p{L}\p{N}][\p{L}\p{N} _.'-]{0,39}$/u;

/**
 * Whether a market has the outcomes and the line of its type: fixed keys each once, scores of the
 * form 2-1, a line in steps of a quarter where the type has one and none elsewhere.
 * Source: docs/rules/sports.md, "Markets".
 *
 * @throws sport.market_invalid
 */
export function checkMarket(market: MarketShape): void {
  const { type, lineMilli, keys } = market;
  const isLined = LINE_TYPES.has(type);
  if (isLined !== (lineMilli !== null)) refuse("sport.market_invalid", { field: "line" });
  if (lineMilli !== null && !isLine(type === "over_under", lineMilli)) {
    refuse("sport.market_invalid", { field: "line" });
  }
  if (new Set(keys).size < keys.length || !haveRightKeys(market)) {
    refuse("sport.market_invalid", { field: "outcomes" });
  }
}

function isLine(isTotal: boolean, lineMilli: number): boolean {
  return (
    Number.isSafeInteger(lineMilli) &&
    lineMilli % LINE_STEP_MILLI === 0 &&
    (!isTotal || lineMilli > 0)
  );
}

function haveRightKeys({ type, keys }: MarketShape): boolean {
  const fixed = FIXED_OUTCOMES[type];
  if (fixed !== null)
    return fixed.length === keys.length && fixed.every((key) => keys.includes(key));
  return (
    keys.length >= 2 && keys.every((key) => (type === "outright" ? FREE_KEY : SCORE_KEY).test(key))
  );
}
