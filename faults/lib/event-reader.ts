import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import type { FaultClub } from "./fault-club.ts";

const WAITING = `SELECT (SELECT count(*)::int FROM event_inbox) + (SELECT count(*)::int FROM pool_delta) AS n`;
const NEWEST = "SELECT max(seq)::int AS seq FROM event WHERE topic = ANY ($1)";

/** Waits until every event has been published, and the readers have received it. */
export async function untilHeard(
  club: FaultClub,
  readers: readonly EventReader[],
  topics: readonly string[],
): Promise<void> {
  const waiting = async () => (await club.query(WAITING))[0]?.["n"];
  await expect.poll(waiting, { timeout: 30_000 }).toBe(0);
  const newest = Number((await club.query(NEWEST, [topics]))[0]?.["seq"]);
  const heard = () => Math.min(...readers.map(({ lastId }) => Number(lastId)));
  await expect.poll(heard, { timeout: 30_000 }).toBeGreaterThanOrEqual(newest);
}

/** Reads event streams as the app does: when cut off, it reconnects with its Last-Event-ID. */
export class EventReader {
  readonly seen: { seq: number; kind: string }[] = [];
  resyncs = 0;
  lastId: string | null;
  readonly #url: () => string;
  readonly #topics: string;
  #abort = new AbortController();
  #isStopped = false;
  readonly done: Promise<void>;

  /** @param url - of the club; where each connection asks anew, a balancer's next process. */
  constructor(url: string | (() => string), topics: string, lastId: string | null = null) {
    this.#url = typeof url === "string" ? () => url : url;
    this.#topics = topics;
    this.lastId = lastId;
    this.done = this.#run();
  }

  /** Drops the connection; the reader reconnects with its Last-Event-ID. */
  cut(): void {
    this.#abort.abort();
  }

  stop(): void {
    this.#isStopped = true;
    this.cut();
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      this.#abort = new AbortController();
      await this.#read().catch(() => undefined);
      await sleep(20);
    }
  }

  async #read(): Promise<void> {
    const response = await fetch(`${this.#url()}/api/stream?topics=${this.#topics}`, {
      headers: this.lastId === null ? {} : { "last-event-id": this.lastId },
      signal: this.#abort.signal,
    });
    let text = "";
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk as Uint8Array, { stream: true });
      const parts = text.split("\n\n");
      text = parts.pop() ?? "";
      for (const part of parts) this.#take(part);
    }
  }

  #take(part: string): void {
    const id = /^id: (\d+)$/m.exec(part)?.[1];
    const kind = /^event: (\w+)$/m.exec(part)?.[1];
    if (id === undefined || kind === undefined) return;
    this.lastId = id;
    if (kind === "resync") this.resyncs += 1;
    else if (kind !== "ready") this.seen.push({ seq: Number(id), kind });
  }
}
