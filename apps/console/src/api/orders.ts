import type { listDeskOrders, ListItemOf, QueryInputOf } from "@club/contract";
import { keepPreviousData } from "@tanstack/react-query";
import { usePages } from "./read.ts";

const PAGE = 20;
const AGAIN_MS = 15_000;
/** Begins with the key of a player's page: an act on a player reads both anew. */
const KEY = ["player", "orders"];

export type DeskOrder = ListItemOf<typeof listDeskOrders>;
export type DeskOrderFilter = Omit<QueryInputOf<typeof listDeskOrders>, "limit" | "cursor">;

/** Bets of a race or of a player. */
export const useDeskOrders = (filter: DeskOrderFilter) =>
  usePages(
    [...KEY, filter],
    "/api/operator/orders",
    { limit: PAGE, ...filter },
    { placeholderData: keepPreviousData, refetchInterval: AGAIN_MS },
  );
