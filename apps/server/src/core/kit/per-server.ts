/**
 * One of something for each server, made when it is first asked for. Nothing is global: two clubs in one
 * process (tests) share nothing, and a server that is gone leaves nothing behind.
 */
export function perServer<Ctx extends { readonly db: object }, T>(
  make: (ctx: Ctx) => T,
): (ctx: Ctx) => T {
  const made = new WeakMap<object, { readonly one: T }>();
  return (ctx) => {
    const known = made.get(ctx.db) ?? { one: make(ctx) };
    made.set(ctx.db, known);
    return known.one;
  };
}

/** Work that runs once at a time for each key: whoever asks while it runs gets the outcome of that run. */
export class SingleFlight<T> {
  readonly #running = new Map<string, Promise<T>>();

  /** @throws what the work throws, to all who wait for it; the next one to ask begins it anew. */
  async run(key: string, work: () => Promise<T>): Promise<T> {
    const known = this.#running.get(key);
    if (known !== undefined) return await known;
    const running = work().finally(() => this.#running.delete(key));
    this.#running.set(key, running);
    return await running;
  }
}
