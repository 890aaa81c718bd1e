import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestPlayer } from "../apps/server/src/test/club.ts";
import { FaultClub } from "./lib/fault-club.ts";
import { setTimeout as sleep } from "node:timers/promises";

/** P19: the database's clock decides. Moved ahead it closes races; set back it pauses betting. */
let club: FaultClub;
let player: TestPlayer;

beforeAll(async () => {
  club = await FaultClub.start();
  [player] = (await club.players(1, 1_000_000)) as [TestPlayer];
});
afterAll(async () => await club.stop());

async function shiftClock(interval: string): Promise<void> {
  await club.query(
    `CREATE OR REPLACE FUNCTION club_now() RETURNS timestamptz LANGUAGE sql VOLATILE AS
      $$ SELECT clock_timestamp() + interval '${interval}' $$`,
  );
}

/** The club compares the clock with its own last look at it, so it must have looked once. */
async function untilClockWasSeen(): Promise<void> {
  for (;;) {
    const [row] = await club.query("SELECT newest_at IS NOT NULL AS is_seen FROM club");
    if (row?.["is_seen"] === true) return;
    await sleep(50);
  }
}

async function bet(raceId: string): Promise<string> {
  const answer = await club.server.call("POST", "/api/order/place-order", {
    token: player.token,
    body: { race_id: raceId, bet_type: 1, horse: 1, betAmount: 1, confirm_same: true },
  });
  return answer.status === 200 ? "ok" : String(answer.body.code);
}

test("a clock that passes the start closes the race; one that falls back takes no bets until it is right again", async () => {
  const race = await club.openRace();
  const later = await club.openRace();
  await untilClockWasSeen();
  expect(await bet(race.race_id)).toBe("ok");

  await shiftClock("-10 minutes");
  expect(await bet(later.race_id)).toBe("club.clock");

  const { token } = await club.server.operator();
  const body = { reason: "The clock was set right by hand." };
  const confirmed = await club.server.call("POST", "/api/operator/clock/confirm", { token, body });
  expect(confirmed.status).toBe(200);
  expect(await bet(later.race_id)).toBe("ok");
  await shiftClock("0 minutes");
  expect(await bet(later.race_id)).toBe("ok");

  await shiftClock("61 minutes");
  expect(await bet(race.race_id)).toBe("race.closed");
  await shiftClock("0 minutes");
  const late = await club.query(
    "SELECT count(*)::int AS n FROM bet b JOIN race r ON r.id = b.race_id WHERE b.accepted_at >= coalesce(r.closed_at, r.start_time)",
  );
  expect(late[0]?.["n"]).toBe(0);
});
