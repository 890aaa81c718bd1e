import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestPlayer } from "../apps/server/src/test/club.ts";
import { startBettors } from "./lib/bettors.ts";
import { EventReader } from "./lib/event-reader.ts";
import { FaultClub } from "./lib/fault-club.ts";

/** P20: a reader that is cut again and again, and a server that is killed: no event is missing, none comes twice. */
let club: FaultClub;
let players: TestPlayer[];

beforeAll(async () => {
  club = await FaultClub.start();
  players = await club.players(6, 90_000_000);
});
afterAll(async () => await club.stop());

test("stream: cut readers and a killed server, 0 missing, 0 twice, 0 out of order", async () => {
  const race = await club.openRace();
  const topic = `race:${race.race_id}`;
  const first = new EventReader(club.url, topic);
  const second = new EventReader(club.url, topic);
  await expect.poll(() => first.lastId !== null && second.lastId !== null).toBe(true);
  const from = Number(first.lastId);
  const bettors = startBettors({
    url: () => club.url,
    players,
    raceId: race.race_id,
    bets: 3000,
    lanes: 24,
    prefix: "stream",
  });
  for (let i = 0; i < 12; i++) {
    await sleep(150);
    first.cut();
    if (i === 6) await club.killServer();
  }
  await bettors.done;
  await sleep(2500);
  const rows = await club.query(
    "SELECT seq::int AS seq, kind FROM event WHERE topic = $1 AND seq > $2 ORDER BY seq",
    [topic, from],
  );
  first.stop();
  second.stop();
  await Promise.all([first.done, second.done]);
  expect(first.seen.filter(({ seq }) => seq > from)).toEqual(rows);
  expect(second.seen.filter(({ seq }) => seq > from)).toEqual(rows);
  expect(first.resyncs + second.resyncs).toBe(0);
  expect(rows.length).toBeGreaterThan(5);
  const [gaps] = await club.query(
    "SELECT count(*)::int AS n, max(seq)::int - min(seq)::int + 1 AS span FROM event",
  );
  expect(gaps?.["n"]).toBe(gaps?.["span"]);
  await club.expectWhole(bettors.acknowledged);
});

test("a reader from long ago is told to read anew", async () => {
  await club.query("DELETE FROM event WHERE seq < (SELECT max(seq) FROM event)");
  await club.killServer();
  const reader = new EventReader(club.url, "races", "1");
  await expect.poll(() => reader.resyncs, { timeout: 5000 }).toBeGreaterThan(0);
  reader.stop();
  await reader.done;
});
