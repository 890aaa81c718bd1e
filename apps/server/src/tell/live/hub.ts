import { PLAYERS_TOPIC } from "./events.ts";

declare module "../../core/context.ts" {
  interface AppContext {
    /** The numbered events of the club, and who listens in this process. */
    readonly hub: Hub;
  }
}

/**
 * One numbered event. Its payload stays the text from the table: a busy minute then leaves a few
 * strings in memory, not an object per balance. The frame is built once, for all subscribers.
 */
interface Known extends EventRow {
  bytes?: Buffer;
}

/** Someone who listens. `send` answers false when the reader is too slow and has been cut. */
export interface Subscriber {
  readonly topics: ReadonlySet<string>;
  readonly send: (bytes: Buffer) => boolean;
}

export interface EventRow {
  seq: bigint;
  topic: string;
  kind: string;
  /** JSON. */
  payload: string;
}

export interface Missed {
  readonly frames: readonly Buffer[];
  readonly upTo: bigint;
}

/** Which was the last event so long ago. */
export interface Mark {
  readonly agoMs: number;
  readonly seq: bigint;
}

/** What a hub begins with: the newest events, without a gap, and marks, oldest first and one at least. */
export interface Beginning {
  readonly events: readonly EventRow[];
  readonly marks: readonly Mark[];
}

/** Where the events of a hub come from: the club's table, or the feed of another process. */
export interface EventStore {
  /** The newest ones, at most `most`. */
  begin(most: number): Promise<Beginning>;
  /** Those after `seq`, in order and without a gap, at most `most`. */
  after(seq: bigint, most: number): Promise<readonly EventRow[]>;
  /** Those after `seq` up to `upTo` that may concern these topics; null: some are gone, or more than `most`. */
  between(
    range: { readonly seq: bigint; readonly upTo: bigint; readonly most: number },
    topics: ReadonlySet<string>,
  ): Promise<readonly EventRow[] | null>;
}

const READ_LIMIT = 5000;
const KEEP_EVENTS = 20_000;
const PLAYER = "player:";
/** How far back, and how finely, the hub knows what was its last event at a time. */
const MARKS_MS = 15 * 60_000;
const MARK_EVERY_MS = 1000;

/**
 * The events of the club in this process: reads what is new after each notification, keeps the
 * newest in memory for those who resume, and hands each event to every subscriber of its topic.
 * Events are numbered without gaps by one writer, so "after the last one seen" misses nothing.
 */
export class Hub {
  readonly #store: EventStore;
  readonly #told: (playerId: string) => void;
  readonly #byTopic = new Map<string, Set<Subscriber>>();
  readonly #taps = new Set<(events: readonly EventRow[]) => void>();
  #known: Known[] = [];
  #last = 0n;
  #reading: Promise<void> | null = null;
  #again = false;
  /** The last event from each of these times on, oldest first. */
  #marks: { readonly atMs: number; readonly seq: bigint }[] = [];

  /** @param told - called with each player who is listening and is about to be told something of their own. */
  constructor(store: EventStore, told: (playerId: string) => void = () => undefined) {
    this.#store = store;
    this.#told = told;
  }

  get lastSeq(): bigint {
    return this.#last;
  }

  get subscribers(): number {
    return new Set([...this.#byTopic.values()].flatMap((set) => [...set])).size;
  }

  /**
   * Begins after the newest event there is, with the last ones at hand and when each came: after a
   * restart all readers come back at once, and none of them may cost a look into the table. Who
   * listened to another numbering hears nothing of this one.
   */
  async start(): Promise<void> {
    const { events, marks } = await this.#store.begin(READ_LIMIT);
    const now = Date.now();
    this.#byTopic.clear();
    this.#marks = [];
    this.#known = [...events];
    for (const { agoMs, seq } of marks) this.#mark(now - agoMs, seq);
    this.#last = events.at(-1)?.seq ?? marks.at(-1)?.seq ?? 0n;
    this.#mark(now);
  }

  /** What is in memory: another hub begins with it. */
  get memory(): Beginning {
    const now = Date.now();
    return {
      events: this.#known.slice(-READ_LIMIT),
      marks: this.#marks.map(({ atMs, seq }) => ({ agoMs: now - atMs, seq })),
    };
  }

  /** All events in memory after `seq`; null: some are gone already, or it has not come yet. */
  after(seq: bigint): readonly EventRow[] | null {
    const oldest = this.#known[0]?.seq ?? this.#last + 1n;
    if (seq > this.#last || seq < oldest - 1n) return null;
    return this.#known.slice(Number(seq - oldest) + 1);
  }

  /** Calls with all events of each reading, whatever their topic, until the function that it returns is called. */
  tap(hear: (events: readonly EventRow[]) => void): () => void {
    this.#taps.add(hear);
    return () => this.#taps.delete(hear);
  }

  /** The last event that was handed out before this time; null: longer ago than this process knows. */
  lastSeqAt(timeMs: number): bigint | null {
    return this.#marks.findLast(({ atMs }) => atMs <= timeMs)?.seq ?? null;
  }

  #mark(atMs = Date.now(), seq = this.#last): void {
    const newest = this.#marks.at(-1);
    if (newest !== undefined && atMs < newest.atMs + MARK_EVERY_MS) return;
    this.#marks.push({ atMs, seq });
    while (this.#marks[1] !== undefined && this.#marks[1].atMs < atMs - MARKS_MS)
      this.#marks.shift();
  }

  /** Reads what is new and hands it out. Calls during a read share one more read after it. */
  async catchUp(): Promise<void> {
    if (this.#reading !== null) {
      this.#again = true;
      return await this.#reading;
    }
    this.#reading = this.#read();
    try {
      await this.#reading;
    } finally {
      this.#reading = null;
    }
    if (this.#again) {
      this.#again = false;
      await this.catchUp();
    }
  }

  async #read(): Promise<void> {
    for (;;) {
      const events = await this.#store.after(this.#last, READ_LIMIT);
      this.#hand(events);
      if (events.length < READ_LIMIT) return;
    }
  }

  /** Each subscriber gets the events of one reading in one write. */
  #hand(events: readonly Known[]): void {
    const newest = events.at(-1);
    if (newest === undefined) return;
    // Before the new ones: whoever read a moment ago may have missed them.
    this.#mark();
    this.#last = newest.seq;
    this.#known = [...this.#known, ...events].slice(-KEEP_EVENTS);
    for (const hear of this.#taps) hear(events);
    for (const [subscriber, parts] of this.#sortOut(events)) {
      // Most readings hold one event for a reader, and then all readers share its bytes.
      const [only = Buffer.alloc(0)] = parts;
      const bytes = parts.length === 1 ? only : Buffer.concat(parts);
      if (!subscriber.send(bytes)) this.remove(subscriber);
    }
  }

  #sortOut(events: readonly Known[]): Map<Subscriber, Buffer[]> {
    const bySubscriber = new Map<Subscriber, Buffer[]>();
    if (this.#byTopic.size === 0) return bySubscriber;
    const add = (topic: string, bytes: () => Buffer): void => {
      for (const subscriber of this.#byTopic.get(topic) ?? []) {
        const parts = bySubscriber.get(subscriber) ?? [];
        parts.push(bytes());
        bySubscriber.set(subscriber, parts);
      }
    };
    for (const event of events) {
      if (event.topic !== PLAYERS_TOPIC) add(event.topic, () => bytesOf(event));
      else
        for (const [playerId, part] of partsOf(event)) {
          add(PLAYER + playerId, () => {
            this.#told(playerId);
            return frame(event, part);
          });
        }
    }
    return bySubscriber;
  }

  add(subscriber: Subscriber): void {
    for (const topic of subscriber.topics) {
      const set = this.#byTopic.get(topic) ?? new Set();
      set.add(subscriber);
      this.#byTopic.set(topic, set);
    }
  }

  remove(subscriber: Subscriber): void {
    for (const topic of subscriber.topics) {
      const set = this.#byTopic.get(topic);
      set?.delete(subscriber);
      if (set?.size === 0) this.#byTopic.delete(topic);
    }
  }

  /**
   * Events of the topics after `seq` up to `upTo`, or null when some are already gone: then the
   * reader must read everything anew. Looks in memory first, then in the store, which may keep
   * them longer.
   */
  async since(seq: bigint, topics: ReadonlySet<string>): Promise<Missed | null> {
    const upTo = this.#last;
    if (seq > upTo) return null;
    const oldest = this.#known[0]?.seq ?? upTo + 1n;
    if (seq >= oldest - 1n) return { frames: this.recent(seq, topics), upTo };
    const events = await this.#store.between({ seq, upTo, most: READ_LIMIT }, topics);
    if (events === null) return null;
    return { frames: events.flatMap((event) => framesFor(event, topics)), upTo };
  }

  /** Events in memory after `seq`, synchronously: what came during a look further back. */
  recent(seq: bigint, topics: ReadonlySet<string>): readonly Buffer[] {
    const oldest = this.#known[0]?.seq;
    if (oldest === undefined || seq >= this.#last) return [];
    // They are numbered without a gap.
    const from = seq < oldest ? 0 : Number(seq - oldest) + 1;
    return this.#known.slice(from).flatMap((event) => framesFor(event, topics));
  }
}

/** What one reader hears of an event: all of it, or their own part. */
function framesFor(event: Known, topics: ReadonlySet<string>): Buffer[] {
  if (event.topic !== PLAYERS_TOPIC) return topics.has(event.topic) ? [bytesOf(event)] : [];
  const players = [...topics].filter((topic) => topic.startsWith(PLAYER)).map(playerOf);
  // Most events hold nothing for this reader: a text search shows that without parsing.
  if (!players.some((playerId) => event.payload.includes(playerId))) return [];
  return partsOf(event)
    .filter(([playerId]) => players.includes(playerId))
    .map(([, part]) => frame(event, part));
}

const playerOf = (topic: string): string => topic.slice(PLAYER.length);

function partsOf(event: Known): [string, unknown][] {
  const { players } = JSON.parse(event.payload) as { players?: Record<string, unknown> };
  return Object.entries(players ?? {});
}

function bytesOf(event: Known): Buffer {
  event.bytes ??= frame(event, JSON.parse(event.payload));
  return event.bytes;
}

function frame({ seq, kind }: EventRow, payload: unknown): Buffer {
  return Buffer.from(`id: ${seq}\nevent: ${kind}\ndata: ${JSON.stringify(payload)}\n\n`);
}
