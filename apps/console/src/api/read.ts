import type { Answer } from "@club/client";
import type { Call, DataOf, ListItemOf } from "@club/contract";
import {
  useInfiniteQuery,
  useQuery,
  type InfiniteData,
  type keepPreviousData,
  type QueryKey,
} from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Address, CallAt } from "../core/calls.ts";
import { useMay } from "../core/session.ts";
import { ask, type FieldsOf, type Taken } from "./ask.ts";

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

/** What the operator may not read is not asked for. */
function useOpen(path: ReadPath, options: ReadOptions | undefined): { readonly enabled: boolean } {
  const may = useMay(`GET ${path}`);
  const isForAll = !path.startsWith("/api/operator/") || path === "/api/operator/signin/ways";
  return { enabled: (may || isForAll) && options?.enabled !== false };
}

/** The data of a call that returns no list. */
export function useData<P extends ReadPath>(...[queryKey, path, fields, options]: Reading<P>) {
  const queryFn = async (asked: Asked): Promise<DataOf<ReadAt<P>>> =>
    (await read(path, (fields ?? {}) as FieldsOf<ReadAt<P>>, asked)).data;
  return useQuery({ ...options, ...useOpen(path, options), queryKey, queryFn });
}

/** The list of a call. */
export function useList<P extends ReadPath>(...[queryKey, path, fields, options]: Reading<P>) {
  const queryFn = async (asked: Asked): Promise<readonly ListItemOf<ReadAt<P>>[]> =>
    (await read(path, (fields ?? {}) as FieldsOf<ReadAt<P>>, asked)).list;
  return useQuery({ ...options, ...useOpen(path, options), queryKey, queryFn });
}

const REST_MS = 300;

/** What is being typed, once it rests: it is asked for once, and not with every key. */
export function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), REST_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}

/** The data of a call and its list in one. */
export type Whole<C extends Call> = DataOf<C> & { readonly list: readonly ListItemOf<C>[] };

export function useWhole<P extends ReadPath>(...[queryKey, path, fields, options]: Reading<P>) {
  const queryFn = async (asked: Asked): Promise<Whole<ReadAt<P>>> => {
    const { data, list } = await read(path, (fields ?? {}) as FieldsOf<ReadAt<P>>, asked);
    return { ...(data as object), list } as Whole<ReadAt<P>>;
  };
  return useQuery({ ...options, ...useOpen(path, options), queryKey, queryFn });
}

/**
 * A list in pages, each fetched by the cursor of the one before, as one; data is the first page's.
 */
export function usePages<P extends ReadPath>(...[queryKey, path, fields, options]: Reading<P>) {
  type C = ReadAt<P>;
  return useInfiniteQuery({
    ...options,
    ...useOpen(path, options),
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
