import { expect } from "vitest";
import { ok, type TestPlayer } from "../../apps/server/src/test/club.ts";
import type { ClubProcess } from "../../apps/server/src/test/club-process.ts";
import { Balancer } from "./balancer.ts";
import { startBettors } from "./bettors.ts";
import { EventReader, untilHeard } from "./event-reader.ts";
import type { FaultClub } from "./fault-club.ts";

/** The two processes behind the balancer. The first is the club's own. */
export interface Pair {
  first: ClubProcess;
  second: ClubProcess;
}

/** Which of them ends, and what starts in its place. */
export interface Exchange {
  readonly of: keyof Pair;
  readonly start: () => Promise<ClubProcess>;
}

const CASH_CENTS = 90_000_000;
const READERS = 4;
/** Taken by one process alone, and by both again, before the exchange goes on. */
const BETS_EACH = 100;
/** The one refusal of a bet, and an answer that did not come. Both are sent again with their key. */
const MAY_BE_TOLD: ReadonlySet<string> = new Set(["club.busy", "cut"]);

/**
 * Exchanges the processes one by one while people bet and read through a balancer, as
 * docs/operations.md, "Upgrades", says: no bet is refused but by `club.busy`, each stands once, no
 * reader has a gap, and both processes tell the same of all money.
 */
export async function exchangeUnderBets(
  club: FaultClub,
  pair: Pair,
  exchanges: readonly Exchange[],
): Promise<void> {
  const players = await club.players(6, CASH_CENTS);
  const balancer = new Balancer([pair.first.url, pair.second.url]);
  try {
    await walk({ club, pair, players, balancer }, exchanges);
  } finally {
    await balancer.stop();
  }
}

interface Place {
  readonly club: FaultClub;
  readonly pair: Pair;
  readonly players: readonly TestPlayer[];
  readonly balancer: Balancer;
}

async function walk(place: Place, exchanges: readonly Exchange[]): Promise<void> {
  const { club, balancer } = place;
  const { race_id } = await club.openRace();
  const topics = [`race:${race_id}`, "races"];
  const readers = Array.from(
    { length: READERS },
    () => new EventReader(balancer.next, topics.join(",")),
  );
  await expect.poll(() => readers.every(({ lastId }) => lastId !== null)).toBe(true);
  const from = Math.max(...readers.map(({ lastId }) => Number(lastId)));
  const { bettors, receipts, repeated } = startBetting(place, race_id);
  const { acknowledged, trouble } = bettors;
  try {
    await exchangeAll(place, exchanges, acknowledged);
    bettors.enough();
    await bettors.done;
  } finally {
    bettors.stop();
  }
  expect([...trouble.keys()].filter((code) => !MAY_BE_TOLD.has(code))).toEqual([]);

  await untilHeard(club, readers, topics);
  for (const reader of readers) reader.stop();
  await Promise.all(readers.map(async ({ done }) => await done));
  await expectNoGap(place, readers, { from, topics });

  await expectResolved(place, repeated, acknowledged);
  await expectMoney(place, receipts);
  await club.expectWhole(acknowledged);
}

function startBetting({ balancer, players }: Place, raceId: string) {
  /** By player. */
  const receipts = new Map<string, number>();
  /** Keys that were sent more than once. */
  const repeated = new Map<string, TestPlayer>();
  const bettors = startBettors({
    url: balancer.next,
    players,
    raceId,
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
  return { bettors, receipts, repeated };
}

async function exchangeAll(
  { pair, balancer }: Place,
  exchanges: readonly Exchange[],
  acknowledged: ReadonlyMap<string, string>,
): Promise<void> {
  const goOn = async (): Promise<void> => {
    const before = acknowledged.size;
    await expect.poll(() => acknowledged.size).toBeGreaterThan(before + BETS_EACH);
  };
  await goOn();
  for (const { of, start } of exchanges) {
    const old = pair[of];
    await expect.poll(async () => await betsTakenBy(old)).toBeGreaterThan(0);
    expect(await old.stop(), "it ends by itself").toBe(0);
    await goOn();
    const come = await start();
    await expect.poll(async () => (await fetch(`${come.url}/readyz`)).status).toBe(200);
    balancer.exchange(old.url, come.url);
    pair[of] = come;
    await expect.poll(async () => await betsTakenBy(come)).toBeGreaterThan(0);
    await goOn();
  }
}

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
  { club }: Place,
  readers: readonly EventReader[],
  { from, topics }: { readonly from: number; readonly topics: readonly string[] },
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
  { pair }: Place,
  keys: ReadonlyMap<string, TestPlayer>,
  acknowledged: ReadonlyMap<string, string>,
): Promise<void> {
  for (const [key, { token }] of keys) {
    for (const { call } of [pair.first, pair.second]) {
      const body = { idempotency_key: key };
      const told = ok(await call("POST", "/api/order/resolve", { token, body }));
      expect([told.placed, told.order_id], key).toEqual([true, acknowledged.get(key)]);
    }
  }
}

/** Each player has as many bets as receipts, and paid for each of them once. */
async function expectMoney(
  { club, pair, players }: Place,
  receipts: ReadonlyMap<string, number>,
): Promise<void> {
  const rows = await club.query(
    "SELECT player_id, count(*)::int AS bets, sum(cost_cents)::int AS cents FROM bet GROUP BY player_id",
  );
  const bets = new Map(rows.map((row) => [row["player_id"], row["bets"]]));
  expect(bets, "as many bets as receipts").toEqual(new Map(receipts));
  for (const row of rows) {
    const player = players.find(({ id }) => id === row["player_id"]) as TestPlayer;
    for (const { call } of [pair.first, pair.second]) {
      const { cash_cents } = ok(await call("GET", "/api/user/wallet", { token: player.token }));
      expect(cash_cents).toBe(CASH_CENTS - Number(row["cents"]));
    }
  }
}
