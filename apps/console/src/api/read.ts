import type { Answer, Wish } from "@club/client";
import type { Call, DataOf, ListItemOf } from "@club/contract";
import {
  useInfiniteQuery,
  useQuery,
  type InfiniteData,
  type keepPreviousData,
  type QueryKey,
  type UseInfiniteQueryResult,
  type UseQueryResult,
} from "@tanstack/react-query";
import { call } from "./client.ts";

/* The contract's reads as queries: a page says which call, with what, and how often. */

type ReadCall = Call & { readonly method: "GET" };
export type Read<C extends ReadCall> = Omit<Wish<C>, "method" | "signal">;

export interface ReadOptions {
  readonly enabled?: boolean;
  readonly refetchInterval?: number | false;
  readonly refetchOnWindowFocus?: boolean;
  readonly staleTime?: number;
  readonly gcTime?: number;
  readonly retry?: false;
  readonly placeholderData?: typeof keepPreviousData;
}

interface Asked {
  readonly signal?: AbortSignal | undefined;
}

/** Asks once. @throws CallError */
export async function read<C extends ReadCall>(
  wish: Read<C>,
  { signal }: Asked = {},
): Promise<Answer<C>> {
  return await call<C>({ ...wish, method: "GET", signal } as unknown as Wish<C>);
}

/** The data of a call that returns no list. */
export function useData<C extends ReadCall>(
  queryKey: QueryKey,
  wish: Read<C>,
  options: ReadOptions = {},
): UseQueryResult<DataOf<C>> {
  const queryFn = async (asked: Asked) => (await read<C>(wish, asked)).data;
  return useQuery({ ...options, queryKey, queryFn });
}

/** The list of a call. */
export function useList<C extends ReadCall>(
  queryKey: QueryKey,
  wish: Read<C>,
  options: ReadOptions = {},
): UseQueryResult<readonly ListItemOf<C>[]> {
  const queryFn = async (asked: Asked) => (await read<C>(wish, asked)).list;
  return useQuery({ ...options, queryKey, queryFn });
}

/** The data of a call and its list in one. */
export type Whole<C extends ReadCall> = DataOf<C> & { readonly list: readonly ListItemOf<C>[] };

export function useWhole<C extends ReadCall>(
  queryKey: QueryKey,
  wish: Read<C>,
  options: ReadOptions = {},
): UseQueryResult<Whole<C>> {
  const queryFn = async (asked: Asked): Promise<Whole<C>> => {
    const { data, list } = await read<C>(wish, asked);
    return { ...(data as object), list } as Whole<C>;
  };
  return useQuery({ ...options, queryKey, queryFn });
}

/**
 * A list in pages, each fetched by the cursor of the one before, as one; data is the first page's.
 */
export function usePages<C extends ReadCall>(
  queryKey: QueryKey,
  wish: Read<C>,
  options: ReadOptions = {},
): UseInfiniteQueryResult<Whole<C>> {
  return useInfiniteQuery({
    ...options,
    queryKey,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ data }: Answer<C>) =>
      (data as { readonly next_cursor: string | null }).next_cursor ?? undefined,
    queryFn: ({ pageParam: cursor, signal }) => {
      const query = { ...(wish.query as object), ...(cursor !== undefined && { cursor }) };
      return read<C>({ ...wish, query } as Read<C>, { signal });
    },
    select: ({ pages }: InfiniteData<Answer<C>>) =>
      ({
        ...(pages[0]?.data as object),
        list: pages.flatMap(({ list }) => list),
      }) as unknown as Whole<C>,
  });
}
