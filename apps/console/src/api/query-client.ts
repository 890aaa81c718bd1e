import { CallError } from "@club/client";
import { QueryClient } from "@tanstack/react-query";
import { onSessionEnd } from "../core/session.ts";

const MOST_RETRIES = 2;

/** A refusal stays a refusal; what had no answer may have one the next time. */
function shouldRetry(failures: number, error: unknown): boolean {
  const isAnswered = error instanceof CallError && ["refused", "session"].includes(error.kind);
  return !isAnswered && failures < MOST_RETRIES;
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: shouldRetry, staleTime: 2000, gcTime: 10 * 60_000 },
    mutations: { retry: false, networkMode: "always" },
  },
});

onSessionEnd(() => queryClient.clear());
