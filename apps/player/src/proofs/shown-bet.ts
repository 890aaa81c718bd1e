import {
  type BetLeaf,
  type CheckLine,
  FormatError,
  type SportLeaf,
  betTypeOf,
  canonicalJson,
  compare,
  countCombinations,
  countLines,
  isBetTypeIndex,
  slotsOfLeaf,
} from "@club/domain";
import type { OrderDetail } from "../api/orders.ts";
import type { SportOrderDetail } from "../api/sport.ts";

/**
 * The proof must be of the bet on the screen, not of any bet: everything that its receipt hashes, and
 * the combinations that follow from it. @throws FormatError
 */
export function compareShown(leaf: BetLeaf, order: OrderDetail): CheckLine {
  const { multi_pool_id = null, ...rest } = leaf;
  const proven = { ...rest, multi_pool_id, combinations: combinationsOf(leaf) };
  const shown: Record<keyof typeof proven, unknown> = {
    order_id: order.order_id,
    nonce: order.nonce,
    bet_type: order.bet_type,
    race_id: order.race_id,
    race_id2: order.race_id2,
    multi_pool_id: order.multi_pool?.multi_pool_id ?? null,
    selections: order.selections,
    unit_stake_cents: order.unit_stake_cents,
    unit_stake2_cents: order.unit_stake2_cents,
    combinations: order.combinations,
    cost_cents: order.cost_cents,
    accepted_at: order.accepted_at,
  };
  return compare("receipt_hash", {}, [
    canonicalJson(proven),
    canonicalJson(shown as typeof proven),
  ]);
}

/** An Each Way has its combinations in both of its pools. */
function combinationsOf({ bet_type: betType, selections }: BetLeaf): number {
  if (!isBetTypeIndex(betType)) throw new FormatError("a bet type was expected");
  const slots = slotsOfLeaf(betType, selections);
  return countCombinations({ betType, slots }) * betTypeOf(betType).pools.length;
}

/** The same of a sport bet, with its lines. */
export function compareShownSport(leaf: SportLeaf, order: SportOrderDetail): CheckLine {
  const { kind, legs } = leaf;
  const proven = { ...leaf, legs: legs.map(legOf), lines: countLines(kind, legs.length) };
  const shown: typeof proven = {
    order_id: order.order_id,
    nonce: order.nonce,
    kind: order.kind,
    legs: order.legs.map(legOf),
    lines: order.lines,
    unit_stake_cents: order.unit_stake_cents,
    cost_cents: order.cost_cents,
    accepted_at: order.accepted_at,
  };
  return compare("receipt_hash", {}, [canonicalJson(proven), canonicalJson(shown)]);
}

function legOf({ event_id, market_id, odds_milli, outcome_id }: SportLeaf["legs"][number]) {
  return { event_id, market_id, odds_milli, outcome_id };
}
