import { limitWindow, LIMIT_PERIODS } from "@club/domain";
import type { LimitPeriod } from "@club/domain";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { ok, startClub } from "../../test/club.ts";
import type { TestClub, TestPlayer } from "../../test/club.ts";
import { setClock } from "../../test/db/clock.ts";
import { closeRace, openMeeting, place, settle } from "../../test/db/race-day.ts";

/**
 * Promise G4 as a law: whatever a player bets, whatever comes back, and however the days pass, a
 * limit refuses a bet exactly when the sums say so. Here the sums are made from the player's own
 * orders and the domain's calendar; the club makes them in SQL.
 */
const SEED = Number(process.env["SEED"] ?? Date.now() % 1e9);
const STEPS = Number(process.env["LAW_STEPS"] ?? 140);
const ZONE = "Australia/Sydney";

let club: TestClub;
let now = 0;
beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0", CLUB_TIME_ZONE: ZONE } });
  now = Date.now();
});
afterAll(async () => {
  vi.useRealTimers();
  await club.close();
});

/** A small random number generator that the seed makes repeatable. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Sets the database's clock and the server's: the ids of bets are made from the server's. */
async function goTo(at: number): Promise<void> {
  now = at;
  vi.useFakeTimers({ toFake: ["Date"], now: at });
  await setClock(club, `timestamptz '${new Date(at).toISOString()}'`);
}

interface Order {
  cost_cents: number;
  payout_cents: number;
  refund_cents: number;
  accepted_at: string;
}

async function orders(player: TestPlayer): Promise<Order[]> {
  const all: Order[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const query: string = cursor === "" ? "" : `&cursor=${cursor}`;
    const { body } = await club.call("GET", `/api/order/list?limit=100${query}`, player);
    all.push(...body.list);
    cursor = body.data.next_cursor;
  }
  return all;
}

type Limits = Map<string, number>;

/** What the limits leave, by the orders: the lowest over the windows that contain this moment. */
function roomOf(kind: "stake" | "loss", limits: Limits, all: readonly Order[]): number {
  const left = LIMIT_PERIODS.flatMap((period: LimitPeriod) => {
    const limit = limits.get(`${kind} ${period}`);
    if (limit === undefined) return [];
    const { startMs } = limitWindow(now, ZONE, period);
    const inside = all.filter((order) => Date.parse(order.accepted_at) >= startMs);
    const used = inside.reduce(
      (sum, order) =>
        sum + order.cost_cents - order.refund_cents - (kind === "loss" ? order.payout_cents : 0),
      0,
    );
    return [limit - used];
  });
  return Math.min(Number.POSITIVE_INFINITY, ...left);
}

test(`limits over random bets, refunds, payouts and days (SEED=${SEED})`, async () => {
  const pick = numbers(SEED);
  const player = await club.signUp();
  const { token } = await club.operator();
  const body = { kind: "opening", amount_cents: 100_000_000, reason: "for a test" };
  ok(await club.call("POST", `/api/operator/players/${player.id}/adjust`, { token, body }));
  const limits: Limits = new Map();
  const seen = { ok: 0, "limit.stake": 0, "limit.loss": 0 };
  const meeting = await openMeeting(club, 40);
  const open = meeting.races.map(({ id }) => id);
  // Far ahead, so that the days that pass do not close them.
  await club.query("UPDATE race SET start_time = start_time + interval '2000 days'");

  async function bet(): Promise<void> {
    const cost = 1 + pick(40);
    const selection = [1 + pick(4), 5 + pick(4)].slice(0, 1 + pick(2));
    const all = await orders(player);
    const total = cost * 100 * selection.length;
    const expected =
      roomOf("stake", limits, all) < total
        ? "limit.stake"
        : roomOf("loss", limits, all) < total
          ? "limit.loss"
          : "ok";
    const race_id = open[pick(Math.min(6, open.length))] ?? "";
    const asked = { race_id, date: meeting.date, bet_type: 1 + pick(2), horse: selection };
    const answer = await place(club, player, { ...asked, betAmount: cost });
    const got = answer.status === 200 ? "ok" : answer.body.code;
    if (got === "bet.runner_scratched") return;
    expect([got, total, [...limits]]).toEqual([expected, total, [...limits]]);
    seen[expected] += 1;
  }

  async function tighten(): Promise<void> {
    const kind = pick(2) === 0 ? "stake" : "loss";
    const period = LIMIT_PERIODS[pick(3)] ?? "day";
    const name = `${kind} ${period}`;
    const cents = Math.min(limits.get(name) ?? 60_000, 20_000 + pick(50_000));
    limits.set(name, cents);
    const wish = { kind, period, amount_cents: cents };
    const answer = await club.call("PUT", "/api/user/limits", {
      token: player.token,
      body: { limits: [wish] },
    });
    expect(answer.status).toBe(200);
  }

  async function scratch(): Promise<void> {
    const race = open[pick(Math.min(6, open.length))] ?? "";
    const horse = { horse_id: 1 + pick(8) };
    await club.call("POST", `/api/operator/races/${race}/scratch`, { token, body: horse });
  }

  async function pay(): Promise<void> {
    const race = open.splice(pick(Math.min(6, open.length)), 1)[0] ?? "";
    await closeRace(club, race);
    const rows = await club.query(
      "SELECT number FROM runner WHERE race_id = $1 AND scratched_at IS NULL ORDER BY number",
      [race],
    );
    const starters = rows.map((row) => row["number"] as number);
    if (starters.length < 4) return;
    const first = starters.splice(pick(starters.length), 1)[0] ?? 0;
    await settle(club, race, [[first], ...starters.slice(0, 3).map((number) => [number])]);
  }

  await tighten();
  for (let step = 0; step < STEPS; step++) {
    const what = pick(20);
    if (what < 13) await bet();
    else if (what < 14) await tighten();
    else if (what < 16) await scratch();
    else if (what < 18) await pay();
    else await goTo(now + (1 + pick(40)) * 3_600_000);
  }
  // Unless both outcomes occurred, the law has shown nothing.
  expect(seen.ok).toBeGreaterThan(10);
  expect(seen["limit.stake"] + seen["limit.loss"]).toBeGreaterThan(3);
});
