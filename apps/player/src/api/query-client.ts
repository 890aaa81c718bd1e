import { QueryCache, QueryClient } from "@tanstack/react-query";
import { onSessionEnd } from "../session.ts";
import { noteSilence } from "../silence.ts";
import { CallError } from "./errors.ts";

/** What belongs to the player stands under this key and is forgotten at sign-out. */
export const MINE = "mine";

const MOST_RETRIES = 2;

/** A refusal stays a refusal; what had no answer may have one the next time. */
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

/** Reads anew what is on the screen of it, but not on all phones at once. */
export function readLater(queryKey: readonly unknown[]): void {
  setTimeout(
    () => void queryClient.invalidateQueries({ queryKey }),
    SERVER_MEMORY_MS + Math.random() * SPREAD_MS,
  );
}

onSessionEnd(() => {
  void queryClient.cancelQueries({ queryKey: [MINE] });
  queryClient.removeQueries({ queryKey: [MINE] });
});
