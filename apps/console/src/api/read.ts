import type { Answer } from "@club/client";
import type { Call, DataOf, ListItemOf } from "@club/contract";
import {
  useInfiniteQuery,
  useQuery,
  type InfiniteData,
  type keepPreviousData,
  type QueryKey,
} from "@tanstack/react-query";
import { ask, type Address, type CallAt, type FieldsOf, type Taken } from "./ask.ts";

/* The contract's reads as queries: a page says which path, with what, and how often. */

/** The paths of all reads. */
export type ReadPath = Address extends infer A ? (A extends `GET ${infer P}` ? P : never) : never;
export type ReadAt<P extends ReadPath> = CallAt<`GET ${P}`>;

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
export async function read<P extends ReadPath>(
  path: P,
  fields: FieldsOf<ReadAt<P>>,
  { signal }: Asked = {},
): Promise<Answer<ReadAt<P>>> {
  return await ask(`GET ${path}`, ...([fields, { signal }] as Taken<ReadAt<P>>));
}

/** What a page says of a read: the key it is kept under, the path, what it takes, how often. */
type Reading<P extends ReadPath> =
  object extends FieldsOf<ReadAt<P>>
    ? [key: QueryKey, path: P, fields?: FieldsOf<ReadAt<P>>, options?: ReadOptions]
    : [key: QueryKey, path: P, fields: FieldsOf<ReadAt<P>>, options?: ReadOptions];

/** The data of a call that returns no list. */
export function useData<P extends ReadPath>(...[queryKey, path, fields, options]: Reading<P>) {
  const queryFn = async (asked: Asked): Promise<DataOf<ReadAt<P>>> =>
    (await read(path, (fields ?? {}) as FieldsOf<ReadAt<P>>, asked)).data;
  return useQuery({ ...options, queryKey, queryFn });
}

/** The list of a call. */
export function useList<P extends ReadPath>(...[queryKey, path, fields, options]: Reading<P>) {
  const queryFn = async (asked: Asked): Promise<readonly ListItemOf<ReadAt<P>>[]> =>
    (await read(path, (fields ?? {}) as FieldsOf<ReadAt<P>>, asked)).list;
  return useQuery({ ...options, queryKey, queryFn });
}

/** The data of a call and its list in one. */
export type Whole<C extends Call> = DataOf<C> & { readonly list: readonly ListItemOf<C>[] };

export function useWhole<P extends ReadPath>(...[queryKey, path, fields, options]: Reading<P>) {
  const queryFn = async (asked: Asked): Promise<Whole<ReadAt<P>>> => {
    const { data, list } = await read(path, (fields ?? {}) as FieldsOf<ReadAt<P>>, asked);
    return { ...(data as object), list } as Whole<ReadAt<P>>;
  };
  return useQuery({ ...options, queryKey, queryFn });
}

/**
 * A list in pages, each fetched by the cursor of the one before, as one; data is the first page's.
 */
export function usePages<P extends ReadPath>(...[queryKey, path, fields, options]: Reading<P>) {
  type C = ReadAt<P>;
  return useInfiniteQuery({
    ...options,
    queryKey,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ data }: Answer<C>) =>
      (data as { readonly next_cursor: string | null }).next_cursor ?? undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      read(
        path,
        { ...(fields as object), ...(cursor !== undefined && { cursor }) } as FieldsOf<C>,
        { signal },
      ),
    select: ({ pages }: InfiniteData<Answer<C>>) =>
      ({
        ...(pages[0]?.data as object),
        list: pages.flatMap(({ list }) => list),
      }) as unknown as Whole<C>,
  });
}
