import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isEmbeddedDatabase } from "../db/own-database.ts";
import { newId } from "../kit/ids.ts";
import { startClub, type TestClub, type TestPlayer } from "../../test/club.ts";
import { DiskSpace } from "./disk-space.ts";

let club: TestClub;
let player: TestPlayer;

beforeAll(async () => {
  club = await startClub();
  player = await club.signUp();
});
afterAll(async () => await club.close());

/**
 * What stays possible while the club is read-only, listed by hand: the list in the code must not
 * grow unnoticed.
 */
const GOES_ON = [
  "DELETE /api/push/subscription",
  "DELETE /api/user/sessions/:session_id",
  "POST /api/order/quote",
  "POST /api/order/resolve",
  "POST /api/user/heartbeat",
  "POST /api/user/reality-check",
  "POST /api/user/self-exclusion",
  "POST /api/user/signout",
  "POST /api/user/time-out",
  "PUT /api/user/limits",
  "PUT /api/user/protection",
];

test("short of room every write of a player waits, but for what protects him; reading goes on", async () => {
  const calls = club.ctx.calls.filter(({ access }) => access === "player");
  const passed: string[] = [];
  for (const { method, path } of calls) {
    await club.ctx.disk.look();
    const { token } = path.endsWith("/signout") ? await club.signUp() : player;
    const body = method === "GET" ? {} : { body: {} };
    club.ctx.disk.noteFull();
    const answer = await club.call(method, path.replace(/:\w+/g, newId), { token, ...body });
    const isRefused = answer.body.code === "club.read_only";
    if (isRefused) {
      expect(answer.status).toBe(503);
      expect(answer.headers.get("retry-after")).not.toBeNull();
    }
    if (method === "GET") expect(isRefused, path).toBe(false);
    else if (!isRefused) passed.push(`${method} ${path}`);
  }
  expect(passed.toSorted()).toEqual(GOES_ON);
});

test("everybody is told, and with room again bets are taken", async () => {
  const takesBets = async (): Promise<boolean> =>
    (await club.call("GET", "/api/status")).body.data.takes_bets;
  const heartbeat = async (): Promise<string[]> => {
    const { body } = await club.call("POST", "/api/user/heartbeat", { token: player.token });
    return (body.data.notices as { key: string }[]).map(({ key }) => key);
  };
  club.ctx.disk.noteFull();
  expect(await takesBets()).toBe(false);
  expect(await heartbeat()).toContain("club.read_only");
  await club.ctx.disk.look();
  expect(await takesBets()).toBe(true);
  expect(await heartbeat()).not.toContain("club.read_only");
});

test("a server that cannot see the database's disk goes by its errors alone", async () => {
  const space = new DiskSpace();
  space.watch({ dataDir: tmpdir(), hasDatabase: false });
  expect(space.isShort).toBe(false);
  space.noteFull();
  expect(space.isShort).toBe(true);
  await space.look();
  expect(space.isShort).toBe(false);
  await space.stop();
});

test("the embedded database is known by the port that the starter wrote down", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "club-own-"));
  const at = (port: number) => `postgres://club_app:secret@127.0.0.1:${port}/club`;
  expect(await isEmbeddedDatabase({ dataDir, databaseUrl: undefined })).toBe(true);
  expect(await isEmbeddedDatabase({ dataDir, databaseUrl: at(5432) })).toBe(false);
  await writeFile(join(dataDir, "postgres.json"), JSON.stringify({ port: 5432 }));
  expect(await isEmbeddedDatabase({ dataDir, databaseUrl: at(5432) })).toBe(true);
  expect(await isEmbeddedDatabase({ dataDir, databaseUrl: at(5433) })).toBe(false);
  const elsewhere = "postgres://club_app:secret@db.example:5432/club";
  expect(await isEmbeddedDatabase({ dataDir, databaseUrl: elsewhere })).toBe(false);
  await rm(dataDir, { recursive: true });
});
