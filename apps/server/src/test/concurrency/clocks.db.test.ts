import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answer, ok, startClub, type TestClub, type TestPlayer } from "../club.ts";
import { type ClubProcess, startClubProcess } from "../club-process.ts";
import { type FreshDatabase, freshDatabase } from "../database.ts";
import { openRaceDay, type TestRace } from "../race-day.ts";
import { sample } from "../sample.ts";

/**
 * P4, P19: processes whose own clocks are ten minutes late, right and ten minutes early. Only the
 * database's clock decides when a bet was accepted, whether it is too late, when a race is due, how
 * long a session lasts.
 */
const SHIFT = pathToFileURL(join(import.meta.dirname, "../shift-clock.ts")).href;
const SHIFTS_MINUTES = [-10, 0, 10];
const LEADERS = sample([10, -10], { oneIn: 2 });
const START_IN_MS = 6000;
const OPERATOR_CLOSES = 6;
/** The test reads the database's clock, a moment before or after the process does. */
const TOLERANCE_MS = 50;

describe.each(LEADERS)("led by a process whose clock is %d minutes off", (leader) => {
  let database: FreshDatabase;
  let processes: ClubProcess[];
  let club: TestClub;
  let players: TestPlayer[];

  beforeAll(async () => {
    database = await freshDatabase();
    const minutes = [leader, ...SHIFTS_MINUTES.filter((shift) => shift !== leader)];
    processes = [];
    // Started in turn, so that the first one leads.
    for (const shift of minutes) processes.push(await startShifted(database, shift));
    club = await startClub({ database, env: { CLUB_RATE_FACTOR: "0" } });
    players = await Promise.all(
      [...processes, ...processes].map(async (process) => await richPlayer(process)),
    );
  });
  afterAll(async () => {
    await club.close();
    await Promise.all(processes.map(async (process) => await process.stop()));
    await database.drop();
  });

  test("bets around a start: all before it, in each process, at instants of the database", async () => {
    const [race] = (await openRaceDay(club, { startInMs: START_IN_MS })) as [TestRace];
    const placed = await betUntilClosed(race);
    const [stored] = await club.query(
      "SELECT start_time, club_now() AS now, status FROM race WHERE id = $1",
      [race.race_id],
    );
    const start = stored?.["start_time"].toISOString();
    expectNoneLate(placed, start);
    await expect
      .poll(async () => await statusOf(race))
      .toEqual({ status: "closed", closed_at: expect.any(Date) });
    const { closed_at } = await statusOf(race);
    expect(closed_at.getTime() - Date.parse(start)).toBeGreaterThanOrEqual(0);
    expect(closed_at.getTime() - Date.parse(start)).toBeLessThan(2000);
    expect(await countLate(race)).toBe(0);
  });

  test(`${OPERATOR_CLOSES} closes by the desk, through each process: none late, none behind it`, async () => {
    const { token } = await club.operator();
    for (let i = 0; i < OPERATOR_CLOSES; i++) {
      const [race] = (await openRaceDay(club)) as [TestRace];
      const betting = betUntilClosed(race);
      await expect.poll(() => Math.min(...taken), { interval: 5 }).toBeGreaterThan(0);
      const path = `/api/operator/races/${race.race_id}/close`;
      const { call } = processes[i % processes.length] as ClubProcess;
      const sentAt = Date.now();
      const { closed_at } = ok(await call("POST", path, { token, body: {} }));
      const answeredAt = Date.now();
      expectNoneLate(await betting, closed_at);
      expect(Date.parse(closed_at)).toBeGreaterThan(sentAt - TOLERANCE_MS);
      expect(Date.parse(closed_at)).toBeLessThan(answeredAt + TOLERANCE_MS);
      expect(await countLate(race)).toBe(0);
    }
  });

  test("a session that one of them opened is good in all, and renewed by all", async () => {
    for (const opener of processes) {
      const player = await opener.signUp();
      for (const { call } of processes) {
        ok(await call("GET", "/api/user/wallet", { token: player.token }));
      }
      let refresh_token = player.refreshToken;
      for (const { call } of processes) {
        const renewed = ok(
          await call("POST", "/api/user/refresh_token", { body: { refresh_token } }),
        );
        ({ refresh_token } = renewed);
        ok(await call("GET", "/api/user/wallet", { token: renewed.access_token }));
      }
    }
  });

  interface Placed {
    readonly sentAt: number;
    readonly answeredAt: number;
    readonly process: number;
    readonly answer: Answer;
  }

  /** Bets that each process has accepted in this round. */
  let taken: number[];

  /** Two players at each process, each placing bets in turn until the race is closed to them. */
  async function betUntilClosed(race: TestRace): Promise<Placed[]> {
    taken = processes.map(() => 0);
    const lanes = players.map(async (player, lane) => {
      const process = lane % processes.length;
      const placed: Placed[] = [];
      for (let i = 0; ; i++) {
        const sentAt = Date.now();
        const answer = await (processes[process] as ClubProcess).call(
          "POST",
          "/api/order/place-order",
          {
            token: player.token,
            body: { race_id: race.race_id, bet_type: 1, horse: 1, betAmount: 1 },
            headers: { "idempotency-key": `${race.race_id} ${i}` },
          },
        );
        placed.push({ sentAt, answeredAt: Date.now(), process, answer });
        if (answer.status !== 200) return placed;
        taken[process] = (taken[process] ?? 0) + 1;
      }
    });
    return (await Promise.all(lanes)).flat();
  }

  function expectNoneLate(placed: readonly Placed[], closedAt: string): void {
    const accepted = placed.filter(({ answer }) => answer.status === 200);
    const refused = placed.filter(({ answer }) => answer.status !== 200);
    expect(refused.map(({ answer }) => answer.body.code)).toEqual(players.map(() => "race.closed"));
    processes.forEach((_, process) => {
      expect(accepted.filter((one) => one.process === process).length).toBeGreaterThan(0);
    });
    for (const { answer, sentAt, answeredAt } of accepted) {
      const { accepted_at } = answer.body.data;
      expect(accepted_at < closedAt, `${accepted_at} is before ${closedAt}`).toBe(true);
      expect(Date.parse(accepted_at)).toBeGreaterThan(sentAt - TOLERANCE_MS);
      expect(Date.parse(accepted_at)).toBeLessThan(answeredAt + TOLERANCE_MS);
    }
  }

  async function statusOf(race: TestRace): Promise<{ status: string; closed_at: Date }> {
    const [row] = await club.query("SELECT status, closed_at FROM race WHERE id = $1", [
      race.race_id,
    ]);
    return row as { status: string; closed_at: Date };
  }

  async function countLate(race: TestRace): Promise<number> {
    const [row] = await club.query(
      `SELECT count(*)::int AS late FROM bet b JOIN race r ON r.id = b.race_id
       WHERE r.id = $1 AND (b.accepted_at >= r.closed_at OR b.accepted_at >= r.start_time)`,
      [race.race_id],
    );
    return row?.["late"];
  }
});

async function startShifted(database: FreshDatabase, minutes: number): Promise<ClubProcess> {
  return await startClubProcess(database.appUrl, {
    CLUB_RATE_FACTOR: "0",
    NODE_OPTIONS: `--import ${SHIFT}`,
    TEST_CLOCK_SHIFT_MS: String(minutes * 60_000),
  });
}

async function richPlayer(process: ClubProcess): Promise<TestPlayer> {
  const player = await process.signUp();
  await process.fund(player, 10_000_000);
  return player;
}
