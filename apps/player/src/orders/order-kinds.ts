import type { Order, SportOrder } from "@club/contract";

/* Bets on races and bets on sports stand in one list, or each kind by itself. */

export const ORDER_KINDS = ["racing", "sports"] as const;
export type OrderKind = (typeof ORDER_KINDS)[number];

export const ORDER_FILTERS = ["all", ...ORDER_KINDS] as const;
export type OrderFilter = (typeof ORDER_FILTERS)[number];

export const isWanted = (filter: OrderFilter, kind: OrderKind): boolean =>
  filter === "all" || filter === kind;

export const isRaceOrder = (order: Order | SportOrder): order is Order => "bet_type" in order;
