import { randomInt } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { brokenChecks } from "../../test/checks.ts";
import { ok, startClub } from "../../test/club.ts";
import type { ByHand, TestClub, TestPlayer } from "../../test/club.ts";
import {
  closeRace,
  openMeeting,
  place,
  settle,
  someBets,
  untilChained,
} from "../../test/db/race-day.ts";
import { legOn, makeMatch, placeSport, settleMatch } from "../../test/sport-desk.ts";
import { dayAt } from "../../test/zone.ts";
import { countLines, findBounds, readLinesWithin, readSummary } from "./read-statement.ts";

/** Promise P10: the statement is the ledger. */
const SEED = Number(process.env["SEED"] ?? randomInt(1_000_000));

let club: TestClub;
let player: TestPlayer;

beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
  player = await club.signUp();
  await club.fund(player, 200_000);
});
afterAll(async () => {
  expect(await brokenChecks(club.ctx)).toEqual([]);
  await club.close();
});

interface Line {
  entry_id: string;
  at: string;
  type: string;
  amount_cents: number;
  balance_cents: number;
  bet: { order_id: string } | null;
}
interface Summary {
  [name: string]: number;
}

/** All pages of a range, checked against the summary of the first. */
async function read(query: string, limit: number): Promise<{ lines: Line[]; summary: Summary }> {
  const lines: Line[] = [];
  let summary: Summary | undefined;
  let cursor = "";
  do {
    const path = `/api/statement/list?limit=${limit}${query}${cursor}`;
    const { status, body } = await club.call("GET", path, player);
    expect(status).toBe(200);
    summary ??= body.data.summary;
    lines.push(...body.list);
    cursor = body.data.next_cursor === null ? "" : `&cursor=${body.data.next_cursor}`;
  } while (cursor !== "");
  return { lines, summary: summary ?? {} };
}

const sum = (lines: readonly Line[]): number =>
  lines.reduce((total, line) => total + line.amount_cents, 0);

function checkStatement({ lines, summary }: { lines: Line[]; summary: Summary }): void {
  expect(new Set(lines.map((line) => line.entry_id)).size).toBe(lines.length);
  expect((summary["opened_cents"] ?? 0) + sum(lines)).toBe(summary["now_cents"]);
  const { now_cents: now, ...parts } = summary;
  expect(Object.values(parts).reduce((total, part) => total + part, 0)).toBe(now);
  let balance = summary["now_cents"];
  for (const line of lines) {
    expect(line.balance_cents).toBe(balance);
    balance = line.balance_cents - line.amount_cents;
  }
  if (lines.length > 0) expect(balance).toBe(summary["opened_cents"]);
}

test(`closing = opening + lines for any period and page size, while bets and payouts run (SEED=${SEED})`, async () => {
  let isRunning = true;
  const racing = (async () => {
    while (isRunning) {
      const meeting = await openMeeting(club, 2);
      for (const bet of someBets(meeting)) ok(await place(club, player, bet));
      const raceId = meeting.races[0]?.id ?? "";
      await closeRace(club, raceId);
      await settle(club, raceId, [[1], [2], [3], [4]]);
    }
  })();
  const today = dayAt();
  const day = (offset: number): string =>
    new Date(Date.parse(`${today}T00:00:00Z`) + offset * 86_400_000).toISOString().slice(0, 10);
  try {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 100 }),
        fc.option(fc.integer({ min: -2, max: 1 }), { nil: undefined }),
        fc.option(fc.integer({ min: -2, max: 1 }), { nil: undefined }),
        async (limit, from, to) => {
          const query =
            (from === undefined ? "" : `&from=${day(from)}`) +
            (to === undefined ? "" : `&to=${day(to)}`);
          checkStatement(await read(query, limit));
        },
      ),
      { seed: SEED, numRuns: 120 },
    );
  } finally {
    isRunning = false;
    await racing;
  }
  const whole = await read("", 100);
  checkStatement(whole);
  expect(whole.summary["now_cents"]).toBe(
    ok(await club.call("GET", "/api/user/wallet", player)).cash_cents,
  );
});

test("periods: lines fall into the club's days, an earlier one opens the next", async () => {
  // Days in Sydney when the clocks change, and the boundaries between them.
  const own = await club.signUp();
  await club.fund(own, 10_000);
  const meeting = await openMeeting(club, 2);
  for (const bet of someBets(meeting)) ok(await place(club, own, bet));
  const entries = await club.query(
    "SELECT p.entry_id, e.at FROM entry e JOIN posting p ON p.entry_id = e.id JOIN wallet w ON w.cash_account = p.account_id WHERE w.player_id = $1 ORDER BY p.id",
    [own.id],
  );
  await untilChained(club);
  const instants = [
    "2026-10-03T13:59:59.999Z",
    "2026-10-03T14:00:00.000Z",
    "2026-10-04T12:59:59.999Z",
    "2026-10-04T13:00:00.000Z",
  ];
  await club.asAdmin("ALTER TABLE entry DISABLE TRIGGER entry_append_only");
  for (const [i, { entry_id: id }] of entries.entries()) {
    const at = instants[Math.min(i, instants.length - 1)];
    await club.asAdmin("UPDATE entry SET at = $2 WHERE id = $1", [id, at]);
  }
  const count = async (from: string, to: string): Promise<number> => {
    const path = `/api/statement/list?from=${from}&to=${to}&limit=100`;
    return (await club.call("GET", path, own)).body.list.length;
  };
  expect(await count("2026-10-03", "2026-10-03")).toBe(1);
  expect(await count("2026-10-04", "2026-10-04")).toBe(2);
  expect(await count("2026-10-05", "2026-10-05")).toBe(entries.length - 3);
  const { body } = await club.call("GET", "/api/statement/list?from=2026-10-04&to=2026-10-04", own);
  expect(body.data.summary.opened_cents).toBe(10_000);
  // Restored, so that the books verify at the end of the file.
  for (const { entry_id: id, at } of entries) {
    await club.asAdmin("UPDATE entry SET at = $2 WHERE id = $1", [id, at]);
  }
  await club.asAdmin("ALTER TABLE entry ENABLE TRIGGER entry_append_only");
});

test("lines can be picked by what they are; the summary stays that of the range", async () => {
  const whole = await read("", 100);
  for (const type of ["bet", "payout", "refund", "top_up", "withdrawal", "adjustment", "other"]) {
    const { lines, summary } = await read(`&type=${type}`, 7);
    expect(summary).toEqual(whole.summary);
    expect(lines).toEqual(whole.lines.filter((line) => line.type === type));
  }
  expect(whole.lines.find((line) => line.type === "payout")?.bet).not.toBeNull();
  expect(whole.lines.find((line) => line.type === "top_up")?.bet).toBeNull();
});

const bad = ["limit=0", "limit=101", "from=2026-02-30", "from=today", "type=gift", "cursor=x"];
test.each(bad)("refuses ?%s", async (query) => {
  expect((await club.call("GET", `/api/statement/list?${query}`, player)).status).toBe(422);
});

test("what moved for a bet on sports says which, on what, and how many legs it has", async () => {
  const fan = await club.signUp();
  await club.fund(fan, 5000);
  const named = { home_names: { "zh-Hant": "流浪者" } };
  const [event, later] = [await makeMatch(club, named), await makeMatch(club)];
  const single = await placeSport(club, fan, { legs: [legOn(event, "home")] });
  const both = await placeSport(club, fan, { legs: [legOn(later, "draw"), legOn(event, "home")] });
  await settleMatch(club, event.event_id, { score: { home: 1, away: 0 } });
  const lines = async () => (await club.call("GET", "/api/statement/list", fan)).body.list;
  await expect.poll(async () => (await lines())[0].type).toBe("payout");
  const said = (await lines()).map(({ type, bet, sport }: ByHand) => [
    type,
    bet,
    sport?.order_id,
    sport?.legs,
    sport?.home_names,
  ]);
  expect(said).toEqual([
    ["payout", null, single.order_id, 1, named.home_names],
    ["bet", null, both.order_id, 2, {}],
    ["bet", null, single.order_id, 1, named.home_names],
    ["top_up", null, undefined, undefined, undefined],
  ]);
});

test("what is read of a range without an end fits together, whatever comes meanwhile", async () => {
  const db = club.ctx.db.browsing;
  const bounds = await findBounds(db, player.id, { from: null, to: null });
  const look = async () => ({
    lines: await countLines(db, bounds, null),
    summary: await readSummary(db, bounds),
    newest: (await readLinesWithin(db, bounds, { type: null, before: undefined, limit: 1 }))[0]
      ?.postingId,
  });
  const before = await look();
  await club.fund(player, 700);
  expect(await look()).toEqual(before);
  const { lines, summary } = await read("", 50);
  expect([lines.length, summary["now_cents"]]).toEqual([
    before.lines + 1,
    before.summary.now_cents + 700,
  ]);
});

test("another player's lines are nowhere in it", async () => {
  const stranger = await club.signUp();
  const { body } = await club.call("GET", "/api/statement/list", stranger);
  expect(body.list).toEqual([]);
  expect(body.data.summary.now_cents).toBe(0);
});
