import type { ContentPage, getHelp, getNotices, getRules, Notice } from "@club/contract";
import { queryOptions, useQuery, type UseQueryResult } from "@tanstack/react-query";
import { currentLanguage } from "../core/lang.ts";
import { cachedCall } from "../core/cached-call.ts";

const FIVE_MINUTES_MS = 300_000;
const ONE_MINUTE_MS = 60_000;

const rulesQuery = (lang: string) =>
  queryOptions({
    queryKey: ["content", "rules", lang],
    staleTime: FIVE_MINUTES_MS,
    queryFn: async () =>
      (
        await cachedCall<typeof getRules>(
          { method: "GET", path: "/api/content/rules", query: { lang } },
          FIVE_MINUTES_MS,
        )
      ).list,
  });

/** The pages of the rules in the player's language. */
export function useRules(): UseQueryResult<readonly ContentPage[]> {
  return useQuery(rulesQuery(currentLanguage()));
}

/** Where somebody finds help: for everybody, signed in or not. */
export function useHelp(): UseQueryResult<ContentPage> {
  const lang = currentLanguage();
  return useQuery({
    queryKey: ["content", "help", lang],
    staleTime: FIVE_MINUTES_MS,
    queryFn: async () =>
      (
        await cachedCall<typeof getHelp>(
          { method: "GET", path: "/api/content/help", query: { lang } },
          FIVE_MINUTES_MS,
        )
      ).data,
  });
}

/** What the club has to say now. */
export function useClubNotices(): UseQueryResult<readonly Notice[]> {
  const lang = currentLanguage();
  return useQuery({
    queryKey: ["content", "notices", lang],
    staleTime: ONE_MINUTE_MS,
    queryFn: async () =>
      (
        await cachedCall<typeof getNotices>(
          { method: "GET", path: "/api/content/notices", query: { lang } },
          ONE_MINUTE_MS,
        )
      ).list,
  });
}
