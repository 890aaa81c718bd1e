import { CallError } from "@club/client";
import { QueryClient, type QueryKey } from "@tanstack/react-query";
import { onSessionEnd } from "../core/session.ts";

const MOST_RETRIES = 2;

/** A refusal stays a refusal; a call without an answer may get one the next time. */
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

/** A cache key; it stands for every key that begins with it. */
export type Kept = string | QueryKey;

/** Refetches whatever is cached under these keys. */
export async function readAnew(...keys: readonly Kept[]): Promise<void> {
  await Promise.all(
    keys.map((key) =>
      queryClient.invalidateQueries({ queryKey: typeof key === "string" ? [key] : key }),
    ),
  );
}
