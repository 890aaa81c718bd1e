import { afterAll, beforeAll, expect, test } from "vitest";
import { ok, startClub } from "../test/club.ts";
import type { TestClub } from "../test/club.ts";
import {
  closeRace,
  openMeeting,
  place,
  settle,
  someBets,
  untilChained,
} from "../test/db/race-day.ts";
import { verifyBooks } from "./verify-books.ts";

let club: TestClub;
beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0", CLUB_LOG_LEVEL: "error" } });
});
afterAll(async () => await club.close());

async function verifyNow() {
  const { ok: isOk, checks } = await verifyBooks(club.ctx);
  return { isOk, broken: checks.filter((check) => !check.ok) };
}

test("an empty club verifies", async () => {
  expect(await verifyNow()).toEqual({ isOk: true, broken: [] });
});

test("green after each act of a race day", async () => {
  const meeting = await openMeeting(club);
  const [first, second] = meeting.races;
  const players = [await club.signUp(), await club.signUp()];
  for (const player of players) {
    await club.fund(player, 100_000);
    for (const bet of someBets(meeting)) ok(await place(club, player, bet));
  }
  await untilChained(club);
  expect(await verifyNow()).toEqual({ isOk: true, broken: [] });

  const { token } = await club.operator();
  const scratch = `/api/operator/races/${first?.id}/scratch`;
  ok(await club.call("POST", scratch, { token, body: { horse_id: 5 } }));
  expect(await verifyNow()).toEqual({ isOk: true, broken: [] });

  await closeRace(club, first?.id ?? "");
  expect(await verifyNow()).toEqual({ isOk: true, broken: [] });
  await settle(club, first?.id ?? "", [[1], [2], [3], [4]]);
  expect(await verifyNow()).toEqual({ isOk: true, broken: [] });
  await closeRace(club, second?.id ?? "");
  await settle(club, second?.id ?? "", [[2], [1], [3], [4]]);
  await untilChained(club);
  expect(await verifyNow()).toEqual({ isOk: true, broken: [] });
});

test("the call answers the checks and the head of the chain", async () => {
  const { token } = await club.operator("auditor");
  const data = ok(await club.call("POST", "/api/operator/ledger/verify", { token }));
  const [head] = await club.query(
    "SELECT position, encode(hash, 'hex') AS hash FROM chain ORDER BY position DESC LIMIT 1",
  );
  expect(data).toMatchObject({
    ok: true,
    chain_head: { position: Number(head?.["position"]), hash: head?.["hash"] },
  });
  expect(data.checks.map((check: { name: string }) => check.name)).toEqual([
    "entries",
    "chain",
    "accounts",
    "wallets",
    "held",
    "bets",
    "credits",
    "pool_totals",
    "escrow",
    "settlements",
    "roots",
    "sports",
  ]);
});
