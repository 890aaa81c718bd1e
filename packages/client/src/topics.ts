import type { StreamEvent } from "./sse-parser.ts";
import { createStore, type Store } from "./store.ts";

export type StreamState = "idle" | "live" | "down";
export type Receiver = (event: StreamEvent) => void;

/** What an app wants to hear: screens ask for topics, stream.ts brings their events. */
export interface Topics {
  readonly state: Store<StreamState>;
  /** Listens to a topic until the returned function is called. */
  readonly listenTo: (topic: string) => () => void;
  readonly receive: (receiver: Receiver) => () => void;
  /** Passes an event to every receiver. */
  readonly hand: Receiver;
  readonly wanted: () => readonly string[];
  /** Registers the stream for every change of the set of topics. */
  readonly follow: (listener: () => void) => void;
}

/** Of one thing, by what is no id: an address may hold it, and the server would refuse the whole stream. */
const OF_NOTHING = /:(?![\da-f-]{36}$)/;

export function createTopics(): Topics {
  const counts = new Map<string, number>();
  const receivers = new Set<Receiver>();
  let onChange: () => void = () => undefined;

  function count(topic: string, change: 1 | -1): void {
    const now = (counts.get(topic) ?? 0) + change;
    const hasChanged = now > 0 !== counts.has(topic);
    if (now > 0) counts.set(topic, now);
    else counts.delete(topic);
    if (hasChanged) onChange();
  }

  return {
    state: createStore<StreamState>("idle"),
    listenTo(topic) {
      if (OF_NOTHING.test(topic)) return () => undefined;
      count(topic, 1);
      return () => count(topic, -1);
    },
    receive(receiver) {
      receivers.add(receiver);
      return () => receivers.delete(receiver);
    },
    hand(event) {
      for (const receiver of receivers) receiver(event);
    },
    wanted: () => [...counts.keys()],
    follow(listener) {
      onChange = listener;
    },
  };
}
