import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestPlayer } from "../apps/server/src/test/club.ts";
import type { ClubProcess } from "../apps/server/src/test/club-process.ts";
import { isFull } from "../apps/server/src/test/sample.ts";
import { startBettors } from "./lib/bettors.ts";
import { EventReader, untilHeard } from "./lib/event-reader.ts";
import { FaultClub } from "./lib/fault-club.ts";

/** P11, P20: the leader of two processes dies: the other numbers on and does the clock work. */
let club: FaultClub;
let other: ClubProcess;
let players: TestPlayer[];

const HANDOVERS = isFull ? 20 : 1;
const LEADS_WITHIN_MS = 3000;
const START_IN_MS = 10_000;
/** How long before a race is due its leader is killed. */
const EARLIER_MS = 300;

beforeAll(async () => {
  club = await FaultClub.start();
  players = await club.players(6, 90_000_000);
});
afterAll(async () => {
  await other.stop();
  await club.stop();
});

test(`leader: killed ${HANDOVERS} times, the other leads within ${LEADS_WITHIN_MS} ms`, async () => {
  for (let i = 0; i < HANDOVERS; i++) {
    other = await club.startBeside();
    await club.server.fund(players[0] as TestPlayer, 100);
    await expectLed(club.server);
    const lasting = await club.openRace();
    const due = await club.openRace({ startInMs: START_IN_MS });
    const reader = new EventReader(other.url, `race:${lasting.race_id},races`);
    await expect.poll(() => reader.lastId).not.toBeNull();
    const from = Number(reader.lastId);
    const bettors = startBettors({
      url: () => other.url,
      players,
      raceId: lasting.race_id,
      bets: 100_000,
      lanes: 6,
      prefix: `leader ${i}`,
    });
    const [start] = await club.query(
      "SELECT extract(epoch FROM start_time - club_now()) * 1000 AS ms FROM race WHERE id = $1",
      [due.race_id],
    );
    await sleep(Number(start?.["ms"]) - EARLIER_MS);
    expect(await statusOf(due.race_id)).toBe("open");
    club.server.kill("SIGKILL");
    const killedAt = performance.now();
    await expect
      .poll(async () => await statusOf(due.race_id), { timeout: LEADS_WITHIN_MS, interval: 50 })
      .toBe("closed");
    await expect
      .poll(async () => await newestAgeMs(), { timeout: LEADS_WITHIN_MS })
      .toBeLessThan(500);
    expect(performance.now() - killedAt).toBeLessThan(LEADS_WITHIN_MS + EARLIER_MS);
    await expectLed(other);
    bettors.stop();
    await bettors.done;
    const topics = [`race:${lasting.race_id}`, "races"];
    await untilHeard(club, [reader], topics);
    reader.stop();
    await reader.done;
    await expectNoGap(reader, from, topics);
    // The survivor stops, so that the restarted server leads again.
    await other.stop();
    await club.startServer();
    await club.expectWhole(bettors.acknowledged);
  }
});

async function statusOf(raceId: string): Promise<unknown> {
  const [race] = await club.query("SELECT status FROM race WHERE id = $1", [raceId]);
  return race?.["status"];
}

/** How old the newest event is, while bets go on. */
async function newestAgeMs(): Promise<number> {
  const [row] = await club.query(
    "SELECT extract(epoch FROM clock_timestamp() - max(at)) * 1000 AS ms FROM event",
  );
  return Number(row?.["ms"]);
}

async function expectLed(by: ClubProcess): Promise<void> {
  const isLeading = async (one: ClubProcess): Promise<boolean> => {
    const text = await (await fetch(`${one.url}/metrics`)).text();
    return Number(/^club_chain_entries_total (\S+)$/m.exec(text)?.[1]) > 0;
  };
  await expect.poll(async () => await isLeading(by), { timeout: LEADS_WITHIN_MS }).toBe(true);
  if (by === club.server) expect(await isLeading(other), "one leads").toBe(false);
}

/** The reader saw what the table has, and the table has every number. */
async function expectNoGap(reader: EventReader, from: number, topics: string[]): Promise<void> {
  const rows = await club.query(
    "SELECT seq::int AS seq, kind FROM event WHERE topic = ANY ($1) AND seq > $2 ORDER BY seq",
    [topics, from],
  );
  expect(rows.length).toBeGreaterThan(10);
  expect(reader.seen.filter(({ seq }) => seq > from)).toEqual(rows);
  expect(reader.resyncs).toBe(0);
  const [numbers] = await club.query(
    "SELECT count(*)::int AS n, max(seq)::int - min(seq)::int + 1 AS span FROM event",
  );
  expect(numbers?.["n"]).toBe(numbers?.["span"]);
}
