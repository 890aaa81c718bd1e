import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { act, openRaces, placeOrder, richPlayer } from "../../test/card-desk.ts";
import { ok, startClub, type TestClub } from "../../test/club.ts";
import { closeDueRaces } from "./auto-close.ts";
import { freeze, freezeClosed } from "../../proofs/freeze/freeze.ts";
import { raceBets } from "../../proofs/freeze/freeze-race.ts";

let club: TestClub;

beforeAll(async () => {
  club = await startClub();
});
afterAll(async () => {
  await club.close();
});

/** RFC 6962, section 2.1, implemented literally. */
function rootOf(leaves: Buffer[]): Buffer {
  if (leaves.length === 0) return createHash("sha256").digest();
  if (leaves.length === 1) return leaves[0] as Buffer;
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return createHash("sha256")
    .update(Buffer.from([1]))
    .update(rootOf(leaves.slice(0, split)))
    .update(rootOf(leaves.slice(split)))
    .digest();
}

/** The root over a race's bets, in order of order_id, doubles under leg 1. */
async function expectedRoot(raceId: string): Promise<string> {
  const rows = await club.query("SELECT receipt_hash FROM bet WHERE race_id = $1 ORDER BY id", [
    raceId,
  ]);
  return rootOf(rows.map((row) => row["receipt_hash"] as Buffer)).toString("hex");
}

async function rootRow(raceId: string) {
  const rows = await club.query(
    "SELECT encode(root, 'hex') AS root, bets, pools, closed_at FROM race_root WHERE race_id = $1",
    [raceId],
  );
  return rows[0];
}

test("a close freezes the bets of all pools under one root, doubles under leg 1", async () => {
  const [leg1, leg2] = (await openRaces(club, { runners: [8, 8] })) as [string, string];
  const players = await Promise.all([richPlayer(club), richPlayer(club)]);
  const forms = [
    { bet_type: 1, horse: [1] },
    { bet_type: 2, horse: [2, 3] },
    { bet_type: 9, horse: [1, 4], betAmount: 2, betAmount2: 1 },
    { bet_type: 4, horse: [1, 2, 3] },
    { bet_type: 10, horse: [1], horse2: [1, 2], race_id2: leg2 },
    { bet_type: 8, horse1st: [1], horse2nd: [2], horse3rd: [3], horse4th: [4] },
  ];
  for (const player of players) {
    for (const form of forms) ok(await placeOrder(club, player, { race_id: leg1, ...form }));
  }
  ok(await placeOrder(club, players[0]!, { race_id: leg2, bet_type: 1, horse: [1] }));
  const data = ok(await act(club, leg1, "close"));
  expect(data.root).toMatchObject({
    root: await expectedRoot(leg1),
    bets: 12,
    pools: { WIN: 1000, PLACE: 800, QUINELLA: 600, DOUBLE_WIN: 400, FIRST4: 200 },
    closed_at: data.closed_at,
  });
  expect(ok(await act(club, leg2, "close")).root).toMatchObject({
    root: await expectedRoot(leg2),
    bets: 1,
    pools: { WIN: 100 },
  });
  const shown = ok(await club.call("GET", `/api/events/race/${leg1}`));
  expect(shown.root).toEqual(data.root);
});

test("a race without bets has the root of no leaves", async () => {
  const [raceId] = (await openRaces(club, { runners: [8] })) as [string];
  const data = ok(await act(club, raceId, "close"));
  expect(data.root).toMatchObject({
    bets: 0,
    root: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    pools: {},
  });
});

test("freezing again changes nothing; what a crash left out the job makes up for", async () => {
  const [raceId] = (await openRaces(club, { runners: [8] })) as [string];
  const player = await richPlayer(club);
  ok(await placeOrder(club, player, { race_id: raceId, bet_type: 1, horse: [1] }));
  expect(await freeze(club.ctx, raceBets, raceId)).toBe(false);
  ok(await act(club, raceId, "close"));
  const first = await rootRow(raceId);
  expect(await freeze(club.ctx, raceBets, raceId)).toBe(false);
  expect(await rootRow(raceId)).toEqual(first);
  await club.query("DELETE FROM race_root WHERE race_id = $1", [raceId]);
  await freezeClosed(club.ctx, raceBets);
  expect(await rootRow(raceId)).toEqual(first);
});

test("a large race is frozen by a thread, page by page, to the same root", async () => {
  const [raceId] = (await openRaces(club, { runners: [8] })) as [string];
  const player = await richPlayer(club);
  // Only the tree reads these rows; their ids are spread over two pools in any order.
  await club.query(
    `INSERT INTO bet (id, player_id, fingerprint, bet_type, race_id, pool_id, selections, combinations,
       unit_stake_cents, cost_cents, cost2_cents, exchange_rate, accepted_at, nonce, receipt_hash)
     SELECT gen_random_uuid(), $2, '', 1, $1, p.id, '{"horse":[1]}', 1, 100, 100, 0, 1, club_now_ms(), '',
       sha256(('leaf ' || n || p.code)::bytea)
     FROM pool p CROSS JOIN generate_series(1, 10400) n WHERE p.race_id = $1 AND p.code IN ('WIN', 'PLACE')`,
    [raceId, player.id],
  );
  const data = ok(await act(club, raceId, "close"));
  await expect.poll(async () => await rootRow(raceId)).toBeDefined();
  expect(await rootRow(raceId)).toMatchObject({ root: await expectedRoot(raceId), bets: 20_800 });
  expect(data.status).toBe("closed");
});

test("a race is closed at its start by the job, no bet later, and is frozen", async () => {
  const [raceId] = (await openRaces(club, { runners: [8] })) as [string];
  const player = await richPlayer(club);
  const answers: { status: number; accepted: number; code: string }[] = [];
  const bet = async (): Promise<void> => {
    const answer = await placeOrder(club, player, {
      race_id: raceId,
      bet_type: 1,
      horse: [1],
      confirm_same: true,
    });
    const accepted = Date.parse(answer.body.data?.accepted_at ?? "");
    answers.push({ status: answer.status, accepted, code: answer.body.code });
    // Stays within one account's rate limit.
    await new Promise((resolve) => setTimeout(resolve, 60));
  };
  // Waits for the first bet: on a slow machine the start would otherwise come first.
  await bet();
  const start = new Date(Date.now() + 1500);
  await club.query("UPDATE race SET start_time = $2 WHERE id = $1", [raceId, start]);
  while (answers.filter(({ status }) => status !== 200).length < 10) await bet();
  const taken = answers.filter((answer) => answer.status === 200);
  expect(taken.length).toBeGreaterThan(0);
  for (const { accepted } of taken) expect(accepted).toBeLessThan(start.getTime());
  const refused = answers.slice(taken.length);
  expect(refused.length).toBeGreaterThan(0);
  expect(new Set(refused.map((answer) => answer.code))).toEqual(new Set(["race.closed"]));
  await expect.poll(async () => await rootRow(raceId)).toBeDefined();
  const rows = await club.query("SELECT status, closed_at FROM race WHERE id = $1", [raceId]);
  expect(rows).toEqual([{ status: "closed", closed_at: start }]);
  expect(await rootRow(raceId)).toMatchObject({
    bets: taken.length,
    root: await expectedRoot(raceId),
  });
  const log = await club.query(
    "SELECT operator_id FROM audit WHERE target = $1 AND action = 'race.close'",
    [raceId],
  );
  expect(log).toEqual([{ operator_id: null }]);
});

test("a race that is not due is left alone", async () => {
  const [raceId] = (await openRaces(club, { runners: [8] })) as [string];
  expect(await closeDueRaces(club.ctx)).not.toContain(raceId);
  expect(await club.query("SELECT status FROM race WHERE id = $1", [raceId])).toEqual([
    { status: "open" },
  ]);
});
