import { connect, createServer } from "node:net";
import type { AddressInfo, Server, Socket } from "node:net";

/** What is wrong with a line: nobody is there, or nobody that makes sense, or nobody for half a minute. */
export type LineTrouble = "down" | "rubbish" | "slow";

const SLOW_MS = 30_000;

/** The way to a double of any protocol, with what may be wrong on the way. */
export class LineDouble {
  readonly #to: number;
  readonly #server: Server;
  readonly #ends = new Set<Socket>();
  #trouble: LineTrouble | null = null;

  /** Leads to this port of the machine. */
  constructor(to: number) {
    this.#to = to;
    this.#server = createServer((end) => this.#open(end));
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return this;
  }

  /** `127.0.0.1:PORT` */
  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** From now on, also for whoever is connected; null: all is well. */
  trouble(what: LineTrouble | null): void {
    this.#trouble = what;
    for (const end of this.#ends) end.destroy();
  }

  async close(): Promise<void> {
    this.trouble("down");
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  #open(end: Socket): void {
    this.#keep(end);
    if (this.#trouble === "down") end.destroy();
    else if (this.#trouble === "rubbish") end.end("<html>not what you asked for\r\n\r\n");
    else if (this.#trouble === "slow") setTimeout(() => this.#join(end), SLOW_MS).unref();
    else this.#join(end);
  }

  #join(end: Socket): void {
    if (end.destroyed) return;
    const far = this.#keep(connect(this.#to, "127.0.0.1"));
    end.pipe(far).pipe(end);
    end.on("close", () => far.destroy());
    far.on("close", () => end.destroy());
  }

  #keep(end: Socket): Socket {
    this.#ends.add(end);
    end.on("error", () => end.destroy());
    end.on("close", () => this.#ends.delete(end));
    return end;
  }
}
