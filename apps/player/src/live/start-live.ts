import { startStream } from "@club/client";
import { refreshSession } from "../core/call.ts";
import { currentLanguage } from "../core/lang.ts";
import { currentSession, subscribeToSession } from "../core/session.ts";
import { topics } from "../core/stream.ts";
import { yieldToTaps } from "../device/idle.ts";
import { followNews } from "./news.ts";
import { watchPauses } from "./pauses.ts";

/** Brings news of the club into the app from now on. Call once, after the first drawing. */
export async function startLive(): Promise<void> {
  followNews();
  await yieldToTaps();
  startStream({
    topics,
    address,
    token: () => currentSession()?.token,
    language: currentLanguage,
    refresh: refreshSession,
    onSession: subscribeToSession,
  });
  await yieldToTaps();
  watchPauses();
}

/** The player's own topic is for whoever is signed in. */
function address(): string | null {
  const wanted = topics.wanted();
  if (wanted.length === 0) return null;
  const isSignedIn = currentSession() !== null;
  const mine = wanted.filter((topic) => topic !== "player" || isSignedIn).join(",");
  // How old the page is: what came since is told first.
  return `/api/stream?topics=${mine}&age=${Date.now() - performance.timeOrigin}`;
}
