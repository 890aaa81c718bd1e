import type { WhatIfPool } from "@club/contract";
import { ALL_UP_INDEX, BET_TYPES, type MultiPoolCode, POOL_CODES } from "@club/domain";
import { afterAll, beforeAll, expect, test } from "vitest";
import { act, placeOrder, richPlayer } from "../../test/card-desk.ts";
import { ok, startClub, type TestClub, type TestPlayer } from "../../test/club.ts";
import { layOut, openMulti, orderOf, settleLeg, ticketForm } from "../../test/multi-race.ts";
import {
  checkDayOf,
  correctRace,
  openResultDesk,
  type ResultDesk,
} from "../../test/result-desk.ts";
import { expectBooks, readJackpots } from "../../test/vector-race.ts";

let club: TestClub;
let player: TestPlayer;
let other: TestPlayer;
let desk: ResultDesk;

beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
  player = await richPlayer(club);
  other = await richPlayer(club);
  desk = await openResultDesk(club);
});
afterAll(async () => await club.close());

/** Bet types with one runner that fills the first place. */
const STAND_OUTS: ReadonlySet<number> = new Set([12, 13, 14, 15, 18, 21, 23]);
/** Bet types with a list for each place. */
const ORDERED: ReadonlySet<number> = new Set([5, 6, 8, 19]);

type Body = Record<string, unknown>;

let raceIds: readonly string[] = [];
/** Of every type, an All Up last. */
const orders: string[] = [];

test("a day with every pool: settled, corrected there and back, archived and checked", async () => {
  const laid = await openMulti(club, { code: "PICK6", fields: [8, 8, 8, 8, 8, 8] });
  const { eventId } = laid;
  ({ raceIds } = laid);
  const [first = "", second = ""] = raceIds;
  const six = { code: "PICK6", name: "The pool", races: [1, 2, 3, 4, 5, 6] };
  const layout = await layOut(club, eventId, [
    six,
    { code: "QUADDIE", name: "Quaddie", races: [1, 2, 3, 4], guarantee_cents: 50_000 },
    { code: "TREBLE", name: "Treble", races: [1, 2, 3] },
  ]);
  const pools = layout.body.list as { code: MultiPoolCode; multi_pool_id: string }[];
  const [one, two, three, four] = [
    [1, 2],
    [2, 3],
    [3, 4],
    [4, 5],
  ] as const;
  const places = { horse1st: one, horse2nd: two, horse3rd: three, horse4th: four };
  const forms: Body[] = BET_TYPES.filter(({ index }) => index < 30).map(({ index }) => ({
    bet_type: index,
    ...(index === 10 || index === 11
      ? { horse: [1, 2], horse2: [1, 2], race_id2: second }
      : STAND_OUTS.has(index)
        ? { horse1st: [1], horse: [2, 3, 4, 5] }
        : index === 3 || index === 16
          ? { horse: one, horse2: two }
          : ORDERED.has(index)
            ? places
            : { horse: [1, 2, 3, 4, 5] }),
    race_id: first,
  }));
  for (const form of forms) {
    orders.push(ok(await placeOrder(club, player, form)).order_id);
    // Money that loses, so that no dividend is the minimum alone.
    const horses = { horse: [6, 7, 8], horse1st: [6], horse2nd: [7], horse3rd: [8], horse4th: [5] };
    if (form["bet_type"] === 1) ok(await placeOrder(club, other, { ...form, ...horses }));
  }
  for (const { code, multi_pool_id: poolId } of pools) {
    const count = code === "TREBLE" ? 3 : code === "QUADDIE" ? 4 : 6;
    const legs = Array.from({ length: count }, () => [1, 2]);
    const form = ticketForm({ ...laid, poolId }, code, { legs });
    orders.push(ok(await placeOrder(club, player, form)).order_id);
  }
  const legs = [first, second].map((race_id, i) => {
    return {
      race_id,
      pool: i === 0 ? "WIN" : "QUINELLA_PLACE",
      combination: i === 0 ? [1] : [1, 3],
    };
  });
  orders.push(ok(await placeOrder(club, player, { bet_type: ALL_UP_INDEX, legs })).order_id);
  const A = [[1], [2], [3], [4]];
  for (const raceId of raceIds) {
    ok(await act(club, raceId, "close"));
    await settleLeg(club, raceId, A);
  }
  const played = await club.query(
    "SELECT DISTINCT p.code, p.status FROM pool p JOIN bet b ON p.id IN (b.pool_id, b.pool_id2) JOIN race r ON r.id = p.race_id WHERE r.meeting_id = $1",
    [eventId],
  );
  expect(played.map(({ code }) => String(code)).toSorted()).toEqual([...POOL_CODES].toSorted());
  expect(played.filter(({ status }) => status !== "PAID")).toEqual([]);
  // One after another: a desk's connections are few.
  const paid = async () => {
    const found = [];
    for (const id of orders) found.push(await orderOf(club, player, id));
    return found;
  };
  const money = async () =>
    (await paid()).map(({ payout_cents, refund_cents }) => [payout_cents, refund_cents]);
  const before = { money: await money(), jackpots: await readJackpots(club) };
  expect(before.money.filter(([payout]) => payout === 0)).toEqual([]);
  await correctRace(club, desk, [first, [[8], [7], [6], [5]]]);
  expect(await money()).not.toEqual(before.money);
  await correctRace(club, desk, [first, A]);
  expect({ money: await money(), jackpots: await readJackpots(club) }).toEqual(before);
  await expectBooks(club);
  for (const order of (await paid()).slice(0, -1)) {
    expect(order.explain.at(-1).amount_cents).toBe(order.payout_cents);
  }

  const { file } = await checkDayOf(club, first);
  const codes = new Set(
    file.races
      .filter(({ race }) => raceIds.includes(race.race_id))
      .flatMap(({ pools: all }) => all.map(({ pool }) => pool)),
  );
  expect([...codes].toSorted()).toEqual([...POOL_CODES].toSorted());
});

test("a what-if by the rules that they were settled by is what was paid; by others their figures are in it", async () => {
  const { token } = await club.operator();
  const entries = async () => await club.query("SELECT count(*) FROM entry");
  const before = await entries();
  const whatIf = async (rules: string): Promise<WhatIfPool[]> => {
    const found: WhatIfPool[] = [];
    for (const raceId of raceIds) {
      const path = `/api/operator/what-if?race_id=${raceId}&rule_set=${rules}&version=1`;
      found.push(...(await club.call("GET", path, { token })).body.list);
    }
    return found.filter(({ was }) => was.gross_cents > 0);
  };
  const same = await whatIf("AU_STD");
  expect(new Set(same.map(({ pool }) => pool))).toEqual(new Set(POOL_CODES));
  for (const { pool, would, was } of same) expect(would, pool).toEqual(was);
  const others = await whatIf("UK_TOTE");
  const of = (code: string) => others.find(({ pool }) => pool === code)!;
  for (const [code, bps] of Object.entries({ TREBLE: 2500, QUADDIE: 2600, PICK6: 2800 })) {
    const { was, would } = of(code);
    expect(would.takeout_cents, code).toBe(Math.round((was.gross_cents * bps) / 10_000));
    expect(would.takeout_cents, code).toBeGreaterThan(was.takeout_cents);
  }
  expect(await entries()).toEqual(before);
});

test("the statement and its file have each of them", async () => {
  const { token } = player;
  const path = "/api/statement/list?type=bet&limit=100";
  const lines = (await club.call("GET", path, { token })).body.list as {
    amount_cents: number;
    bet: { order_id: string; bet_type: number };
  }[];
  const headers = { authorization: `Bearer ${token}`, "accept-language": "en" };
  const file = await fetch(`${club.url}/api/statement/export?format=csv&type=bet`, { headers });
  const rows = (await file.text()).trimEnd().split("\r\n").slice(1);
  expect(rows).toHaveLength(lines.length);
  const names = new Map(BET_TYPES.map(({ index, name }) => [Number(index), String(name)]));
  names.set(ALL_UP_INDEX, "All Up");
  for (const id of orders) {
    const order = await orderOf(club, player, id);
    const own = lines.filter(({ bet }) => bet.order_id === id);
    expect(own.at(-1)).toMatchObject({
      amount_cents: -order.cost_cents,
      bet: { bet_type: order.bet_type },
    });
    const written = rows.filter((row) => row.includes(order.receipt_no));
    expect(written, order.receipt_no).toHaveLength(own.length);
    expect(written.at(-1)).toContain(names.get(order.bet_type));
  }
});
