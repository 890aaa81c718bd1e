import type { SinglePoolCode } from "../bets/bet-types.ts";
import { type Fraction, fraction } from "../money/fraction.ts";
import type { Placings } from "./pool-facts.ts";

/** Runners that win in a pool, by position, and their share of it. */
export type Share = { readonly numbers: readonly number[]; readonly share: Fraction };

/** How many runners the combinations of a pool name. */
const LENGTH = { QUINELLA: 2, EXACTA: 2, TRIFECTA: 3, FIRST4: 4 } as const;

/** Each of the first group an equal part. Source: docs/rules/dead-heats.md, "Shares". */
export function winShares(placings: Placings): Share[] {
  const first = placings[0] ?? [];
  return first.map((runner) => ({ numbers: [runner], share: fraction(1n, BigInt(first.length)) }));
}

/**
 * Each runner of a group at positions p .. p+k-1 has (min(p+k-1, m) - p + 1)/k of one m-th part, m
 * the places paid. With fewer finishers than places the parts sum to less than 1.
 * Source: docs/rules/dead-heats.md, "Shares".
 */
export function placeShares(placings: Placings, places: number): Share[] {
  const shares: Share[] = [];
  let position = 1;
  for (const group of placings) {
    if (position > places) break;
    const held = Math.min(position + group.length - 1, places) - position + 1;
    const share = fraction(BigInt(held), BigInt(group.length * places));
    for (const runner of group) shares.push({ numbers: [runner], share });
    position += group.length;
  }
  return shares;
}

/**
 * The winning combinations of a pool on the order of finish: every order got by permuting the
 * runners inside the groups, cut to the pool's length, all with equal shares. None when too few
 * finished. Source: docs/rules/dead-heats.md, "Shares".
 */
export function orderShares(placings: Placings, pool: Exclude<SinglePoolCode, "WIN" | "PLACE">) {
  const orders = [...finishOrders(placings, LENGTH[pool])];
  const winners = pool === "QUINELLA" ? distinctPairs(orders) : orders;
  const share = fraction(1n, BigInt(Math.max(winners.length, 1)));
  return winners.map((numbers): Share => ({ numbers, share }));
}

function* finishOrders(
  placings: Placings,
  length: number,
  order: readonly number[] = [],
): Generator<number[]> {
  if (order.length === length) {
    yield [...order];
    return;
  }
  const group = placings.find((runners) => runners.some((runner) => !order.includes(runner)));
  for (const runner of group ?? []) {
    if (!order.includes(runner)) yield* finishOrders(placings, length, [...order, runner]);
  }
}

function distinctPairs(orders: readonly number[][]): number[][] {
  const pairs = new Map<string, number[]>();
  for (const order of orders) {
    const pair = [...order].sort((a, b) => a - b);
    pairs.set(pair.join("-"), pair);
  }
  return [...pairs.values()];
}
