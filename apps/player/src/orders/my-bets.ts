import type { Order, SportOrder } from "@club/contract";
import { useMemo } from "react";
import { useOrders, type OrderDays, type OrderTab } from "../api/orders.ts";
import { useSportOrders } from "../api/sport.ts";
import type { PagedQuery } from "../shell/PagedList.tsx";
import { mergeLists, type Reading } from "./merge-lists.ts";
import { isWanted, ORDER_KINDS, type OrderFilter, type OrderKind } from "./order-kinds.ts";

const PAGE = 20;

type AnyBet = Order | SportOrder;

interface Asked {
  readonly tab: OrderTab;
  readonly days: OrderDays | null;
  readonly filter: OrderFilter;
}

export interface MyBets {
  /** The bets of both kinds, or of the one that is wanted. */
  readonly query: PagedQuery<AnyBet>;
  /** The kind that cannot be shown while the other can. */
  readonly missing: { readonly kind: OrderKind; readonly retry: () => void } | undefined;
  /** When the older of the two lists came. */
  readonly updatedAt: number;
  readonly sportOrders: readonly SportOrder[];
}

/** The bets of both kinds in one list, newest first; older pages of whichever list is behind. */
export function useMyBets({ tab, days, filter }: Asked): MyBets {
  const queries = {
    racing: useOrders(tab, days, isWanted(filter, "racing")),
    sports: useSportOrders(tab, days, isWanted(filter, "sports")),
  };
  const readings = { racing: useReading(queries.racing), sports: useReading(queries.sports) };
  const asked = ORDER_KINDS.filter((kind) => isWanted(filter, kind));
  const there = asked.filter((kind) => !isMissing(queries[kind]));
  const shown = there.map((kind) => queries[kind]);
  const isComplete = shown.length > 0 && shown.every(({ data }) => data !== undefined);
  const merged = useMerged(readings, there);
  // Where nothing came the list itself says so.
  const lost = asked.find((kind) => shown.length > 0 && !there.includes(kind));
  return {
    query: {
      ...stateOf(asked.map((kind) => queries[kind])),
      data: isComplete ? { pages: merged.pages } : undefined,
      hasNextPage: merged.behind !== undefined,
      fetchNextPage: async () => await queries[merged.behind ?? "racing"].fetchNextPage(),
    },
    missing: lost && { kind: lost, retry: () => void queries[lost].refetch() },
    updatedAt: isComplete ? Math.min(...shown.map(({ dataUpdatedAt }) => dataUpdatedAt)) : 0,
    sportOrders: (isWanted(filter, "sports") && readings.sports?.rows) || NONE,
  };
}

/** What goes on with the lists that were asked for: with any of them. */
function stateOf(queries: readonly Query[]) {
  return {
    error: queries.find(({ error }) => error !== null)?.error ?? null,
    isPending: queries.some(({ isPending }) => isPending),
    isError: queries.some(({ isError }) => isError),
    isFetching: queries.some(({ isFetching }) => isFetching),
    isFetchingNextPage: queries.some(({ isFetchingNextPage }) => isFetchingNextPage),
    refetch: () => Promise.all(queries.map((query) => query.refetch())),
  };
}

const NONE: readonly SportOrder[] = [];

type Query = ReturnType<typeof useOrders> | ReturnType<typeof useSportOrders>;

/** It failed, or waits for a connection. While it is tried again the other kind stays in view. */
function isMissing({ data, isPaused, errorUpdateCount }: Query): boolean {
  return data === undefined && (isPaused || errorUpdateCount > 0);
}

interface ReadSoFar<Row extends AnyBet> {
  readonly data: { readonly pages: readonly { readonly list: readonly Row[] }[] } | undefined;
  readonly hasNextPage: boolean;
}

function useReading<Row extends AnyBet>(query: ReadSoFar<Row>): Reading<Row> | undefined {
  const { data, hasNextPage } = query;
  return useMemo(
    () => data && { rows: data.pages.flatMap(({ list }) => list), isEnded: !hasNextPage },
    [data, hasNextPage],
  );
}

interface Readings {
  readonly racing: Reading<Order> | undefined;
  readonly sports: Reading<SportOrder> | undefined;
}

function useMerged(readings: Readings, there: readonly OrderKind[]) {
  const racing = there.includes("racing") ? readings.racing : undefined;
  const sports = there.includes("sports") ? readings.sports : undefined;
  return useMemo(() => {
    const lists: Readonly<Record<OrderKind, Reading<AnyBet> | undefined>> = { racing, sports };
    const kinds = ORDER_KINDS.filter((kind) => lists[kind] !== undefined);
    const { rows, behind } = mergeLists<AnyBet>(kinds.flatMap((kind) => lists[kind] ?? []));
    return { pages: pagesOf(rows), behind: behind === undefined ? undefined : kinds[behind] };
  }, [racing, sports]);
}

/** In pieces that stay the same while older bets come: only those near the view are drawn. */
function pagesOf(rows: readonly AnyBet[]): PagesOfBets {
  return Array.from({ length: Math.ceil(rows.length / PAGE) }, (_, at) => ({
    list: rows.slice(at * PAGE, (at + 1) * PAGE),
  }));
}

type PagesOfBets = readonly { readonly list: readonly AnyBet[] }[];
