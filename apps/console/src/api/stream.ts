import { createTopics, startStream, type StreamState } from "@club/client";
import { useStore } from "@club/client/react";
import { currentLanguage } from "../core/lang.ts";
import { currentSession, subscribeToSession } from "../core/session.ts";
import { refresh } from "./client.ts";

/* Pages ask for topics, one connection brings their news, and while it is down they poll. */

const topics = createTopics();
export const { receive, listenTo } = topics;

export const useStreamState = (): StreamState => useStore(topics.state);

const POLL_MS = 4000;
const MOST_TOPICS = 48;

/** How often to poll: often while the stream is down, seldom while it brings the news. */
export function usePollMs(calmMs: number): number {
  return useStreamState() === "live" ? calmMs : POLL_MS;
}

/** Connects as long as an operator is signed in. Call once. */
export function followStream(): void {
  startStream({
    topics,
    address,
    token: () => currentSession()?.token,
    language: currentLanguage,
    refresh,
    onSession: (listener) => void subscribeToSession(listener),
  });
}

function address(): string | null {
  if (currentSession() === null) return null;
  const wanted = topics.wanted().slice(0, MOST_TOPICS).join(",");
  return `/api/operator/stream?topics=${encodeURIComponent(wanted)}`;
}
