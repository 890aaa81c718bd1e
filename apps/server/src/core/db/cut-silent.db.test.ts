import { connect, createServer, type Socket } from "node:net";
import { once } from "node:events";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startClub, type TestClub } from "../../test/club.ts";
import { orCut } from "./cut-silent.ts";

let club: TestClub;

beforeAll(async () => {
  club = await startClub();
});
afterAll(async () => await club.close());

/** A way to the database on which nothing arrives any more once it is silent, and nothing ends. */
async function silentWay(): Promise<{ url: string; silence: () => void; close: () => void }> {
  const target = new URL(club.ctx.settings.databaseUrl ?? "");
  const sockets: Socket[] = [];
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    sockets.push(near, far);
    near.pipe(far);
    far.pipe(near);
    for (const socket of [near, far]) socket.on("error", () => undefined);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  const url = new URL(target);
  url.hostname = "127.0.0.1";
  url.port = String(port);
  return {
    url: url.href,
    silence: () => {
      for (const socket of sockets) socket.unpipe().pause();
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

test("a connection that stays silent is cut, and its end is heard; one that answers is not", async () => {
  const way = await silentWay();
  const client = new pg.Client({ connectionString: way.url });
  const ended: string[] = [];
  client.on("error", () => ended.push("error"));
  client.on("end", () => ended.push("end"));
  await client.connect();
  const ask = async () => await orCut(client, client.query("SELECT 1 AS one"), 300);
  expect((await ask()).rows).toEqual([{ one: 1 }]);
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(ended).toEqual([]);
  way.silence();
  await expect(ask()).rejects.toThrow();
  await expect.poll(() => ended).toContain("end");
  way.close();
});
