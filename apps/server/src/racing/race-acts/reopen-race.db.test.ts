import { afterAll, beforeAll, expect, test } from "vitest";
import { act, openRaces, placeOrder, richPlayer } from "../../test/card-desk.ts";
import { type Answer, ok, startClub, type TestClub, type TestOperator } from "../../test/club.ts";

/** Promise P4: with four eyes nobody brings betting on a closed race back alone. */
let club: TestClub;
let owner: TestOperator;
let controller: TestOperator;

beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0", CLUB_FOUR_EYES: "on" } });
  owner = await club.operator();
  controller = await club.newOperator("pool_controller");
});
afterAll(async () => await club.close());

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

async function closedRace(): Promise<string> {
  const [raceId] = (await openRaces(club, { runners: [6] })) as [string];
  ok(await act(club, raceId, "close"));
  return raceId;
}

/** The owner asks; returns the id of the approval. */
async function ask(raceId: string, minutes = 200): Promise<string> {
  const body = { reason: "The gates are stuck.", start_time: inMinutes(minutes) };
  const data = ok(await act(club, raceId, "open", body));
  expect(data).toEqual({ race_id: raceId, status: "pending", approval_id: expect.any(String) });
  return data.approval_id;
}

async function approve(id: string, by: TestOperator = controller): Promise<Answer> {
  return await club.call("POST", `/api/operator/approvals/${id}/approve`, by);
}

async function statusOf(raceId: string): Promise<string> {
  return ok(await club.call("GET", `/api/operator/races/${raceId}`, owner)).status;
}

test("a draft is opened by one operator", async () => {
  const [raceId] = (await openRaces(club, { runners: [6] })) as [string];
  expect(await statusOf(raceId)).toBe("open");
});

test("a closed race opens again when another operator with the right approves, once", async () => {
  const player = await richPlayer(club);
  const raceId = await closedRace();
  const bet = { race_id: raceId, bet_type: 1, horse: 1 };
  expect((await placeOrder(club, player, bet)).body.code).toBe("race.closed");
  const id = await ask(raceId);
  expect(await statusOf(raceId)).toBe("closed");
  expect((await placeOrder(club, player, bet)).body.code).toBe("race.closed");

  expect((await approve(id, owner)).body.code).toBe("approval.same_person");
  const cashier = await club.operator("cashier");
  expect((await approve(id, cashier)).body.code).toBe("operator.not_allowed");
  const listed = await club.call("GET", "/api/operator/approvals", controller);
  expect(listed.body.list[0]).toMatchObject({
    approval_id: id,
    kind: "race.reopen",
    target: raceId,
    payload: { meetings: "Testfield", raceNo: 1 },
    may_decide: true,
  });

  const seen = async () => ok(await club.call("GET", `/api/events/race/${raceId}`)).status;
  expect(await seen()).toBe("closed");
  const answers = await Promise.all(Array.from({ length: 6 }, async () => await approve(id)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await statusOf(raceId)).toBe("open");
  // At once, though this process had a closed race in its cache.
  expect(await seen()).toBe("open");
  ok(await placeOrder(club, player, bet));
  const log = ok(await club.call("GET", `/api/operator/races/${raceId}`, owner)).log;
  expect(
    log.map((line: { action: string; operator: string }) => [line.action, line.operator]),
  ).toEqual(
    expect.arrayContaining([
      ["race.reopen.ask", "owner"],
      ["race.reopen.approve", controller.name],
    ]),
  );
});

test("what one operator may not do is refused when it is asked for", async () => {
  const raceId = await closedRace();
  const start_time = inMinutes(200);
  for (const [body, code] of [
    [{ start_time }, "race.reason_needed"],
    [{ reason: "late" }, "race.delay_invalid"],
    [{ reason: "late", start_time: inMinutes(10) }, "race.delay_invalid"],
  ] as const) {
    expect((await act(club, raceId, "open", body)).body.code).toBe(code);
  }
  expect(await club.query("SELECT 1 FROM approval WHERE target = $1", [raceId])).toEqual([]);
});

test("approved too late, it does not happen: the new start has passed", async () => {
  const raceId = await closedRace();
  const id = await ask(raceId);
  await club.query("UPDATE race SET start_time = club_now() - interval '2 minutes' WHERE id = $1", [
    raceId,
  ]);
  // A request cannot be changed, except with the triggers switched off.
  await club.asAdmin(
    `DO $$ BEGIN
       PERFORM set_config('session_replication_role', 'replica', true);
       UPDATE approval SET payload = jsonb_set(payload, '{start_time}', to_jsonb(iso_ms(club_now() - interval '1 second')))
         WHERE id = '${id}';
     END $$`,
  );
  expect((await approve(id)).body.code).toBe("race.delay_invalid");
  expect(await statusOf(raceId)).toBe("closed");
});

test("approved after a result, it does not happen, and it waits on", async () => {
  const raceId = await closedRace();
  const id = await ask(raceId);
  ok(await act(club, raceId, "result", { placings: [[1], [2], [3]], stage: "interim" }));
  expect((await approve(id)).body.code).toBe("race.state");
  expect(await statusOf(raceId)).not.toBe("open");
  const rows = await club.query("SELECT status FROM approval WHERE id = $1", [id]);
  expect(rows[0]?.["status"]).toBe("pending");
});

test("an approval of an earlier close does not undo a later one", async () => {
  const raceId = await closedRace();
  const first = await ask(raceId, 200);
  const second = await ask(raceId, 300);
  ok(await approve(first));
  expect((await approve(second)).body.code).toBe("race.state");
  ok(await act(club, raceId, "close"));
  const answer = await approve(second);
  expect([answer.body.code, answer.status]).toEqual(["race.state", 409]);
  expect(await statusOf(raceId)).toBe("closed");
});
