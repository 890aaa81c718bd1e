import { assert } from "@club/domain";
import { isPublicTopic } from "./events.ts";
import type { Beginning, EventRow, EventStore } from "./hub.ts";

/**
 * The events of a club on the wire to an edge. They are numbered without a gap, so a message has the
 * number of its first one alone. What is somebody's own is 0: it has a number, and nothing else
 * leaves the club. `sent` is the time there, in milliseconds.
 *
 *     event: begin
 *     data: {"first":"101","sent":1764230400000,"events":[["races","status",{...}],0],"marks":[[1500,"100"]]}
 *
 *     event: events
 *     data: {"first":"103","sent":1764230400150,"events":[0]}
 *
 * `begin` means: forget what you know. `marks` says which was the last event so many milliseconds ago.
 */
interface FeedMessage {
  readonly first: string;
  readonly sent: number;
  readonly events: readonly (readonly [topic: string, kind: string, payload: unknown] | 0)[];
  readonly marks?: readonly (readonly [agoMs: number, seq: string])[];
}

/** What a hub begins with. */
export function beginFrame({ events, marks }: Beginning): Buffer {
  const last = events.at(-1)?.seq ?? marks.at(-1)?.seq ?? 0n;
  const first = last + 1n - BigInt(events.length);
  const told = JSON.stringify(marks.map(({ agoMs, seq }) => [agoMs, String(seq)]));
  return frame("begin", first, `${listOf(events)},"marks":${told}`);
}

/** Events that came, one at least. */
export function eventsFrame(events: readonly EventRow[]): Buffer {
  return frame("events", events[0]?.seq ?? 0n, listOf(events));
}

function frame(kind: string, first: bigint, rest: string): Buffer {
  const head = `"first":"${first}","sent":${Date.now()}`;
  return Buffer.from(`event: ${kind}\ndata: {${head},"events":${rest}}\n\n`);
}

/** Payloads go out as the text that they are. */
function listOf(events: readonly EventRow[]): string {
  const parts = events.map(({ topic, kind, payload }) =>
    isPublicTopic(topic) ? `[${JSON.stringify(topic)},${JSON.stringify(kind)},${payload}]` : "0",
  );
  return `[${parts.join()}]`;
}

/** Of an event that was somebody's own: no reader can ask for this topic. */
const NOBODYS = "";

/** The events that a feed brings, as an edge's hub asks for them. */
export class FeedEvents implements EventStore {
  #beginning: Beginning | null = null;
  #came: EventRow[] = [];
  #last = 0n;

  /** The last event that came; null: none yet. */
  get lastSeq(): bigint | null {
    return this.#beginning === null ? null : this.#last;
  }

  /**
   * Takes the data of a message.
   *
   * @throws Error where it does not follow the one before
   */
  take(data: string): { readonly isBeginning: boolean; readonly sentMs: number } {
    const { first, sent, events, marks } = JSON.parse(data) as FeedMessage;
    const rows = events.map((event, i) => rowOf(BigInt(first) + BigInt(i), event));
    const before = BigInt(first) - 1n;
    if (marks === undefined) {
      assert(this.#beginning !== null && before === this.#last, "a feed has no gap");
      this.#came.push(...rows);
    } else {
      this.#came = [];
      this.#beginning = {
        events: rows,
        marks: marks.map(([agoMs, seq]) => ({ agoMs, seq: BigInt(seq) })),
      };
    }
    this.#last = before + BigInt(rows.length);
    return { isBeginning: marks !== undefined, sentMs: sent };
  }

  async begin(): Promise<Beginning> {
    assert(this.#beginning !== null, "a feed has begun");
    const beginning = this.#beginning;
    // The hub keeps them from now on.
    this.#beginning = { events: [], marks: [] };
    return await Promise.resolve(beginning);
  }

  async after(_seq: bigint, most: number): Promise<readonly EventRow[]> {
    return await Promise.resolve(this.#came.splice(0, most));
  }

  /** What is no longer in memory is not here either: its reader reads anew. */
  async between(): Promise<null> {
    return await Promise.resolve(null);
  }
}

function rowOf(seq: bigint, event: FeedMessage["events"][number]): EventRow {
  if (event === 0) return { seq, topic: NOBODYS, kind: NOBODYS, payload: "{}" };
  const [topic, kind, payload] = event;
  return { seq, topic, kind, payload: JSON.stringify(payload) };
}
