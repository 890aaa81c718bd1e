import type { WhatIfPool, WhatIfSide } from "@club/contract";
import { POOL_CODES } from "@club/domain";
import type { PoolCode } from "@club/domain";
import type { WhatIfRace } from "../../api/rules.ts";

/** A race with what its pools paid and would have paid. */
export interface WhatIfFound {
  readonly race: WhatIfRace;
  readonly pools: readonly WhatIfPool[];
}

export interface Sums {
  readonly gross: number;
  readonly takeout: number;
  readonly paid: number;
  /** Takeout and breakage less the house top-up: what the club keeps. */
  readonly kept: number;
}

export interface Compared {
  readonly id: string;
  readonly was: Sums;
  readonly would: Sums;
}

/** What players get back, with the stakes of refunded pools, to make both sides comparable. */
export function sumsOf(sides: readonly WhatIfSide[]): Sums {
  const sum = (of: (side: WhatIfSide) => number): number =>
    sides.reduce((total, side) => total + of(side), 0);
  return {
    gross: sum((side) => side.gross_cents),
    takeout: sum((side) => side.takeout_cents),
    paid: sum((side) => side.paid_cents + side.refunded_cents),
    kept: sum((side) => side.takeout_cents + side.breakage_cents - side.house_topup_cents),
  };
}

export function compare(id: string, pools: readonly WhatIfPool[]): Compared {
  const [was, would] = [pools.map((pool) => pool.was), pools.map((pool) => pool.would)];
  return { id, was: sumsOf(was), would: sumsOf(would) };
}

/** By pool type, only those with money, in their order. */
export function byPool(found: readonly WhatIfFound[]): (Compared & { readonly pool: PoolCode })[] {
  const pools = found.flatMap((each) => each.pools);
  return POOL_CODES.map((pool) => ({
    pool,
    ...compare(
      pool,
      pools.filter((each) => each.pool === pool),
    ),
  })).filter(({ was, would }) => was.gross + was.paid + would.gross + would.paid > 0);
}

export function changedPools(pools: readonly WhatIfPool[]): number {
  return pools.filter(({ was, would }) => JSON.stringify(was) !== JSON.stringify(would)).length;
}
