import { connect, createServer, type Server, type Socket } from "node:net";

/** A proxy before the database that delays answers. */
export class SlowWay {
  /** The delay of each piece of an answer; may change while connections are open. */
  delayMs = 0;
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;

  /** The address of the same database through this proxy. */
  async through(databaseUrl: string): Promise<string> {
    const target = new URL(databaseUrl);
    this.#server = createServer((socket) => this.#pass(socket, target));
    await new Promise<void>((resolve) => this.#server?.listen(0, "127.0.0.1", resolve));
    const { port } = this.#server.address() as { port: number };
    const url = new URL(databaseUrl);
    url.host = `127.0.0.1:${port}`;
    return url.href;
  }

  close(): void {
    this.#server?.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #pass(socket: Socket, target: URL): void {
    const database = connect(Number(target.port), target.hostname);
    socket.pipe(database);
    // Timers of different lengths would reorder the pieces, so none leaves before the one ahead of
    // it.
    let before = 0;
    database.on("data", (piece: Buffer) => {
      before = Math.max(performance.now() + this.delayMs, before);
      setTimeout(
        () => socket.writable && socket.write(piece),
        Math.max(0, before - performance.now()),
      );
    });
    for (const [one, other] of [
      [socket, database],
      [database, socket],
    ] as const) {
      this.#sockets.add(one);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        this.#sockets.delete(one);
        other.destroy();
      });
    }
  }
}
