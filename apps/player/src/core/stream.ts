import { createStore, useStore } from "../device/store.ts";
import type { StreamEvent } from "./sse-parser.ts";

/*
 * What the app wants to hear. Screens ask for topics here; the reader (reader.ts), which comes after
 * the first page is drawn, keeps one connection for all of them.
 */

export type StreamState = "idle" | "connecting" | "live" | "down";
export type Receiver = (event: StreamEvent) => void;

export const streamState = createStore<StreamState>("idle");
const wanted = new Map<string, number>();
const receivers = new Set<Receiver>();

const POLL_MS = 4000;

let onChange: () => void = () => undefined;

/** How often to ask while the stream is down; false when it brings the news. */
export function usePollMs(): number | false {
  return useStore(streamState) === "down" ? POLL_MS : false;
}

export function receive(receiver: Receiver): () => void {
  receivers.add(receiver);
  return () => receivers.delete(receiver);
}

/** Gives an event to everybody who waits for one. */
export function hand(event: StreamEvent): void {
  for (const receiver of receivers) receiver(event);
}

/** Listens to a topic until the returned function is called. */
export function listenTo(topic: string): () => void {
  wanted.set(topic, (wanted.get(topic) ?? 0) + 1);
  if (wanted.get(topic) === 1) onChange();
  return () => {
    const left = (wanted.get(topic) ?? 1) - 1;
    if (left > 0) wanted.set(topic, left);
    else wanted.delete(topic);
    if (left <= 0) onChange();
  };
}

export const wantedTopics = (): readonly string[] => [...wanted.keys()];

/** The reader is told whenever the set of topics changes. */
export function followWanted(listener: () => void): void {
  onChange = listener;
}
