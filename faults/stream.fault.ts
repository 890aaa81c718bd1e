import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestPlayer } from "../apps/server/src/test/club.ts";
import { isFull } from "../apps/server/src/test/sample.ts";
import { startBettors } from "./lib/bettors.ts";
import { EventReader, untilHeard } from "./lib/event-reader.ts";
import { FaultClub } from "./lib/fault-club.ts";

/** P20: a reader is cut again and again, a server killed: no event is missing, none comes twice. */
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
    bets: 100_000,
    lanes: 24,
    prefix: "stream",
  });
  await expect.poll(() => bettors.acknowledged.size).toBeGreaterThan(0);
  let atKill = 0;
  for (let i = 0; i < 12; i++) {
    await sleep(150);
    first.cut();
    if (i !== 6) continue;
    await club.killServer();
    await expect
      .poll(() => bettors.trouble.size, { message: "killed among bets" })
      .toBeGreaterThan(0);
    atKill = bettors.acknowledged.size;
  }
  const told = async () =>
    await club.query(
      "SELECT seq::int AS seq, kind FROM event WHERE topic = $1 AND seq > $2 ORDER BY seq",
      [topic, from],
    );
  await expect.poll(async () => (await told()).length, { timeout: 60_000 }).toBeGreaterThan(5);
  await expect
    .poll(() => bettors.acknowledged.size, { timeout: 60_000 })
    .toBeGreaterThan(Math.max(atKill, 3000));
  bettors.enough();
  await bettors.done;
  await untilHeard(club, [first, second], [topic]);
  const rows = await told();
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

const WRITERS = 16;
const EACH = isFull ? 62_500 : 400;

test(
  `${WRITERS} writers at once, ${WRITERS * EACH} events: 0 missing, 0 twice, 0 out of order`,
  async () => {
    const reader = new EventReader(club.url, "races");
    await expect.poll(() => reader.lastId, { timeout: 20_000 }).not.toBeNull();
    const from = Number(reader.lastId);
    const writing = Promise.all(
      Array.from({ length: WRITERS }, async (_, writer) => await club.write(writer, EACH)),
    );
    let isWriting = true;
    const cutting = (async () => {
      while (isWriting) {
        await sleep(120);
        reader.cut();
      }
    })();
    await writing;
    isWriting = false;
    await cutting;
    const count = async (sql: string) => Number((await club.query(sql, [from]))[0]?.["n"]);
    const WRITTEN = "FROM event WHERE kind = 'written' AND seq > $1";
    // Each is published once, in its writer's order, and without what was rolled back.
    await expect
      .poll(async () => await count(`SELECT count(*)::int AS n ${WRITTEN}`), {
        timeout: isFull ? 600_000 : 60_000,
        interval: 200,
      })
      .toBe(WRITERS * EACH);
    expect(await count(`SELECT count(DISTINCT payload)::int AS n ${WRITTEN}`)).toBe(WRITERS * EACH);
    const disordered = `SELECT count(*)::int AS n FROM (SELECT (payload ->> 'n')::int AS n, lag((payload ->> 'n')::int)
      OVER (PARTITION BY payload ->> 'writer' ORDER BY seq) AS before ${WRITTEN}) o WHERE before >= n`;
    expect(await count(disordered)).toBe(0);
    // A reader that is cut all the time receives the same.
    const rows = await club.query(`SELECT seq::int AS seq, kind ${WRITTEN} ORDER BY seq`, [from]);
    const heard = () => reader.seen.filter(({ seq, kind }) => kind === "written" && seq > from);
    await expect
      .poll(() => heard().length, { timeout: isFull ? 300_000 : 30_000 })
      .toBeGreaterThanOrEqual(rows.length);
    reader.stop();
    await reader.done;
    expect(heard()).toEqual(rows);
    expect(reader.resyncs).toBe(0);
  },
  isFull ? 1_200_000 : 120_000,
);

test("a reader from long ago is told to read anew", async () => {
  await club.query("DELETE FROM event WHERE seq < (SELECT max(seq) FROM event)");
  await club.killServer();
  const reader = new EventReader(club.url, "races", "1");
  await expect.poll(() => reader.resyncs, { timeout: 5000 }).toBeGreaterThan(0);
  reader.stop();
  await reader.done;
});
