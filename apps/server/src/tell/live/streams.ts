import type { ServerResponse } from "node:http";

declare module "../../core/context.ts" {
  interface AppContext {
    readonly streams: Streams;
  }
}

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

  /** Tells every reader to reconnect soon, and ends its stream. */
  endAll(retryMs: number): void {
    for (const stream of this.#open) stream.end(`retry: ${retryMs}\n\n`);
    this.#open.clear();
  }
}
