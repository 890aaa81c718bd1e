import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { interruptAt } from "../../core/kit/crash-points.ts";
import { verifyBooks } from "../../proofs/checks/verify-books.ts";
import { act, placeOrder } from "../../test/card-desk.ts";
import { chainTheRest } from "../../test/db/race-day.ts";
import { type Answer, type TestClub, type TestPlayer, ok, startClub } from "../../test/club.ts";
import { openVectorRaces } from "../../test/vector-race.ts";
import { runCorrections } from "./correction-worker.ts";

/** A correction waits for the second operator while the other leg of a double changes (promise P23). */
let club: TestClub;
let clerk: string;
let chief: string;

beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
  clerk = (await club.operator("results_clerk")).token;
  chief = (await club.newOperator("results_clerk")).token;
});
afterAll(async () => await club.close());

const EIGHT = [1, 2, 3, 4, 5, 6, 7, 8];
type Body = Record<string, unknown>;
type Groups = readonly (readonly number[])[];
const FOUR: Groups = [[4], [1], [2], [3]];
const FIVE: Groups = [[5], [1], [2], [3]];
const SEVEN: Groups = [[7], [1], [2], [3]];
const EIGHTH: Groups = [[8], [1], [2], [3]];
const DOUBLE = { pool: "DOUBLE_WIN", dividend_cents: 1200 };

async function twoRaces(more: Body = {}): Promise<readonly [string, string]> {
  const races = [{ runners: EIGHT }, { runners: EIGHT }];
  const [one = "", two = ""] = await openVectorRaces(club, { races, ...more });
  return [one, two];
}

async function double(who: TestPlayer, [one, two]: readonly string[], first: number, last: number) {
  const form = { bet_type: 10, race_id: one, race_id2: two, horse: [first], horse2: [last] };
  return ok(await placeOrder(club, who, { ...form, betAmount: 10 })).order_id as string;
}

async function settle(raceId: string, placings: Groups, declared?: readonly Body[]): Promise<void> {
  const body = { placings, stage: "final", declared_dividends: declared };
  const { result_version } = ok(await act(club, raceId, "result", body));
  ok(await act(club, raceId, "settle", { result_version }));
}

async function ask(raceId: string, placings: Groups, declared?: readonly Body[]): Promise<string> {
  const body = { placings, reason: "the judge looked again", declared_dividends: declared };
  const path = `/api/operator/races/${raceId}/correct`;
  return ok(await club.call("POST", path, { token: clerk, body })).approval_id;
}

async function decide(id: string, way: "approve" | "reject" = "approve"): Promise<Answer> {
  const body = { note: "seen" };
  return await club.call("POST", `/api/operator/approvals/${id}/${way}`, { token: chief, body });
}

async function nothingOpen(): Promise<void> {
  const sql = "SELECT step FROM correction WHERE step <> 'done'";
  await expect.poll(async () => await club.query(sql)).toEqual([]);
}

async function expectWhole(): Promise<void> {
  await chainTheRest(club);
  const { checks } = await verifyBooks(club.ctx);
  expect(checks.filter((check) => !check.ok)).toEqual([]);
}

async function funded(cents: number): Promise<TestPlayer> {
  const who = await club.signUp();
  await club.fund(who, cents);
  return who;
}

async function read(who: TestPlayer, id: string): Promise<Body> {
  return ok(await club.call("GET", `/api/order/${id}`, { token: who.token }));
}

test("a dividend that the other leg's correction makes necessary is asked for when it is decided", async () => {
  const [one, two] = await twoRaces({ dividends: "declared" });
  const who = await funded(40_00);
  await double(who, [one, two], 4, 7);
  await double(who, [one, two], 4, 8);
  await double(who, [one, two], 5, 7);
  const last = await double(who, [one, two], 5, 8);
  for (const id of [one, two]) ok(await act(club, id, "close"));
  await settle(one, FOUR);
  await settle(two, SEVEN, [{ ...DOUBLE, combination: "4-7" }]);
  const waiting = await ask(two, EIGHTH, [{ ...DOUBLE, combination: "4-8" }]);
  ok(await decide(await ask(one, FIVE, [{ ...DOUBLE, combination: "5-7" }])));
  await nothingOpen();
  const refused = await decide(waiting);
  expect([refused.status, refused.body.code]).toEqual([409, "result.no_dividend"]);
  expect(refused.body.params).toMatchObject({ pool: "DOUBLE_WIN", combinations: ["5-8"] });
  expect(await club.query("SELECT status FROM race WHERE id = $1", [two])).toEqual([
    { status: "settled" },
  ]);
  ok(await decide(waiting, "reject"));
  ok(await decide(await ask(two, EIGHTH, [{ ...DOUBLE, combination: "5-8" }])));
  await nothingOpen();
  expect(await read(who, last)).toMatchObject({ status: "won", payout_cents: 120_00 });
  await expectWhole();
});

test("corrections of both legs that are approved in the same moment come one after the other", async () => {
  for (let turn = 0; turn < 4; turn += 1) {
    const [one, two] = await twoRaces();
    const who = await funded(20_00);
    const other = await funded(10_00);
    const was = await double(who, [one, two], 4, 7);
    const is = await double(who, [one, two], 5, 8);
    await double(other, [one, two], 4, 8);
    for (const id of [one, two]) ok(await act(club, id, "close"));
    await settle(one, FOUR);
    await settle(two, SEVEN);
    const asked = [await ask(one, FIVE), await ask(two, EIGHTH)];
    const answers = await Promise.all(asked.map(async (id) => await decide(id)));
    for (const [i, answer] of answers.entries()) {
      if (answer.status === 200) continue;
      expect([answer.status, answer.body.code]).toEqual([409, "settlement.waits"]);
      await nothingOpen();
      ok(await decide(asked[i] ?? ""));
    }
    await nothingOpen();
    expect(await read(who, was)).toMatchObject({ status: "lost", payout_cents: 0 });
    expect(await read(who, is)).toMatchObject({ status: "won" });
    await expectWhole();
  }
});

test("one that was asked for against an older result is told as such, and can only be rejected", async () => {
  const [one] = await twoRaces();
  ok(await act(club, one, "close"));
  await settle(one, FOUR);
  const older = await ask(one, SEVEN);
  ok(await decide(await ask(one, FIVE)));
  await nothingOpen();
  const { body } = await club.call("GET", "/api/operator/approvals", { token: chief });
  expect(body.list).toMatchObject([{ approval_id: older, is_stale: true }]);
  const refused = await decide(older);
  expect([refused.status, refused.body.code]).toEqual([409, "result.stale"]);
  ok(await decide(older, "reject"));
});

/** Approves a correction, which is not carried out before `work` has been done, and then carries it out. */
async function whileCorrecting(
  raceId: string,
  approvalId: string,
  work: () => Promise<void>,
): Promise<void> {
  const holder = new pg.Client({ connectionString: club.database.adminUrl });
  await holder.connect();
  try {
    // Whoever writes or ends a correction looks at its lines.
    await holder.query("BEGIN");
    await holder.query("LOCK TABLE correction_line IN ACCESS EXCLUSIVE MODE");
    interruptAt("correct.decided");
    await decide(approvalId);
    await work();
  } finally {
    interruptAt(null);
    await holder.end();
  }
  await runCorrections(club.ctx, raceId);
  await nothingOpen();
}

const statusOf = async (raceId: string) =>
  (await club.query("SELECT status FROM race WHERE id = $1", [raceId]))[0]?.["status"];

test("a leg of which all pools went back is corrected: its double waits for that, and is paid by it", async () => {
  const [one, two] = await twoRaces();
  const who = await funded(20_00);
  const was = await double(who, [one, two], 4, 7);
  const is = await double(who, [one, two], 5, 7);
  const own = await club.query("SELECT id FROM pool WHERE race_id = $1 AND race_id2 IS NULL", [
    one,
  ]);
  const { token } = await club.operator();
  for (const { id } of own) {
    const body = { reason: "a wrong field" };
    ok(await club.call("POST", `/api/operator/pools/${id}/refund`, { token, body }));
  }
  for (const id of [one, two]) ok(await act(club, id, "close"));
  await settle(one, FOUR);
  expect(await statusOf(one)).toBe("settled");
  const body = { placings: SEVEN, stage: "final" };
  const { result_version } = ok(await act(club, two, "result", body));
  await whileCorrecting(one, await ask(one, FIVE), async () => {
    const early = await act(club, two, "settle", { result_version });
    expect([early.status, early.body.code]).toEqual([409, "settlement.waits"]);
    // Meanwhile it is nothing else.
    for (const [path, more] of [
      ["abandon", { reason: "fog" }],
      ["result", { placings: FOUR, stage: "final" }],
    ] as const) {
      const answer = await act(club, one, path, more);
      expect([answer.status, answer.body.code]).toEqual([409, "settlement.begun"]);
    }
  });
  expect(await statusOf(one)).toBe("settled");
  ok(await act(club, two, "settle", { result_version }));
  expect(await read(who, was)).toMatchObject({ status: "lost", payout_cents: 0 });
  expect(await read(who, is)).toMatchObject({ status: "won" });
  await expectWhole();
});

test("a race that is being corrected is not finished by who paid its first result", async () => {
  const [one] = await twoRaces();
  ok(await act(club, one, "close"));
  await settle(one, FOUR);
  await whileCorrecting(one, await ask(one, FIVE), async () => {
    await club.query("SELECT finish_race_settlement($1, 1)", [one]);
    expect(await statusOf(one)).toBe("final");
  });
  expect(await statusOf(one)).toBe("settled");
  await expectWhole();
});

test("the books verify in the middle of a correction, also of a second one", async () => {
  const [one] = await twoRaces();
  const who = await funded(30_00);
  for (const horse of [4, 5]) {
    const form = { bet_type: 1, race_id: one, horse: [horse], betAmount: 10 };
    ok(await placeOrder(club, who, form));
  }
  ok(await act(club, one, "close"));
  await settle(one, FOUR);
  const open = `SELECT count(*) FILTER (WHERE l.is_done)::int AS done, count(*)::int AS lines
    FROM correction c JOIN correction_line l ON l.correction_id = c.id WHERE c.step = 'planned'`;
  for (const placings of [FIVE, FOUR]) {
    const approvalId = await ask(one, placings);
    const holder = new pg.Client({ connectionString: club.database.adminUrl });
    await holder.connect();
    try {
      // Players are paid; the last transaction, which writes the new plan, waits for the pools.
      await holder.query("BEGIN");
      await holder.query("SELECT 1 FROM pool WHERE race_id = $1 FOR NO KEY UPDATE", [one]);
      const decided = decide(approvalId);
      await expect.poll(async () => await club.query(open)).toEqual([{ done: 2, lines: 2 }]);
      await expectWhole();
      await holder.query("COMMIT");
      ok(await decided);
    } finally {
      await holder.end();
    }
    await nothingOpen();
    await expectWhole();
  }
});
