import type { ServerResponse } from "node:http";

declare module "../../core/context.ts" {
  interface AppContext {
    readonly streams: Streams;
  }
}

/** Five hundred readers a second come back. */
const BACK_PER_MS = 0.5;
const LONGEST_SPREAD_MS = 20_000;

/** The open event streams of this process, to end them politely (promise P16). */
export class Streams {
  readonly #open = new Set<ServerResponse>();

  get count(): number {
    return this.#open.size;
  }

  /** Returns a function that forgets the stream again. */
  add(stream: ServerResponse): () => void {
    this.#open.add(stream);
    return () => this.#open.delete(stream);
  }

  /**
   * When a reader should come back: the more there are, the further apart, each at a time of its
   * own. All at once they would hold up what bets need.
   */
  retryMs(leastMs: number): number {
    const spreadMs = Math.min(this.count / BACK_PER_MS, LONGEST_SPREAD_MS);
    return Math.round(leastMs + Math.random() * spreadMs);
  }

  /** Tells every reader when to reconnect, and ends its stream. */
  endAll(leastMs: number): void {
    for (const stream of this.#open) stream.end(`retry: ${this.retryMs(leastMs)}\n\n`);
    this.#open.clear();
  }
}
