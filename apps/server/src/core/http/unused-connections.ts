import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { pause } from "../kit/pause.ts";

/** A request that is on its way when the server stops gets this long to show itself. */
const GRACE_MS = 100;

/**
 * Closes, when the server stops, the connections that never carried a request. Browsers open them in
 * advance; the HTTP server counts them neither as idle nor as done and would wait for ever.
 */
export function addUnusedConnections(app: FastifyInstance): void {
  const unused = new Set<Socket>();
  app.server.on("connection", (socket: Socket) => {
    unused.add(socket);
    socket.once("close", () => unused.delete(socket));
  });
  app.server.on("request", ({ socket }: { socket: Socket }) => unused.delete(socket));
  app.addHook("preClose", async () => {
    await pause(GRACE_MS);
    for (const socket of unused) socket.destroy();
  });
}
