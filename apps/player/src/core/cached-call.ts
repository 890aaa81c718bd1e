import type { Call } from "@club/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { currentSession } from "./session.ts";
import { BYPASS_CACHE, cacheKey, readCache, writeCache } from "../device/answer-cache.ts";
import { answerOf, urlOf, type Answer, type Envelope, type Wish } from "@club/client";
import { exchange } from "./call.ts";

/**
 * A GET call through the local cache: an answer younger than `cacheMs` comes from the device, -1
 * bypasses the cache. Only good answers are kept.
 */
export async function cachedCall<C extends Call>(
  wish: Wish<C>,
  cacheMs: number,
): Promise<Answer<C>> {
  const key = keyOf(wish);
  const kept = cacheMs === BYPASS_CACHE ? null : readCache(key);
  if (kept !== null && Date.now() - kept.t < cacheMs) return answerOf<C>(kept.body as Envelope);
  const envelope = await exchange(wish);
  writeCache(key, { t: Date.now(), body: envelope });
  return answerOf<C>(envelope);
}

/**
 * A public list as a query: what the device has is shown at once with its age and is good for
 * `cacheMs`; a refresh by the player bypasses the cache.
 */
export function cachedQuery<C extends Call>(
  queryKey: readonly string[],
  wish: Wish<C>,
  cacheMs: number,
) {
  const kept = readCache(keyOf(wish));
  return queryOptions({
    queryKey,
    staleTime: cacheMs,
    placeholderData: keepPreviousData,
    queryFn: ({ client }) => {
      const isFirst = client.getQueryData(queryKey) === undefined;
      return cachedCall<C>(wish, isFirst ? cacheMs : BYPASS_CACHE);
    },
    ...(kept !== null && {
      initialData: answerOf<C>(kept.body as Envelope),
      initialDataUpdatedAt: kept.t,
    }),
  });
}

function keyOf(wish: Pick<Wish<Call>, "method" | "path" | "query">): string {
  return cacheKey(wish.method, urlOf(wish), currentSession()?.userId ?? "");
}
