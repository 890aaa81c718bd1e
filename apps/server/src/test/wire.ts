import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";

/** A proxy to the database that can fall silent. */
export class Wire {
  readonly server: Server;
  readonly #databaseUrl: string;
  readonly #sockets = new Set<Socket>();
  isSilent = false;

  static async open(databaseUrl: string): Promise<Wire> {
    const wire = new Wire(databaseUrl);
    await once(wire.server, "listening");
    return wire;
  }

  constructor(databaseUrl: string) {
    this.#databaseUrl = databaseUrl;
    const port = Number(new URL(databaseUrl).port);
    this.server = createServer((near) => {
      const far = connect(port, "127.0.0.1");
      for (const socket of [near, far]) {
        this.#sockets.add(socket);
        socket.on("error", () => undefined);
      }
      near.on("data", (chunk) => this.isSilent || far.write(chunk));
      far.on("data", (chunk) => this.isSilent || near.write(chunk));
      near.on("close", () => far.destroy());
    }).listen(0, "127.0.0.1");
  }

  url(): string {
    const url = new URL(this.#databaseUrl);
    url.port = String((this.server.address() as AddressInfo).port);
    return url.href;
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.server.close();
  }
}
