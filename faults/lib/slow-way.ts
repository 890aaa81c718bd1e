import { connect, createServer, type Server, type Socket } from "node:net";

/** A way to the database on which answers take their time. */
export class SlowWay {
  /** For each piece of an answer, in order; may change while connections stand. */
  delayMs = 0;
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;

  /** The address of the same database by this way. */
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
    // Timers of different lengths would overtake each other: a piece leaves after the one before it.
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
