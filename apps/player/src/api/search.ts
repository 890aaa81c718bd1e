import type { search } from "@club/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call } from "../core/call.ts";

/** The card changes little while somebody types. */
const FRESH_MS = 10_000;

/** One letter says nothing, one sign of Chinese says much. */
export function isQuestion(asked: string): boolean {
  return asked.length > 1 || /\p{Script=Han}/u.test(asked);
}

/** What the open and coming card has by that name; the last answer stays until the next comes. */
export function useSearch(asked: string) {
  return useQuery({
    queryKey: ["search", asked],
    enabled: isQuestion(asked),
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      await call<typeof search>({
        method: "GET",
        path: "/api/search",
        query: { q: asked },
        signal,
      }),
  });
}
