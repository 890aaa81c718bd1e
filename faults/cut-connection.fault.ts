import { createServer, connect, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestPlayer } from "../apps/server/src/test/club.ts";
import { isFull } from "../apps/server/src/test/sample.ts";
import { startBettors } from "./lib/bettors.ts";
import { FaultClub } from "./lib/fault-club.ts";

/** P2: a proxy cuts four of ten answers. Slips are resent with their key: exactly one bet each. */
let club: FaultClub;
let players: TestPlayer[];
let proxy: Server;

const BETS = isFull ? 5000 : 1000;
const CUT_OF_TEN = 4;

beforeAll(async () => {
  club = await FaultClub.start();
  players = await club.players(8, 90_000_000);
  proxy = createServer((socket) => pass(socket, new URL(club.url)));
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  proxy.close();
  await club.stop();
});

/** Lets requests through; now and then closes the connection instead of answering. */
function pass(socket: Socket, target: URL): void {
  const server = connect(Number(target.port), target.hostname);
  socket.on("data", (chunk) => server.write(chunk));
  server.on("data", (chunk) => {
    if (Math.random() * 10 < CUT_OF_TEN) socket.destroy();
    else socket.write(chunk);
  });
  for (const [one, other] of [
    [socket, server],
    [server, socket],
  ] as const) {
    one.on("close", () => other.destroy());
    one.on("error", () => other.destroy());
  }
}

test(`cut-connection: ${BETS} slips, four of ten answers lost, exactly ${BETS} bets`, async () => {
  const race = await club.openRace();
  const { port } = proxy.address() as { port: number };
  const url = (): string => `http://127.0.0.1:${port}`;
  const bettors = startBettors({
    url,
    players,
    raceId: race.race_id,
    bets: BETS,
    lanes: 16,
    prefix: "cut",
  });
  await bettors.done;
  expect(bettors.trouble.get("cut") ?? 0).toBeGreaterThan(BETS / 10);
  await club.expectWhole(bettors.acknowledged);
  const [count] = await club.query("SELECT count(*)::int AS n FROM bet WHERE race_id = $1", [
    race.race_id,
  ]);
  expect(count?.["n"]).toBe(BETS);
});
