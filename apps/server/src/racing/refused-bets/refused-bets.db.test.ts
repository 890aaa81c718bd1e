import { afterAll, beforeAll, expect, test } from "vitest";
import { ok, startClub } from "../../test/club.ts";
import type { TestClub, TestPlayer } from "../../test/club.ts";
import { openMeeting, place, until } from "../../test/db/race-day.ts";
import type { TestMeeting } from "../../test/db/race-day.ts";
import { forgetRefusedBets, RefusedBets } from "./refused-bets.ts";

let club: TestClub;
let meeting: TestMeeting;
let player: TestPlayer;
beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
  meeting = await openMeeting(club, 1);
  player = await club.signUp();
  await club.fund(player, 5000);
});
afterAll(async () => await club.close());

const raceId = (): string => meeting.races[0]?.id ?? "";
const bet = (betAmount: number | string, by = player, runner = 1) =>
  place(club, by, {
    bet_type: 1,
    horse: [runner],
    betAmount,
    race_id: raceId(),
    date: meeting.date,
  });
const rowsOf = async (of: TestPlayer) =>
  await club.query(
    "SELECT code, race_id, bet_type, stake_cents FROM refused_bet WHERE player_id = $1 ORDER BY id",
    [of.id],
  );

test("each refused bet is kept with its reason, race, type and stake; accepted ones leave nothing", async () => {
  ok(await bet(10));
  expect((await bet(10, player, 9)).body.code).toBe("bet.runner_unknown");
  expect((await bet("900.50")).body.code).toBe("funds.insufficient");
  expect((await bet("a lot")).status).toBe(422);
  await until(async () => (await rowsOf(player)).length === 3);
  const race = { race_id: raceId(), bet_type: 1 };
  expect(await rowsOf(player)).toEqual([
    { ...race, code: "bet.runner_unknown", stake_cents: 1000n },
    { ...race, code: "funds.insufficient", stake_cents: 90_050n },
    { ...race, code: "bet.amount_invalid", stake_cents: null },
  ]);
});

test("a sport bet that is refused is kept too, whatever ids it names", async () => {
  const other = await club.signUp();
  const leg = { event_id: crypto.randomUUID(), market_id: "x", outcome_id: "y", odds_milli: 2000 };
  const answer = await club.call("POST", "/api/order/place-sport-order", {
    token: other.token,
    body: { kind: "single", legs: [leg], unit_stake_cents: 250 },
    headers: { "idempotency-key": "sport-refused-1" },
  });
  expect(answer.status).toBeGreaterThanOrEqual(400);
  await until(async () => (await rowsOf(other)).length === 1);
  const [row] = await club.query(
    "SELECT sport_event_id, stake_cents, race_id FROM refused_bet WHERE player_id = $1",
    [other.id],
  );
  expect(row).toEqual({ sport_event_id: leg.event_id, stake_cents: 250n, race_id: null });
});

test("a flood is counted, not kept; one that cannot be written stops nobody", async () => {
  const lost = async (): Promise<number> => {
    const { values } = await club.ctx.metrics.refusedLost.get();
    return values[0]?.value ?? 0;
  };
  const flooded = await club.signUp();
  const kept = new RefusedBets(club.ctx);
  const one = {
    playerId: flooded.id,
    code: "request.too_many",
    raceId: null,
    eventId: null,
    betType: null,
    stakeCents: 1n,
  };
  for (let n = 0; n < 2010; n++) kept.note(one);
  expect(await lost()).toBe(10);
  await kept.flush();
  expect(await rowsOf(flooded)).toHaveLength(2000);
  kept.note({ ...one, playerId: "nobody" });
  await kept.flush();
  expect(await lost()).toBe(11);
});

test("they are in the player's export, and go with the account and with time", async () => {
  const leaving = await club.signUp();
  await bet(10, leaving);
  await until(async () => (await rowsOf(leaving)).length === 1);
  const file = await club.call("GET", "/api/user/export?format=json", leaving);
  expect(JSON.stringify(file.body)).toContain("funds.insufficient");
  await club.asAdmin(`UPDATE player SET status = 'closed' WHERE id = '${leaving.id}'`);
  expect(await rowsOf(leaving)).toEqual([]);

  await club.asAdmin("UPDATE refused_bet SET at = at - interval '89 days' WHERE player_id = $1", [
    player.id,
  ]);
  await forgetRefusedBets(club.ctx);
  expect(await rowsOf(player)).toHaveLength(3);
  await club.asAdmin("UPDATE refused_bet SET at = at - interval '2 days' WHERE player_id = $1", [
    player.id,
  ]);
  await forgetRefusedBets(club.ctx);
  expect(await rowsOf(player)).toEqual([]);
});
