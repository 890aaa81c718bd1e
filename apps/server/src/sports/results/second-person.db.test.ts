import { afterAll, beforeAll, expect, test } from "vitest";
import { verifyBooks } from "../../proofs/checks/verify-books.ts";
import { type Answer, type TestClub, type TestPlayer, ok, startClub } from "../../test/club.ts";
import { chainTheRest } from "../../test/db/race-day.ts";
import { cashOf, legOn, makeMatch, placeSport, settleMatch } from "../../test/sport-desk.ts";

/** Corrections of sport events that wait for the second operator while others are made (promise P23). */
let club: TestClub;
let clerk: string;
let chief: string;

beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
  clerk = (await club.operator("results_clerk")).token;
  chief = (await club.newOperator("results_clerk")).token;
});
afterAll(async () => await club.close());

const EVENTS = "/api/operator/sports/events";

async function ask(eventId: string, home: number, away: number): Promise<string> {
  const body = { score: { home, away }, reason: "a goal was taken back" };
  return ok(await club.call("POST", `${EVENTS}/${eventId}/correct`, { token: clerk, body }))
    .approval_id;
}

async function approve(id: string): Promise<Answer> {
  const path = `/api/operator/approvals/${id}/approve`;
  return await club.call("POST", path, { token: chief, body: {} });
}

async function nothingOpen(): Promise<void> {
  const sql = "SELECT 1 FROM sport_settlement WHERE step <> 'posted'";
  await expect.poll(async () => await club.query(sql)).toEqual([]);
}

async function settled(home: number, away: number) {
  const event = await makeMatch(club);
  return {
    event,
    settle: async () => {
      const { token } = await club.operator();
      ok(await club.call("POST", `${EVENTS}/${event.event_id}/close`, { token }));
      await settleMatch(club, event.event_id, { score: { home, away } });
    },
  };
}

async function funded(cents: number): Promise<TestPlayer> {
  const who = await club.signUp();
  await club.fund(who, cents);
  return who;
}

async function expectWhole(): Promise<void> {
  await chainTheRest(club);
  const { checks } = await verifyBooks(club.ctx);
  expect(checks.filter((check) => !check.ok)).toEqual([]);
}

test("one that was asked for against an older result can only be rejected", async () => {
  const { event, settle } = await settled(1, 0);
  const who = await funded(10_00);
  await placeSport(club, who, { legs: [legOn(event, "home")] });
  await settle();
  expect(await cashOf(club, who)).toBe(18_50);
  const older = await ask(event.event_id, 2, 1);
  ok(await approve(await ask(event.event_id, 0, 1)));
  await nothingOpen();
  expect(await cashOf(club, who)).toBe(0);
  const { body } = await club.call("GET", "/api/operator/approvals", { token: chief });
  expect(body.list).toMatchObject([{ approval_id: older, is_stale: true }]);
  const refused = await approve(older);
  expect([refused.status, refused.body.code]).toEqual([409, "result.stale"]);
  expect(await cashOf(club, who)).toBe(0);
  const path = `/api/operator/approvals/${older}/reject`;
  ok(await club.call("POST", path, { token: chief, body: { note: "older" } }));
  await expectWhole();
});

test("two events of a multiple, corrected in the same moment, pay it by both", async () => {
  for (let turn = 0; turn < 4; turn += 1) {
    const [one, two] = [await settled(1, 0), await settled(1, 0)];
    const [lost, won] = [await funded(10_00), await funded(10_00)];
    const legs = (key: string) => [legOn(one.event, key), legOn(two.event, key)];
    await placeSport(club, lost, { kind: "multiple", legs: legs("home") });
    await placeSport(club, won, { kind: "multiple", legs: legs("away") });
    for (const { settle } of [one, two]) await settle();
    expect(await cashOf(club, lost)).toBe(34_22);
    const asked = [await ask(one.event.event_id, 0, 1), await ask(two.event.event_id, 0, 1)];
    for (const answer of await Promise.all(asked.map(approve))) ok(answer);
    await nothingOpen();
    expect([await cashOf(club, lost), await cashOf(club, won)]).toEqual([0, 193_60]);
    await expectWhole();
  }
});
