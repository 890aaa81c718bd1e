import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { pause } from "../kit/pause.ts";

/** How long a request that is under way when the server stops has to arrive. */
const GRACE_MS = 100;

/**
 * When the server stops, closes the connections that never carried a request. Browsers open them in
 * advance; the HTTP server counts them neither as idle nor as done and would wait forever.
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
