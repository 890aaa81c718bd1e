import { createTopics } from "@club/client";
import { useStore } from "@club/client/react";

/** What the app wants to hear; its one connection (live/start-live.ts) comes after the first page is drawn. */
export const topics = createTopics();
export const { state: streamState, receive, listenTo } = topics;

const POLL_MS = 4000;

/** How often to poll while the stream is down; false while it brings the news. */
export function usePollMs(): number | false {
  return useStore(streamState) === "down" ? POLL_MS : false;
}
