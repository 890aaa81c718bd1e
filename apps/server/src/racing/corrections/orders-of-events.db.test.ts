import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dayReport } from "../../proofs/days/day-report.ts";
import { verifyBooks } from "../../proofs/checks/verify-books.ts";
import { act, placeOrder } from "../../test/card-desk.ts";
import { chainTheRest } from "../../test/db/race-day.ts";
import { type Answer, type TestClub, type TestPlayer, ok, startClub } from "../../test/club.ts";
import { cashOf, legOn, makeMatch, placeSport, settleMatch } from "../../test/sport-desk.ts";
import { openVectorRaces, readJackpots } from "../../test/vector-race.ts";

/** Orders of events in which money once went wrong (promise P23). Amounts are in cents. */
let club: TestClub;
let clerk: string;
let chief: string;

beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
  clerk = (await club.operator("results_clerk")).token;
  chief = (await club.newOperator("results_clerk", "pool_controller", "cashier", "risk")).token;
});
afterAll(async () => await club.close());

const EIGHT = [1, 2, 3, 4, 5, 6, 7, 8];
type Groups = readonly (readonly number[])[];
type Body = Record<string, unknown>;

async function races(count: number, more: { dividends?: string; ruleSet?: string } = {}) {
  const wish = { races: Array.from({ length: count }, () => ({ runners: EIGHT })), ...more };
  return await openVectorRaces(club, wish);
}

async function player(cents: number): Promise<TestPlayer> {
  const one = await club.signUp();
  if (cents > 0) await club.fund(one, cents);
  return one;
}

async function bet(who: TestPlayer, raceId: string, form: Body): Promise<string> {
  return ok(await placeOrder(club, who, { race_id: raceId, ...form })).order_id;
}

async function settle(raceId: string, placings: Groups, declared?: readonly Body[]): Promise<Body> {
  const body = { placings, stage: "final", declared_dividends: declared };
  const { result_version } = ok(await act(club, raceId, "result", body));
  return ok(await act(club, raceId, "settle", { result_version }));
}

async function ask(raceId: string, placings: Groups, more: Body = {}): Promise<Answer> {
  return await club.call("POST", `/api/operator/races/${raceId}/correct`, {
    token: clerk,
    body: { placings, reason: "the judge looked again", ...more },
  });
}

async function approve(id: string, token = chief): Promise<void> {
  ok(await club.call("POST", `/api/operator/approvals/${id}/approve`, { token, body: {} }));
  await expect
    .poll(async () => await club.query("SELECT 1 FROM correction WHERE step <> 'done'"))
    .toEqual([]);
}

async function correct(raceId: string, placings: Groups, more: Body = {}): Promise<void> {
  await approve(ok(await ask(raceId, placings, more)).approval_id);
  await expect
    .poll(async () => await club.query("SELECT status FROM race WHERE id = $1", [raceId]))
    .toEqual([{ status: "settled" }]);
}

async function house(kind: string): Promise<number> {
  const [row] = await club.query(
    `SELECT coalesce(sum(p.amount_cents), 0)::bigint AS cents FROM account a JOIN posting p ON p.account_id = a.id
     WHERE a.kind = $1`,
    [kind],
  );
  return Number(row?.["cents"]);
}

async function order(who: TestPlayer, id: string): Promise<Body> {
  return ok(await club.call("GET", `/api/order/${id}`, { token: who.token }));
}

async function poolId(raceId: string, code: string): Promise<string> {
  const [row] = await club.query("SELECT id FROM pool WHERE race_id = $1 AND code = $2", [
    raceId,
    code,
  ]);
  return row?.["id"] as string;
}

async function giveBack(raceId: string, code: string): Promise<void> {
  const path = `/api/operator/pools/${await poolId(raceId, code)}/refund`;
  const { token } = await club.operator();
  ok(await club.call("POST", path, { token, body: { reason: "wrong takeout shown" } }));
}

/** The books and the day's report are consistent, whatever happened. */
async function expectWhole(raceId: string): Promise<void> {
  await chainTheRest(club);
  const { checks } = await verifyBooks(club.ctx);
  expect(checks.filter((check) => !check.ok)).toEqual([]);
  const [row] = await club.query(
    "SELECT m.date::text AS day FROM race r JOIN meeting m ON m.id = r.meeting_id WHERE r.id = $1",
    [raceId],
  );
  // A race closed by abandonment is frozen by the jobs a moment later.
  const differences = async (): Promise<unknown> =>
    (await dayReport(club.ctx, row?.["day"] as string)).differences;
  await expect.poll(differences).toEqual([]);
}

/** WIN: 10.00 on 4 of 40.00 in all, so that 4 pays 34.00. */
async function winPool(who: TestPlayer, raceId: string): Promise<string> {
  const other = await player(30_00);
  await bet(other, raceId, { bet_type: 1, horse: [5], betAmount: 30 });
  return await bet(who, raceId, { bet_type: 1, horse: [4], betAmount: 10 });
}

const FOUR: Groups = [[4], [1], [2], [3]];
const FIVE: Groups = [[5], [1], [2], [3]];

/** The player spends all but this much. */
async function spend(who: TestPlayer, left: number): Promise<void> {
  const [raceId = ""] = await races(1);
  const cents = (await cashOf(club, who)) - left;
  await bet(who, raceId, { bet_type: 1, horse: [1], betAmount: (cents / 100).toFixed(2) });
}

describe("a payout that was corrected away and comes back", () => {
  test.each([
    ["all of it was spent", 0],
    ["10.00 of it are left", 10_00],
  ])("F1: %s", async (_, left) => {
    const who = await player(10_00);
    const [raceId = ""] = await races(1);
    const id = await winPool(who, raceId);
    ok(await act(club, raceId, "close"));
    await settle(raceId, FOUR);
    expect(await cashOf(club, who)).toBe(34_00);
    await spend(who, left);
    const before = await house("adjustments");
    for (let turn = 0; turn < 3; turn += 1) {
      await correct(raceId, FIVE);
      expect(await cashOf(club, who)).toBe(0);
      expect(await house("adjustments")).toBe(before - (34_00 - left));
      await correct(raceId, FOUR);
      expect(await cashOf(club, who)).toBe(left);
      expect(await house("adjustments")).toBe(before);
    }
    expect(await order(who, id)).toMatchObject({ status: "won", payout_cents: 34_00 });
    await expectWhole(raceId);
  });

  test("F2: the same of a sport single, 24.00 of 34.00 spent", async () => {
    const who = await player(10_00);
    const odds = [
      { key: "home", odds_milli: 3400 },
      { key: "draw", odds_milli: 3600 },
      { key: "away", odds_milli: 4400 },
    ];
    const event = await makeMatch(club, { markets: [{ type: "1x2", outcomes: odds }] });
    await placeSport(club, who, { legs: [legOn(event, "home")] });
    const { token } = await club.operator();
    ok(await club.call("POST", `/api/operator/sports/events/${event.event_id}/close`, { token }));
    await settleMatch(club, event.event_id, { score: { home: 1, away: 0 } });
    await spend(who, 10_00);
    const before = await house("adjustments");
    const score = async (home: number, away: number): Promise<void> => {
      const path = `/api/operator/sports/events/${event.event_id}/correct`;
      const body = { score: { home, away }, reason: "a goal was taken back" };
      await approve(ok(await club.call("POST", path, { token: clerk, body })).approval_id);
      await expect
        .poll(async () => await club.query("SELECT 1 FROM sport_settlement WHERE step <> 'posted'"))
        .toEqual([]);
    };
    await score(0, 1);
    expect(await cashOf(club, who)).toBe(0);
    expect(await house("adjustments")).toBe(before - 24_00);
    await score(1, 0);
    expect(await cashOf(club, who)).toBe(10_00);
    expect(await house("adjustments")).toBe(before);
  });

  test.each([
    ["then corrected back", true, 34_00],
    ["and stays so", false, 0],
  ])("N10: it waits in a withdrawal, which is rejected, %s", async (_, isBack, wanted) => {
    const who = await player(10_00);
    const [raceId = ""] = await races(1);
    await winPool(who, raceId);
    ok(await act(club, raceId, "close"));
    await settle(raceId, FOUR);
    const card = {
      bank_name: "Bank",
      account_name: "A B",
      account_number: "12345678",
      branch_code: "062000",
      currency: "AUD",
    };
    ok(await club.call("POST", "/api/user/bank_card", { token: who.token, body: card }));
    const asked = ok(
      await club.call("POST", "/api/withdraw/create", {
        token: who.token,
        headers: { "idempotency-key": who.id },
        body: { amount_cents: 34_00 },
      }),
    );
    const before = await house("adjustments");
    await correct(raceId, FIVE);
    expect(await house("adjustments")).toBe(before - 34_00);
    const path = `/api/operator/withdrawals/${asked.withdrawal_id}/reject`;
    ok(
      await club.call("POST", path, { token: chief, body: { reason: "the result was corrected" } }),
    );
    expect(await cashOf(club, who)).toBe(0);
    expect(await house("adjustments")).toBe(before);
    const list = await club.call("GET", "/api/withdraw/list", { token: who.token });
    expect(list.body.list[0]).toMatchObject({ status: "rejected", claimed_cents: 34_00 });
    const lines = await club.call("GET", "/api/statement/list", { token: who.token });
    expect(lines.body.list[0]).toMatchObject({
      type: "correction_claim",
      amount_cents: -34_00,
      balance_cents: 0,
    });
    if (isBack) await correct(raceId, FOUR);
    expect(await cashOf(club, who)).toBe(wanted);
    expect(await house("adjustments")).toBe(before);
    await expectWhole(raceId);
  });
});

describe("a jackpot", () => {
  const trifecta = { bet_type: 6, horse1st: [6], horse2nd: [7], horse3rd: [8], betAmount: 100 };
  const NOBODY: Groups = [[1], [2], [3], [4]];
  const WON: Groups = [[6], [7], [8], [1]];

  async function waits(): Promise<number> {
    return (await readJackpots(club))["TRIFECTA"] ?? 0;
  }

  test("F3: corrected to a winner and back, it waits again and the next race brings it in", async () => {
    const [one = "", two = ""] = await races(2);
    const who = await player(200_00);
    const [before, adjusted] = [await waits(), await house("adjustments")];
    await bet(who, one, trifecta);
    ok(await act(club, one, "close"));
    await settle(one, NOBODY);
    expect(await waits()).toBe(before + 79_00);
    await correct(one, WON);
    expect(await waits()).toBe(before);
    await correct(one, NOBODY);
    expect([await waits(), await house("adjustments")]).toEqual([before + 79_00, adjusted]);
    await bet(who, two, trifecta);
    ok(await act(club, two, "close"));
    expect(await waits()).toBe(0);
    const pools = (await settle(two, WON))["pools"] as Body[];
    expect(pools.find(({ pool }) => pool === "TRIFECTA")).toMatchObject({
      jackpot_in_cents: before + 79_00,
      paid_cents: 150_00,
    });
    await expectWhole(one);
  });

  test("F4: two races closed before either was settled, both corrected to a winner", async () => {
    const [one = "", two = ""] = await races(2);
    const who = await player(300_00);
    const [before, adjusted] = [await waits(), await house("adjustments")];
    await bet(who, one, trifecta);
    await bet(who, two, { ...trifecta, betAmount: 200 });
    ok(await act(club, one, "close"));
    ok(await act(club, two, "close"));
    await settle(one, NOBODY);
    await settle(two, NOBODY);
    expect(await waits()).toBe(before + 79_00 + 158_00);
    await correct(one, WON);
    await correct(two, WON);
    expect([await waits(), await house("adjustments")]).toEqual([before, adjusted]);
    await expectWhole(one);
  });

  test("F7: a pool that was given back takes none, so it stays for the next", async () => {
    const [one = "", two = "", three = ""] = await races(3);
    const who = await player(300_00);
    await bet(who, one, trifecta);
    ok(await act(club, one, "close"));
    await settle(one, NOBODY);
    const waiting = await waits();
    await bet(who, two, trifecta);
    await giveBack(two, "TRIFECTA");
    ok(await act(club, two, "close"));
    expect(await waits()).toBe(waiting);
    await settle(two, WON);
    await expectWhole(two);
    await bet(who, three, trifecta);
    ok(await act(club, three, "close"));
    await settle(three, WON);
    expect(await waits()).toBe(0);
    await expectWhole(three);
  });

  test("N1: a pool that took one before a delay is not taken away with it", async () => {
    const [one = "", two = ""] = await races(2);
    const who = await player(300_00);
    await bet(who, one, trifecta);
    ok(await act(club, one, "close"));
    await settle(one, NOBODY);
    ok(await act(club, two, "close"));
    const start_time = new Date(Date.now() + 5 * 3_600_000).toISOString();
    ok(await act(club, two, "open", { reason: "a horse got loose", start_time }));
    const { token } = await club.operator();
    const pools = await club.call("POST", `/api/operator/races/${two}/pools`, {
      token,
      body: { pools: ["WIN", "PLACE"] },
    });
    expect([pools.status, pools.body.code]).toEqual([409, "pool.in_use"]);
    await expect(
      club.asAdmin("DELETE FROM account WHERE pool_id = $1", [await poolId(two, "TRIFECTA")]),
    ).rejects.toThrow("an account with lines stays");
    await bet(who, two, trifecta);
    ok(await act(club, two, "close"));
    await settle(two, WON);
    expect(await waits()).toBe(0);
    await expectWhole(two);
  });

  test("N11: a race that is opened again takes at its next close what has come since, and shows it until then", async () => {
    // It starts before every other race of the club that is open: what waits is shown with it.
    for (const { id } of await club.query("SELECT id FROM race WHERE status = 'open'")) {
      ok(await act(club, String(id), "close"));
    }
    const [three = "", one = "", two = ""] = await races(3);
    const who = await player(900_00);
    const [before, adjusted] = [await waits(), await house("adjustments")];
    const [race] = await club.query("SELECT start_time FROM race WHERE id = $1", [three]);
    const start = race?.["start_time"] as Date;
    const reopen = async (raceId: string, minutes: number): Promise<void> => {
      const start_time = new Date(start.getTime() + minutes * 60_000).toISOString();
      ok(await act(club, raceId, "open", { reason: "a horse got loose", start_time }));
    };
    const shown = async (): Promise<unknown> => {
      const { pools } = ok(await club.call("GET", `/api/events/race/${three}`));
      return pools.find(({ pool }: Body) => pool === "TRIFECTA").jackpot_in_cents;
    };
    await bet(who, three, trifecta);
    ok(await act(club, three, "close"));
    for (const [raceId, left] of [
      [one, 79_00],
      [two, 158_00],
    ] as const) {
      await bet(who, raceId, trifecta);
      ok(await act(club, raceId, "close"));
      await settle(raceId, NOBODY);
      await reopen(three, left / 79_00);
      // What the first close took is in the pool, what came since waits for it.
      expect(await shown()).toBe(before + left);
      ok(await act(club, three, "close"));
      expect(await waits()).toBe(0);
      expect(await shown()).toBe(before + left);
    }
    const pools = (await settle(three, WON))["pools"] as Body[];
    expect(pools.find(({ pool }) => pool === "TRIFECTA")).toMatchObject({
      jackpot_in_cents: before + 158_00,
      // 237.00, rounded down to the step of the dividend of 100 units.
      paid_cents: 230_00,
    });
    await expectWhole(three);
    await correct(three, NOBODY);
    expect(await waits()).toBe(before + 3 * 79_00);
    await correct(three, WON);
    await correct(two, WON);
    await correct(two, NOBODY);
    expect([await waits(), await house("adjustments")]).toEqual([0, adjusted]);
    await expectWhole(three);
  });

  test("N2: taken by a race that is abandoned and handed back, then corrected to a winner", async () => {
    const [one = "", two = ""] = await races(2);
    const who = await player(300_00);
    const [before, adjusted] = [await waits(), await house("adjustments")];
    await bet(who, one, trifecta);
    ok(await act(club, one, "close"));
    await settle(one, NOBODY);
    ok(await act(club, two, "close"));
    ok(await act(club, two, "abandon", { reason: "fog" }));
    expect(await waits()).toBe(before + 79_00);
    await correct(one, WON);
    expect([await waits(), await house("adjustments")]).toEqual([before, adjusted]);
    await expectWhole(two);
  });
});

describe("doubles of declared meetings", () => {
  const DECLARED = { dividends: "declared" };
  const SEVEN: Groups = [[7], [1], [2], [3]];
  const pair = (
    one: string,
    two: string,
    horse: number,
    horse2: number,
    betAmount: number,
  ): Body => ({
    bet_type: 10,
    race_id: one,
    race_id2: two,
    horse: [horse],
    horse2: [horse2],
    betAmount,
  });

  test("F5: two pairs that end in one race have each its own dividend", async () => {
    const [one = "", two = "", three = ""] = await races(3, DECLARED);
    const who = await player(20_00);
    const first = await bet(who, one, pair(one, three, 4, 7, 10));
    const second = await bet(who, two, pair(two, three, 4, 7, 10));
    for (const id of [one, two, three]) ok(await act(club, id, "close"));
    await settle(one, FOUR);
    await settle(two, FOUR);
    const unclear = { pool: "DOUBLE_WIN", combination: "4-7", dividend_cents: 1200 };
    const refused = await act(club, three, "result", {
      placings: SEVEN,
      stage: "final",
      declared_dividends: [unclear],
    });
    expect([refused.status, refused.body.params.reason]).toEqual([422, "declared_pair"]);
    await settle(three, SEVEN, [
      { ...unclear, race_id: one, race_id2: three },
      { ...unclear, race_id: two, race_id2: three, dividend_cents: 3000 },
    ]);
    expect((await order(who, first))["payout_cents"]).toBe(120_00);
    expect((await order(who, second))["payout_cents"]).toBe(300_00);
    await expectWhole(three);
  });

  test("F5: they may be declared before the other legs are settled", async () => {
    const [one = "", two = "", three = ""] = await races(3, DECLARED);
    const who = await player(20_00);
    const first = await bet(who, one, pair(one, three, 4, 7, 10));
    const second = await bet(who, two, pair(two, three, 4, 7, 10));
    for (const id of [one, two, three]) ok(await act(club, id, "close"));
    const entry = { pool: "DOUBLE_WIN", combination: "4-7", dividend_cents: 1200 };
    const unclear = { placings: SEVEN, stage: "final", declared_dividends: [entry] };
    expect((await act(club, three, "result", unclear)).body.params.reason).toBe("declared_pair");
    const foreign = [{ ...entry, race_id: one, race_id2: two }];
    const refused = await act(club, three, "result", { ...unclear, declared_dividends: foreign });
    expect(refused.body.params.reason).toBe("declared_unknown");
    await settle(three, SEVEN, [
      { ...entry, race_id: one, race_id2: three },
      { ...entry, race_id: two, race_id2: three, dividend_cents: 3000 },
    ]);
    await settle(one, FOUR);
    await settle(two, FOUR);
    expect((await order(who, first))["payout_cents"]).toBe(120_00);
    expect((await order(who, second))["payout_cents"]).toBe(300_00);
    await expectWhole(three);
  });

  async function lateFall(): Promise<{ one: string; two: string; who: TestPlayer }> {
    const [one = "", two = ""] = await races(2, DECLARED);
    const who = await player(15_00);
    await bet(who, one, pair(one, two, 4, 7, 10));
    await bet(who, one, pair(one, two, 5, 7, 5));
    ok(await act(club, one, "close"));
    await settle(one, FOUR);
    return { one, two, who };
  }
  const field = { pool: "DOUBLE_WIN", combination: "4-F", dividend_cents: 150 };

  test("F6: leg 2 falls and its field is declared with it", async () => {
    const before = await house("escrow");
    const { two, who } = await lateFall();
    const fallen = ok(
      await act(club, two, "abandon", { reason: "fog", declared_dividends: [field] }),
    );
    expect(fallen.waiting_doubles).toEqual([]);
    expect(await cashOf(club, who)).toBe(15_00);
    expect(await house("escrow")).toBe(before);
    await expectWhole(two);
  });

  test("F6: without one the answer names it; it is declared later, or given back", async () => {
    const before = await house("escrow");
    for (const way of ["declare", "give back"]) {
      const { one, two, who } = await lateFall();
      const fallen = ok(await act(club, two, "abandon", { reason: "fog" }));
      const [waiting] = fallen.waiting_doubles;
      expect(waiting).toMatchObject({ race_id: one, race_id2: two, combinations: ["4-F"] });
      await expectWhole(two);
      const { token } = await club.operator();
      const read = ok(await club.call("GET", `/api/operator/races/${two}`, { token }));
      expect(read.waiting_doubles).toEqual(fallen.waiting_doubles);
      if (way === "declare") {
        const wrong = { ...field, pool: "DOUBLE_PLACE" };
        const refused = await act(club, two, "abandon", {
          reason: "x",
          declared_dividends: [wrong],
        });
        expect([refused.status, refused.body.params.reason]).toEqual([422, "declared_unknown"]);
        ok(await act(club, two, "abandon", { reason: "declared", declared_dividends: [field] }));
      } else {
        const path = `/api/operator/pools/${waiting.pool_id}/refund`;
        ok(await club.call("POST", path, { token, body: { reason: "nobody declares it" } }));
      }
      expect(await cashOf(club, who)).toBe(15_00);
      expect(await house("escrow")).toBe(before);
      await expectWhole(two);
    }
  });

  test("N4: one that was declared refunded stays so when a leg is corrected", async () => {
    const [one = "", two = ""] = await races(2, DECLARED);
    const who = await player(10_00);
    const id = await bet(who, one, pair(one, two, 4, 7, 10));
    for (const raceId of [one, two]) ok(await act(club, raceId, "close"));
    await settle(one, FOUR);
    await settle(two, SEVEN, [{ pool: "DOUBLE_WIN", refunded: true }]);
    expect(await cashOf(club, who)).toBe(10_00);
    await correct(one, [[4], [1], [3], [2]]);
    expect(await cashOf(club, who)).toBe(10_00);
    expect(await order(who, id)).toMatchObject({ status: "refunded" });
    await expectWhole(one);
  });

  test("a correction names the doubles that it settles anew, and asks for their dividends", async () => {
    const [one = "", two = ""] = await races(2, DECLARED);
    const who = await player(30_00);
    await bet(who, one, pair(one, two, 4, 7, 10));
    const id = await bet(who, one, pair(one, two, 5, 7, 10));
    for (const raceId of [one, two]) ok(await act(club, raceId, "close"));
    await settle(one, FOUR);
    const double = { pool: "DOUBLE_WIN", dividend_cents: 1200 };
    await settle(two, SEVEN, [{ ...double, combination: "4-7" }]);
    const dry = ok(await ask(one, FIVE, { dry_run: true }));
    const named = dry.pools.find((pool: Body) => pool["pool"] === "DOUBLE_WIN");
    expect(named).toMatchObject({ race_id: one, race_id2: two, missing_dividends: ["5-7"] });
    const refused = await ask(one, FIVE);
    expect([refused.status, refused.body.code]).toEqual([409, "result.no_dividend"]);
    expect(refused.body.params).toMatchObject({ pool: "DOUBLE_WIN", combinations: ["5-7"] });
    await correct(one, FIVE, {
      declared_dividends: [{ ...double, combination: "5-7", dividend_cents: 900 }],
    });
    expect(await order(who, id)).toMatchObject({ status: "won", payout_cents: 90_00 });
    await expectWhole(one);
  });
});

describe("pools that go back while their race goes on", () => {
  test("N3, N5: an Each Way whose WIN went back ends its explanation at what PLACE paid", async () => {
    const [raceId = ""] = await races(1);
    const who = await player(20_00);
    const other = await player(100_00);
    // PLACE: 10.00 on 4 of 50.00 in all; 4 and 1 share 42.87, so 4 pays 2.10.
    await bet(other, raceId, { bet_type: 2, horse: [1], betAmount: 40 });
    const id = await bet(who, raceId, { bet_type: 9, horse: [4], betAmount: 10, betAmount2: 10 });
    await giveBack(raceId, "WIN");
    ok(await act(club, raceId, "close"));
    await expectWhole(raceId);
    await settle(raceId, FOUR);
    const seen = await order(who, id);
    expect(seen).toMatchObject({ status: "won", payout_cents: 21_00, refund_cents: 10_00 });
    expect((seen["explain"] as Body[]).at(-1)).toMatchObject({
      key: "payout",
      amount_cents: 21_00,
    });
    expect((seen["explain"] as Body[])[0]).toMatchObject({ key: "refund", amount_cents: 10_00 });
    await expectWhole(raceId);
    await correct(raceId, FIVE);
    await expectWhole(raceId);
  });

  test("N7: a bet on it is refused for the pool, not for the race", async () => {
    const [raceId = ""] = await races(1);
    const who = await player(20_00);
    await giveBack(raceId, "TRIFECTA");
    const form = { race_id: raceId, bet_type: 6, horse1st: [1], horse2nd: [2], horse3rd: [3] };
    const refused = await placeOrder(club, who, form);
    expect([refused.status, refused.body.code]).toEqual([409, "pool.closed"]);
    ok(await act(club, raceId, "abandon", { reason: "over" }));
    expect((await placeOrder(club, who, form)).body.code).toBe("race.closed");
  });

  test("N8: a double whose leg 2 falls before leg 1 closes is in the report of the day", async () => {
    const [one = "", two = ""] = await races(2);
    const who = await player(10_00);
    const legs = { race_id2: two, bet_type: 10, horse: [4], horse2: [7], betAmount: 10 };
    await bet(who, one, legs);
    ok(await act(club, two, "abandon", { reason: "rain" }));
    expect(await cashOf(club, who)).toBe(10_00);
    ok(await act(club, one, "close"));
    await settle(one, FOUR);
    await expectWhole(one);
  });

  test.each(["before", "after"])(
    "N9: a leg's WIN pool given back %s its close: everybody names one favourite",
    async (when) => {
      const [one = "", two = ""] = await races(2);
      const who = await player(100_00);
      await bet(who, two, { bet_type: 1, horse: [6], betAmount: 20 });
      await bet(who, one, { race_id2: two, bet_type: 10, horse: [4], horse2: [7], betAmount: 10 });
      await bet(who, one, { race_id2: two, bet_type: 10, horse: [4], horse2: [6], betAmount: 10 });
      await bet(who, one, { race_id2: two, bet_type: 10, horse: [4], horse2: [1], betAmount: 10 });
      ok(await act(club, one, "close"));
      if (when === "before") await giveBack(two, "WIN");
      ok(await act(club, two, "close"));
      if (when === "after") await giveBack(two, "WIN");
      ok(await act(club, two, "scratch", { horse_id: 7 }));
      await settle(one, FOUR);
      await settle(two, [[6], [1], [2], [3]]);
      const [row] = await club.query(
        "SELECT facts -> 'legs' -> 1 ->> 'favourite' AS favourite FROM settlement s JOIN pool p ON p.id = s.pool_id WHERE p.race_id2 = $1",
        [two],
      );
      expect(row).toEqual({ favourite: when === "before" ? "1" : "6" });
      await expectWhole(two);
    },
  );
});

describe("N6: an operator cancels a bet on a race", () => {
  const cancel = async (id: string, token: string, at = club): Promise<Answer> =>
    await at.call("POST", `/api/operator/orders/${id}/void`, {
      token,
      body: { reason: "a wrong button" },
    });

  test("its stake comes back, once, and it is in no pool any more", async () => {
    const [raceId = ""] = await races(1);
    const who = await player(60_00);
    const kept = await bet(who, raceId, { bet_type: 1, horse: [4], betAmount: 10 });
    const id = await bet(who, raceId, { bet_type: 9, horse: [4, 5], betAmount: 10, betAmount2: 5 });
    ok(await act(club, raceId, "scratch", { horse_id: 5 }));
    expect(ok(await cancel(id, chief))).toEqual({
      order_id: id,
      status: "void",
      refund_cents: 30_00,
      approval_id: null,
    });
    expect(ok(await cancel(id, chief))).toMatchObject({ status: "void", refund_cents: 30_00 });
    expect(await cashOf(club, who)).toBe(50_00);
    const seen = await order(who, id);
    expect(seen).toMatchObject({ status: "void", payout_cents: 0, refund_cents: 30_00 });
    expect((seen["explain"] as Body[]).at(-1)).toMatchObject({ key: "payout", amount_cents: 0 });
    const shown = ok(await club.call("GET", `/api/events/race/${raceId}`));
    expect(shown.pools.find((pool: Body) => pool["pool"] === "WIN")).toMatchObject({
      gross_cents: 10_00,
    });
    ok(await act(club, raceId, "close"));
    await settle(raceId, FOUR);
    expect(await order(who, kept)).toMatchObject({ status: "won", payout_cents: 10_40 });
    const late = await cancel(kept, chief);
    expect([late.status, late.body.code]).toEqual([409, "order.settled"]);
    expect((await cancel("01900000-0000-7000-8000-000000000000", chief)).status).toBe(404);
    expect((await cancel(kept, (await club.operator("cashier")).token)).status).toBe(403);
    await expectWhole(raceId);
  });

  test("with four eyes a second operator approves it", async () => {
    const strict = await startClub({
      database: club.database,
      env: { CLUB_RATE_FACTOR: "0", CLUB_FOUR_EYES: "on" },
    });
    const [raceId = ""] = await races(1);
    const who = await player(10_00);
    const id = await bet(who, raceId, { bet_type: 1, horse: [4], betAmount: 10 });
    const asked = ok(await cancel(id, clerk, strict));
    expect(asked).toMatchObject({ status: "pending", refund_cents: 0 });
    expect(await cashOf(club, who)).toBe(0);
    const path = `/api/operator/approvals/${asked.approval_id}/approve`;
    expect((await strict.call("POST", path, { token: clerk, body: {} })).status).toBe(403);
    ok(await strict.call("POST", path, { token: chief, body: {} }));
    expect(await cashOf(club, who)).toBe(10_00);
    expect(await order(who, id)).toMatchObject({ status: "void" });
    await strict.close();
  });
});
