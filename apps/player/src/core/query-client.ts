import { QueryCache, QueryClient } from "@tanstack/react-query";
import { onSessionEnd } from "./session.ts";
import { noteSilence } from "./connection.ts";
import { CallError } from "@club/client";

/** What belongs to the player stands under this key and is forgotten at sign-out. */
export const MINE = "mine";

const MOST_RETRIES = 2;

/** A refusal stays a refusal; a call without an answer may get one the next time. */
function shouldRetry(failures: number, error: unknown): boolean {
  return !isAnswer(error) && failures < MOST_RETRIES;
}

const isAnswer = (error: unknown): boolean =>
  error instanceof CallError && ["refused", "session"].includes(error.kind);

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error) => !isAnswer(error) && noteSilence() }),
  defaultOptions: {
    queries: { retry: shouldRetry, refetchOnWindowFocus: true, gcTime: 10 * 60_000 },
    mutations: { retry: false, networkMode: "always" },
  },
});

/** The server's lists may be a second old. */
const SERVER_MEMORY_MS = 1000;
const SPREAD_MS = 1500;

/** Keys whose answer was overtaken by news and is fetched once more. */
const overtaken = new Set<string>();

/** Refetches it where it is on the screen, but not on all phones at the same moment. */
export function readLater(queryKey: readonly unknown[]): void {
  setTimeout(
    () => {
      overtaken.delete(JSON.stringify(queryKey));
      void queryClient.invalidateQueries({ queryKey });
    },
    SERVER_MEMORY_MS + Math.random() * SPREAD_MS,
  );
}

/**
 * News has just changed the data under this key. An answer still on its way may be older and would
 * undo the change: in that case it is fetched once more.
 */
export function readOvertaken(queryKey: readonly unknown[]): void {
  const key = JSON.stringify(queryKey);
  if (overtaken.has(key) || queryClient.isFetching({ queryKey }) === 0) return;
  overtaken.add(key);
  readLater(queryKey);
}

onSessionEnd(() => {
  void queryClient.cancelQueries({ queryKey: [MINE] });
  queryClient.removeQueries({ queryKey: [MINE] });
});
