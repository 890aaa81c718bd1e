import { afterAll, beforeAll, expect, test } from "vitest";
import { ok, type TestPlayer } from "../apps/server/src/test/club.ts";
import type { ClubProcess } from "../apps/server/src/test/club-process.ts";
import { Balancer } from "./lib/balancer.ts";
import { startBettors } from "./lib/bettors.ts";
import { EventReader, untilHeard } from "./lib/event-reader.ts";
import { FaultClub } from "./lib/fault-club.ts";

/**
 * P16, P18: docs/operations.md, "Upgrades": two processes are exchanged one by one while people bet
 * through a balancer. A bet is at worst told `club.busy`; each stands once, and no reader has a gap.
 */
let club: FaultClub;
let second: ClubProcess;
let players: TestPlayer[];
let balancer: Balancer;

const CASH_CENTS = 90_000_000;
const READERS = 4;
/** What slow machines take longer for is no refusal: the database is waited for. */
const PATIENT = { CLUB_DATABASE_PATIENCE: "10" };
/** Taken by one process alone, and by both again, before the exchange goes on. */
const BETS_EACH = 100;
/** The one refusal of a bet, and an answer that did not come. Both are sent again with their key. */
const MAY_BE_TOLD: ReadonlySet<string> = new Set(["club.busy", "cut"]);

beforeAll(async () => {
  club = await FaultClub.start({ env: () => PATIENT });
  second = await club.startBeside(PATIENT);
  players = await club.players(6, CASH_CENTS);
  balancer = new Balancer([club.url, second.url]);
});
afterAll(async () => {
  await balancer?.stop();
  await second?.stop();
  await club?.stop();
});

test("rolling-exchange: no bet is refused but by club.busy, each stands once", async () => {
  const race = await club.openRace();
  const topics = [`race:${race.race_id}`, "races"];
  const readers = Array.from(
    { length: READERS },
    () => new EventReader(balancer.next, topics.join(",")),
  );
  await expect.poll(() => readers.every(({ lastId }) => lastId !== null)).toBe(true);
  const from = Math.max(...readers.map(({ lastId }) => Number(lastId)));
  const receipts = new Map<string, number>();
  const repeated = new Map<string, TestPlayer>();
  const bettors = startBettors({
    url: balancer.next,
    players,
    raceId: race.race_id,
    bets: 100_000,
    lanes: 8,
    perSecond: 50,
    prefix: "exchange",
    onAnswer: ({ key, player }, code) => {
      if (code === "") receipts.set(player.id, (receipts.get(player.id) ?? 0) + 1);
      else {
        repeated.set(key, player);
        void balancer.look();
      }
    },
  });
  const { acknowledged, trouble } = bettors;
  const goOn = async () => {
    const before = acknowledged.size;
    await expect.poll(() => acknowledged.size).toBeGreaterThan(before + BETS_EACH);
  };
  const exchange = async (old: ClubProcess, start: () => Promise<ClubProcess>) => {
    await expect.poll(async () => await betsTakenBy(old)).toBeGreaterThan(0);
    expect(await old.stop(), "it ends by itself").toBe(0);
    await goOn();
    const come = await start();
    await expect.poll(async () => (await fetch(`${come.url}/readyz`)).status).toBe(200);
    balancer.exchange(old.url, come.url);
    await expect.poll(async () => await betsTakenBy(come)).toBeGreaterThan(0);
    await goOn();
    return come;
  };
  try {
    await goOn();
    await exchange(club.server, async () => {
      await club.startServer(PATIENT);
      return club.server;
    });
    second = await exchange(second, async () => await club.startBeside(PATIENT));
    bettors.enough();
    await bettors.done;
  } finally {
    bettors.stop();
  }
  expect([...trouble.keys()].filter((code) => !MAY_BE_TOLD.has(code))).toEqual([]);

  await untilHeard(club, readers, topics);
  for (const reader of readers) reader.stop();
  await Promise.all(readers.map(async ({ done }) => await done));
  await expectNoGap(readers, from, topics);

  await expectResolved(repeated, acknowledged);
  await expectMoney(receipts);
  await club.expectWhole(acknowledged);
});

/** How many bets a process took, by its own count. */
async function betsTakenBy({ url }: ClubProcess): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const taken =
    'club_http_requests_total{method="POST",route="/api/order/place-order",status="200"}';
  const line = text.split("\n").find((each) => each.startsWith(taken));
  return Number(line?.split(" ").at(-1) ?? 0);
}

/** Each reader saw what the table has, and the table has every number. */
async function expectNoGap(
  readers: readonly EventReader[],
  from: number,
  topics: readonly string[],
): Promise<void> {
  const rows = await club.query(
    "SELECT seq::int AS seq, kind FROM event WHERE topic = ANY ($1) AND seq > $2 ORDER BY seq",
    [topics, from],
  );
  expect(rows.length).toBeGreaterThan(10);
  for (const reader of readers) {
    expect(reader.seen.filter(({ seq }) => seq > from)).toEqual(rows);
    expect(reader.resyncs).toBe(0);
  }
  const [numbers] = await club.query(
    "SELECT count(*)::int AS n, max(seq)::int - min(seq)::int + 1 AS span FROM event",
  );
  expect(numbers?.["n"]).toBe(numbers?.["span"]);
}

/** What was sent more than once: both processes know its key as the bet that its player was told. */
async function expectResolved(
  keys: ReadonlyMap<string, TestPlayer>,
  acknowledged: ReadonlyMap<string, string>,
): Promise<void> {
  for (const [key, { token }] of keys) {
    for (const { call } of [club.server, second]) {
      const body = { idempotency_key: key };
      const told = ok(await call("POST", "/api/order/resolve", { token, body }));
      expect([told.placed, told.order_id], key).toEqual([true, acknowledged.get(key)]);
    }
  }
}

/** Each player has as many bets as receipts, and paid for each of them once. */
async function expectMoney(receipts: ReadonlyMap<string, number>): Promise<void> {
  const rows = await club.query(
    "SELECT player_id, count(*)::int AS bets, sum(cost_cents)::int AS cents FROM bet GROUP BY player_id",
  );
  const bets = new Map(rows.map((row) => [row["player_id"], row["bets"]]));
  expect(bets, "as many bets as receipts").toEqual(new Map(receipts));
  for (const row of rows) {
    const player = players.find(({ id }) => id === row["player_id"]) as TestPlayer;
    for (const { call } of [club.server, second]) {
      const { cash_cents } = ok(await call("GET", "/api/user/wallet", { token: player.token }));
      expect(cash_cents).toBe(CASH_CENTS - Number(row["cents"]));
    }
  }
}
