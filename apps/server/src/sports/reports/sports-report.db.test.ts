import type { PlacedSportOrder } from "@club/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestClub, type TestPlayer, ok, startClub } from "../../test/club.ts";
import {
  MATCH_ODDS,
  type TestEvent,
  legOn,
  makeMatch,
  placeSport,
  settleMatch,
} from "../../test/sport-desk.ts";
import { dayAt } from "../../test/zone.ts";

/* The report, compared with totals computed here from the placed bets and the scores. */

const TOTALS = {
  type: "over_under",
  line: 2.5,
  outcomes: [
    { key: "over", odds_milli: 1900 },
    { key: "under", odds_milli: 1950 },
  ],
};
const MARKETS = [{ type: "1x2", outcomes: MATCH_ODDS }, TOTALS];
/** By an outcome's key: whether it wins at 2 : 1, by the rules of the game alone. */
const COMES_IN: Record<string, boolean> = {
  home: true,
  draw: false,
  away: false,
  over: true,
  under: false,
};

interface Known {
  readonly order: PlacedSportOrder;
  readonly player: TestPlayer;
  readonly sport: string;
  readonly competition: string;
  readonly market: string;
  readonly keys: readonly string[];
  readonly end: "settled" | "open" | "void";
}

let club: TestClub;
let token: string;
const bets: Known[] = [];

beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
  ({ token } = await club.operator());
  const people = [await club.signUp(), await club.signUp(), await club.signUp()];
  for (const player of people) await club.fund(player, 1_000_000);
  const kinds = [
    ["football", "Northern League", "settled"],
    ["football", "Harbour Cup", "settled"],
    ["ice_hockey", "Harbour Cup", "settled"],
    ["ice_hockey", "=POLAR(1)", "open"],
  ] as const;
  const events: { event: TestEvent; of: (typeof kinds)[number] }[] = [];
  for (const of of kinds) {
    const [sport, competition] = of;
    events.push({ event: await makeMatch(club, { sport, competition, markets: MARKETS }), of });
  }
  for (const [n, { event, of }] of events.entries()) {
    for (const [i, key] of Object.keys(COMES_IN).entries()) {
      const player = people[(n + i) % people.length]!;
      const market = i < 3 ? 0 : 1;
      const unit = 333 + 100 * n + i;
      const order = await placeSport(club, player, {
        legs: [legOn(event, key, market)],
        unit_stake_cents: unit,
      });
      const [sport, competition, end] = of;
      const type = MARKETS[market]!.type;
      bets.push({ order, player, sport, competition, market: type, keys: [key], end });
    }
  }
  // Multiples: one that wins, one that loses, one that waits for the last event, one that is cancelled.
  const multiple = { sport: "multiple", competition: "multiple", market: "multiple" };
  const through = [
    [[0, 1], ["home", "home"], "settled"],
    [[0, 2], ["home", "away"], "settled"],
    [[1, 3], ["home", "home"], "open"],
    [[1, 2], ["home", "home"], "void"],
  ] as const;
  for (const [places, keys, end] of through) {
    const legs = places.map((place, i) => legOn(events[place]!.event, keys[i]!));
    const order = await placeSport(club, people[0]!, { legs, unit_stake_cents: 707 });
    bets.push({ order, player: people[0]!, ...multiple, keys, end });
  }
  const voided = bets.find(({ end }) => end === "void")!.order.order_id;
  const path = `/api/operator/sports/orders/${voided}/void`;
  ok(await club.call("POST", path, { token, body: { reason: "Placed by mistake" } }));
  for (const { event, of } of events) {
    if (of[2] === "settled")
      await settleMatch(club, event.event_id, { score: { home: 2, away: 1 } });
  }
});
afterAll(async () => await club?.close());

const GROUPS = {
  sport: (bet: Known) => bet.sport,
  competition: (bet: Known) => bet.competition,
  market: (bet: Known) => bet.market,
  kind: (bet: Known) => bet.order.kind,
  player: (bet: Known) => bet.player.name,
};

const NOTHING = {
  bets: 0,
  stakes_cents: 0,
  payout_cents: 0,
  refund_cents: 0,
  open_cents: 0,
  open_payout_cents: 0,
  book_result_cents: 0,
};

/** Totals of bets: a settled one pays stake times odds, rounded down once, when every leg won. */
function sumOf(some: readonly Known[]): typeof NOTHING {
  const sum = { ...NOTHING };
  for (const { order, keys, end } of some) {
    const all = order.legs.reduce((product, leg) => product * BigInt(leg.odds_milli), 1n);
    const whole = (BigInt(order.cost_cents) * all) / 1000n ** BigInt(order.legs.length);
    const won = keys.every((key) => COMES_IN[key]) ? Number(whole) : 0;
    sum.bets += 1;
    sum.stakes_cents += order.cost_cents;
    if (end === "open") {
      sum.open_cents += order.cost_cents;
      sum.open_payout_cents += Number(whole);
    } else if (end === "void") sum.refund_cents += order.cost_cents;
    else {
      sum.payout_cents += won;
      sum.book_result_cents += order.cost_cents - won;
    }
  }
  return sum;
}

function expected(by: keyof typeof GROUPS, some: readonly Known[]) {
  const groups = Map.groupBy(some, GROUPS[by]);
  return [...groups].map(([name, members]) => ({ name, ...sumOf(members) }));
}

const clubDay = (at: string): string => dayAt(Date.parse(at));
const byName = (a: { name: string }, b: { name: string }): number => (a.name < b.name ? -1 : 1);
const get = async (path: string, by = token) =>
  await club.call("GET", `/api/operator/sports${path}`, { token: by });

/** The open book is that of all days, whatever days are asked for. */
const openNow = () => ({
  bets: bets.filter(({ end }) => end === "open").length,
  stakes_cents: sumOf(bets).open_cents,
  worst_cents: expect.any(Number),
});

test.each(Object.keys(GROUPS) as (keyof typeof GROUPS)[])(
  "by %s: bets, stakes, payouts, refunds, what is open and what the book kept",
  async (by) => {
    // Midnight may fall between two bets: each day has its own.
    const days = Map.groupBy(bets, ({ order }) => clubDay(order.accepted_at));
    for (const [day, some] of days) {
      const report = await get(`/report?from=${day}&to=${day}&by=${by}`);
      const groups = expected(by, some);
      expect(ok(report)).toEqual({ ...sumOf(some), groups: groups.length, open_now: openNow() });
      const list = report.body.list.map(
        ({ key: _, ...line }: { key: string; name: string }) => line,
      );
      expect(list.toSorted(byName)).toEqual(groups.toSorted(byName));
    }
    expect(sumOf(bets).payout_cents).toBeGreaterThan(0);
    expect(sumOf(bets).refund_cents).toBeGreaterThan(0);
  },
);

test("days without bets have none; days together have all", async () => {
  const days = [...new Set(bets.map(({ order }) => clubDay(order.accepted_at)))].toSorted();
  const empty = await get("/report?from=2020-01-01&to=2020-01-31&by=sport");
  expect(ok(empty)).toEqual({ ...NOTHING, groups: 0, open_now: openNow() });
  expect(empty.body.list).toEqual([]);
  const whole = await get(`/report?from=2020-01-01&to=${days.at(-1)}&by=kind`);
  expect(ok(whole)).toEqual({ ...sumOf(bets), groups: 2, open_now: openNow() });
});

test("as a file: every group, amounts as numbers, a name that looks like a formula as text", async () => {
  const day = clubDay(new Date().toISOString());
  const ask = async (query: string, by = token) =>
    await fetch(new URL(`/api/operator/sports/report/file?${query}`, club.url), {
      headers: { authorization: `Bearer ${by}` },
    });
  const file = await ask(`from=2020-01-01&to=${day}&by=competition`);
  expect(file.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(file.headers.get("content-disposition")).toContain(
    `sports-competition-2020-01-01-${day}.csv`,
  );
  const [head, ...lines] = (await file.text()).trimEnd().split("\r\n");
  expect(head).toContain("key,name,bets,stakes,payout,refund,open,open_payout,book_result");
  expect(lines).toHaveLength(4);
  const { stakes_cents } = sumOf(bets);
  const total = lines.reduce((sum, line) => sum + Math.round(Number(line.split(",")[3]) * 100), 0);
  expect(total).toBe(stakes_cents);
  expect(lines.filter((line) => line.startsWith("'=POLAR(1),'=POLAR(1),"))).toHaveLength(1);
  const [row] = await club.query(
    "SELECT count(*)::int AS rows FROM audit WHERE action = 'sport.report'",
  );
  expect(row!["rows"]).toBeGreaterThan(0);

  expect((await ask("from=yesterday&to=today")).status).toBe(422);
  const cashier = await club.operator("cashier");
  expect((await ask(`from=${day}&to=${day}`, cashier.token)).status).toBe(403);
});
