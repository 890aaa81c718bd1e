import { parentPort, Worker } from "node:worker_threads";

/** An order took longer than it may; its thread has been ended. */
export class TooSlow extends Error {
  override name = "TooSlow";
}

interface Waiting<Answer> {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

interface Thread<Answer> {
  readonly worker: Worker;
  /** Resolves when its code is loaded. */
  readonly ready: Promise<void>;
  readonly waiting: Map<number, Waiting<Answer>>;
}

/**
 * A thread for work that would hold up bets. Its first order starts it, and it is kept for the
 * next, since starting one often takes longer than the work. A fault in it does not end the
 * process, and an idle one does not keep the process running.
 */
export class KeptWorker<Order, Answer> {
  readonly #file: URL;
  readonly #memoryMb: number | undefined;
  #thread: Thread<Answer> | undefined;
  #orders = 0;

  constructor(file: URL, memoryMb?: number) {
    this.#file = file;
    this.#memoryMb = memoryMb;
  }

  /** Starts the thread ahead of its first order. */
  start(): void {
    this.#thread ??= this.#startThread();
  }

  /** @throws TooSlow where the answer takes longer than `mostMs`, and what the thread throws. */
  async ask(order: Order, mostMs?: number): Promise<Answer> {
    const { worker, ready, waiting } = (this.#thread ??= this.#startThread());
    const number = (this.#orders += 1);
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    let timer: NodeJS.Timeout | undefined;
    waiting.set(number, { resolve, reject });
    // Somebody waits: the process must not end before the answer.
    worker.ref();
    try {
      await ready;
      worker.postMessage({ number, order });
      if (mostMs !== undefined) timer = setTimeout(() => reject(new TooSlow()), mostMs);
      return await promise;
    } catch (error) {
      promise.catch(() => undefined);
      if (error instanceof TooSlow) await this.end();
      throw error;
    } finally {
      clearTimeout(timer);
      waiting.delete(number);
      if (waiting.size === 0) worker.unref();
    }
  }

  /**
   * Ends the thread whatever it is doing: nobody waits for it any more. The next order gets a new
   * thread.
   */
  async end(): Promise<void> {
    const worker = this.#thread?.worker;
    this.#thread = undefined;
    await worker?.terminate();
  }

  #startThread(): Thread<Answer> {
    const worker = new Worker(this.#file, {
      resourceLimits:
        this.#memoryMb === undefined ? {} : { maxOldGenerationSizeMb: this.#memoryMb },
    });
    const loaded = Promise.withResolvers<void>();
    loaded.promise.catch(() => undefined);
    const thread = { worker, ready: loaded.promise, waiting: new Map<number, Waiting<Answer>>() };
    worker.unref();
    worker.once("message", () => loaded.resolve());
    worker.on("message", (message: { number: number; answer: Answer } | null) => {
      if (message !== null) thread.waiting.get(message.number)?.resolve(message.answer);
    });
    const fail = (error: Error): void => {
      if (this.#thread === thread) this.#thread = undefined;
      loaded.reject(error);
      for (const { reject } of thread.waiting.values()) reject(error);
    };
    worker.on("error", fail);
    worker.on("exit", () => fail(new Error(`A thread ended early: ${this.#file.pathname}`)));
    return thread;
  }
}

/** The same for work so rare that its thread ends with the answer. @throws as `ask` */
export async function askWorker<Order, Answer>(
  file: URL,
  order: Order,
  limits: { readonly mostMs?: number; readonly memoryMb?: number } = {},
): Promise<Answer> {
  const thread = new KeptWorker<Order, Answer>(file, limits.memoryMb);
  try {
    return await thread.ask(order, limits.mostMs);
  } finally {
    await thread.end();
  }
}

/** The body of an `x.worker.ts`: it answers orders. An order that throws ends the thread. */
export function answerOrders<Order, Answer>(
  answer: (order: Order) => Answer | Promise<Answer>,
): void {
  parentPort?.on("message", async ({ number, order }: { number: number; order: Order }) => {
    parentPort?.postMessage({ number, answer: await answer(order) });
  });
  // Signals that it is loaded.
  parentPort?.postMessage(null);
}
