import { type Fraction, fraction } from "../money/fraction.ts";

/**
 * A result: groups of saddle numbers in finishing order, a group of two or more is a dead heat.
 * A starter that it does not name is unplaced.
 */
export type Placings = readonly (readonly number[])[];

/** What determines the winners of a pool. */
export type Finish = {
  readonly placings: Placings;
  /** How many places the race pays, 0 for none. */
  readonly places: number;
};

/** Runners that win in a pool, by position, and their share of it. */
export type Share = { readonly numbers: readonly number[]; readonly share: Fraction };

/** The runners of the first group share equally. Source: docs/rules/dead-heats.md, "Shares". */
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
export function orderShares(placings: Placings, length: number): Share[] {
  return equalShares([...finishOrders(placings, length)]);
}

/** The same where the order does not count: each set of runners once, ascending. */
export function setShares(placings: Placings, length: number): Share[] {
  return equalShares(distinctSets(finishOrders(placings, length)));
}

/**
 * Every pair of runners that both occupy one of the first positions; a group that starts there is in
 * it whole, and all pairs share alike. None when fewer finished.
 * Source: docs/rules/dead-heats.md, "Shares".
 */
export function pairShares(placings: Placings, positions: number): Share[] {
  const inside: number[] = [];
  for (const group of placings) if (inside.length < positions) inside.push(...group);
  if (inside.length < positions) return [];
  return equalShares(inside.flatMap((a, i) => inside.slice(i + 1).map((b) => ascending(a, b))));
}

function ascending(a: number, b: number): number[] {
  return a < b ? [a, b] : [b, a];
}

/** All winners share alike. */
export function equalShares(winners: readonly (readonly number[])[]): Share[] {
  const share = fraction(1n, BigInt(Math.max(winners.length, 1)));
  return winners.map((numbers) => ({ numbers, share }));
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

function distinctSets(orders: Iterable<readonly number[]>): number[][] {
  const sets = new Map<string, number[]>();
  for (const order of orders) {
    const set = [...order].sort((a, b) => a - b);
    sets.set(set.join("-"), set);
  }
  return [...sets.values()];
}
