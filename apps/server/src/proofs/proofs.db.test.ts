import { createPublicKey, verify } from "node:crypto";
import {
  type ClubKey,
  type LogDay,
  type ProofTools,
  type RaceFile,
  allEqual,
  checkKeys,
  checkLog,
  checkRace,
  checkReceipt,
  checkRootOfRace,
  checkSignature,
  leafHash,
  readRaceFile,
  sha256,
  toHex,
} from "@club/domain";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { act, openRaces, placeOrder, richPlayer } from "../test/card-desk.ts";
import { ok, startClub, type TestClub, type TestPlayer } from "../test/club.ts";
import { closeRace, settle } from "../test/db/race-day.ts";
import { rotateSigningKey } from "./signing/signing-keys.ts";

let club: TestClub;
let player: TestPlayer;

beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
  player = await richPlayer(club);
});
afterAll(async () => await club.close());

const SPKI = Buffer.from("302a300506032b6570032100", "hex");
const tools: ProofTools = {
  hash: sha256,
  verify: async (publicKey, message, signature) => {
    const key = createPublicKey({
      key: Buffer.concat([SPKI, publicKey]),
      format: "der",
      type: "spki",
    });
    return verify(null, message, key, signature);
  },
};

async function readFile(path: string): Promise<{ value: unknown; headers: Headers; text: string }> {
  const answer = await fetch(new URL(path, club.url));
  const text = await answer.text();
  expect(answer.status, text).toBe(200);
  return { value: JSON.parse(text), headers: answer.headers, text };
}

async function readKeys(): Promise<ClubKey[]> {
  return ((await readFile("/.well-known/club-roots")).value as { keys: ClubKey[] }).keys;
}

async function readDay(day: string): Promise<LogDay> {
  const answer = await club.call("GET", `/api/events/roots?day=${day}`);
  return { ...ok(answer), roots: answer.body.list } as LogDay;
}

async function orderOf(id: string) {
  return ok(await club.call("GET", `/api/order/${id}`, { token: player.token }));
}

const today = async (): Promise<string> =>
  (await club.query("SELECT max(day) AS day FROM signed_root"))[0]!["day"] as string;

const FORMS = [
  { bet_type: 1, horse: [1, 2], betAmount: 5 },
  { bet_type: 1, horse: [4], betAmount: 2.5 },
  { bet_type: 2, horse: [2, 4], betAmount: 1 },
  { bet_type: 9, horse: [1, 5], betAmount: 2, betAmount2: 1 },
  { bet_type: 4, horse: [1, 2, 3], betAmount: 1 },
  { bet_type: 5, horse1st: [1], horse2nd: [2, 3], betAmount: 1 },
  { bet_type: 7, horse: [1, 2, 3], betAmount: 0.5 },
  { bet_type: 8, horse1st: [1], horse2nd: [2], horse3rd: [3], horse4th: [4], betAmount: 1 },
];

/** Two races with bets of every kind and a double over both; the orders of race 1. */
async function placeAll() {
  const [leg1, leg2] = (await openRaces(club, { runners: [8, 8] })) as [string, string];
  const orders: string[] = [];
  for (const form of FORMS) {
    orders.push(ok(await placeOrder(club, player, { race_id: leg1, ...form })).order_id);
  }
  const double = { race_id: leg1, race_id2: leg2, bet_type: 10, horse: [1, 2], horse2: [1, 3] };
  orders.push(ok(await placeOrder(club, player, double)).order_id);
  ok(await placeOrder(club, player, { race_id: leg2, bet_type: 1, horse: [3] }));
  return { leg1, leg2, orders };
}

describe("a race day that anyone can check", () => {
  let day: Awaited<ReturnType<typeof placeAll>>;
  let file: RaceFile;

  beforeAll(async () => {
    day = await placeAll();
    ok(await act(club, day.leg1, "scratch", { horse_id: 5 }));
    expect((await club.call("GET", `/api/events/race/${day.leg1}/check`)).body).toMatchObject({
      status: 409,
      code: "race.state",
    });
    expect(await orderOf(day.orders[0]!)).toMatchObject({
      proof: null,
      signed_root: null,
      explain: [],
    });
    await closeRace(club, day.leg1);
  });

  test("a frozen race has a signed root before its result, on the race and in the log", async () => {
    const race = ok(await club.call("GET", `/api/events/race/${day.leg1}`));
    expect(race.root).toMatchObject({ format: "club-root/1", race_id: day.leg1, bets: 9 });
    const keys = await readKeys();
    expect(allEqual(await checkSignature(race.root, keys, tools))).toBe(true);
    const closed = readRaceFile((await readFile(`/api/events/race/${day.leg1}/check`)).value);
    expect(closed.race.status).toBe("closed");
    expect(closed.root).toEqual(race.root);
    const lines = [...checkRace(closed), ...checkRootOfRace(closed)];
    // Only the result is missing.
    expect(lines.filter(({ verdict }) => verdict !== "equal").map(({ check }) => check)).toEqual([
      "settled",
    ]);
    expect((await readDay(await today())).roots).toContainEqual(race.root);
  });

  test("every receipt proves its bet in the frozen pool", async () => {
    const keys = await readKeys();
    for (const [index, id] of day.orders.entries()) {
      const { proof, signed_root, receipt_hash } = await orderOf(id);
      expect(proof).toMatchObject({ index, tree_size: 9 });
      const receipt = { format: "club-receipt/1" as const, receipt_hash, proof, signed_root, keys };
      const lines = await checkReceipt(receipt, tools);
      expect(lines.filter(({ verdict }) => verdict !== "equal")).toEqual([]);
      const other = { ...proof, leaf: { ...proof.leaf, cost_cents: proof.leaf.cost_cents + 1 } };
      const wrong = await checkReceipt({ ...receipt, proof: other }, tools);
      expect(
        wrong.filter(({ verdict }) => verdict === "differs").map(({ check }) => check),
      ).toEqual(["receipt_hash", "path"]);
    }
  });

  test("the settled race's file is equal when it is computed anew, and is kept for ever", async () => {
    await settle(club, day.leg1, [[1], [2, 4], [3]]);
    const { value, headers, text } = await readFile(`/api/events/race/${day.leg1}/check`);
    file = readRaceFile(value);
    const lines = [...checkRace(file), ...checkRootOfRace(file)];
    expect(lines.filter(({ verdict }) => verdict !== "equal")).toEqual([]);
    expect(lines.length).toBeGreaterThan(40);
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("etag")).toBe(`"${toHex(sha256(Buffer.from(text)))}"`);
    expect(headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    const url = new URL(`/api/events/race/${day.leg1}/check`, club.url);
    const again = await fetch(url, { headers: { "if-none-match": headers.get("etag")! } });
    expect(again.status).toBe(304);
    // It names no player.
    expect(text).not.toContain(player.id);
    expect(text).not.toContain(player.name);
  });

  test("a double stands in the file of its second leg", async () => {
    await closeRace(club, day.leg2);
    await settle(club, day.leg2, [[3], [1], [2]]);
    const second = readRaceFile((await readFile(`/api/events/race/${day.leg2}/check`)).value);
    const double = second.pools.find(({ pool }) => pool === "DOUBLE_WIN")!;
    expect(double).toMatchObject({ status: "PAID", leg1_race_id: day.leg1 });
    const lines = [...checkRace(second), ...checkRootOfRace(second)];
    expect(lines.filter(({ verdict }) => verdict !== "equal")).toEqual([]);
    expect(lines.map(({ check }) => check)).toContain("favourite");
  });

  test("every order explains itself to the cent", async () => {
    const seen = new Set<string>();
    for (const id of day.orders) {
      const { explain, payout_cents, status } = await orderOf(id);
      expect(explain.at(-1)).toEqual({ key: "payout", params: {}, amount_cents: payout_cents });
      for (const { key } of explain) seen.add(key);
      expect(status).not.toBe("accepted");
    }
    expect([...seen]).toEqual(
      expect.arrayContaining([
        "scratched",
        "pool",
        "takeout",
        "net",
        "dividend",
        "line",
        "no_line",
      ]),
    );
  });

  test("the log of a day only grows, and a newer key is signed by the older", async () => {
    const before = await readDay(await today());
    expect(await rotateSigningKey(club.ctx)).toBe("k2");
    const [raceId] = (await openRaces(club, { runners: [8] })) as [string];
    await closeRace(club, raceId);
    const keys = await readKeys();
    expect(keys.map(({ key_id, until, signed_by }) => [key_id, until !== null, signed_by])).toEqual(
      [
        ["k1", true, null],
        ["k2", false, "k1"],
      ],
    );
    expect(allEqual(await checkKeys(keys, tools))).toBe(true);
    const after = await readDay(await today());
    expect(after.roots.slice(0, before.roots.length)).toEqual(before.roots);
    expect(after.roots.at(-1)).toMatchObject({ race_id: raceId, key_id: "k2" });
    const lines = await checkLog({ format: "club-log-file/1", keys, days: [after] }, tools);
    expect(lines.filter(({ verdict }) => verdict !== "equal")).toEqual([]);
    const empty = await readDay("2001-01-01");
    expect(empty).toMatchObject({ before_size: 0, roots: [], consistency: [] });
  });

  test("a race that is abandoned gives everything back, and says so", async () => {
    const [raceId] = (await openRaces(club, { runners: [8] })) as [string];
    const { order_id } = ok(
      await placeOrder(club, player, { race_id: raceId, bet_type: 9, horse: [1], betAmount: 3 }),
    );
    await closeRace(club, raceId);
    ok(await act(club, raceId, "abandon", { reason: "storm" }));
    await expect.poll(async () => (await orderOf(order_id)).status).toBe("refunded");
    const { explain } = await orderOf(order_id);
    expect(explain).toEqual([
      { key: "refund", params: { pool: "WIN" }, amount_cents: 300 },
      { key: "refund", params: { pool: "PLACE" }, amount_cents: 300 },
      { key: "payout", params: {}, amount_cents: 0 },
    ]);
    const abandoned = readRaceFile((await readFile(`/api/events/race/${raceId}/check`)).value);
    const lines = [...checkRace(abandoned), ...checkRootOfRace(abandoned)];
    expect(lines.filter(({ verdict }) => verdict !== "equal")).toEqual([]);
  });

  test("a race that is not there, or a draft, is not found", async () => {
    for (const id of ["x", "00000000-0000-7000-8000-000000000000"]) {
      expect((await club.call("GET", `/api/events/race/${id}/check`)).status).toBe(404);
    }
  });
});

test("a path of a race of many tiles leads to its root", async () => {
  const [raceId] = (await openRaces(club, { runners: [8] })) as [string];
  const COUNT = 70_000;
  await club.query(
    `INSERT INTO bet (id, player_id, fingerprint, bet_type, race_id, pool_id, selections, combinations,
       unit_stake_cents, cost_cents, cost2_cents, exchange_rate, accepted_at, nonce, receipt_hash)
     SELECT gen_random_uuid(), $2, '', 1, $1, p.id, '{"horse":[1]}', 1, 100, 100, 0, 1, club_now_ms(), '',
       sha256(('leaf ' || n)::bytea)
     FROM pool p CROSS JOIN generate_series(1, ${COUNT}) n WHERE p.race_id = $1 AND p.code = 'WIN'`,
    [raceId, player.id],
  );
  await closeRace(club, raceId);
  const rows = await club.query("SELECT max(level) AS level FROM race_tile WHERE race_id = $1", [
    raceId,
  ]);
  expect(rows[0]!["level"]).toBe(2);
  const bets = await club.query(
    `SELECT id, encode(receipt_hash, 'hex') AS hash, place FROM
       (SELECT id, receipt_hash, row_number() OVER (ORDER BY id) - 1 AS place FROM bet WHERE race_id = $1) b
     WHERE place IN (0, 255, 256, 65535, 65536, ${COUNT - 1})`,
    [raceId],
  );
  const { proveBet } = await import("./bets/bet-proof.ts");
  const { verifyPath, fromHex } = await import("@club/domain");
  expect(bets).toHaveLength(6);
  for (const { id, hash, place } of bets) {
    const leaf = { order_id: id, race_id: raceId } as Parameters<typeof proveBet>[1];
    const proven = (await proveBet(club.ctx, leaf))!;
    expect(proven.proof).toMatchObject({ index: Number(place), tree_size: COUNT });
    const proof = {
      index: proven.proof.index,
      size: COUNT,
      path: proven.proof.path.map((each) => fromHex(each)!),
      root: fromHex(proven.signedRoot.root)!,
    };
    expect(verifyPath({ ...proof, leafHash: fromHex(hash)! }, sha256)).toBe(true);
    expect(verifyPath({ ...proof, leafHash: leafHash("other", sha256) }, sha256)).toBe(false);
  }
  await club.asAdmin("ALTER TABLE bet DISABLE TRIGGER USER");
  await club.asAdmin("DELETE FROM bet WHERE race_id = $1", [raceId]);
  await club.asAdmin("ALTER TABLE bet ENABLE TRIGGER USER");
  await club.asAdmin("DELETE FROM race_root WHERE race_id = $1", [raceId]);
});
