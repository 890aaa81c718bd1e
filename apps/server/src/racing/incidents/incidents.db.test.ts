import type { Pause } from "@club/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { act, openRaces, placeOrder, richPlayer } from "../../test/card-desk.ts";
import { type Answer, ok, startClub, type TestClub, type TestPlayer } from "../../test/club.ts";
import { askSport, legOn, makeMatch } from "../../test/sport-desk.ts";

/** Incident mode: what is paused takes no bet from the answer on, and everything else goes on. */
let club: TestClub;
let strict: TestClub;
let player: TestPlayer;

beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
  strict = await startClub({ env: { CLUB_RATE_FACTOR: "0", CLUB_FOUR_EYES: "on" } });
  player = await richPlayer(club);
});
afterAll(async () => {
  await club.close();
  await strict.close();
});

type Body = Record<string, unknown>;

async function begin(body: Body, at = club): Promise<Answer> {
  const { token } = await at.operator();
  return await at.call("POST", "/api/operator/incidents", {
    token,
    body: { reason: "the totals look wrong", ...body },
  });
}

async function end(incidentId: string): Promise<Answer> {
  const { token } = await club.operator();
  return await club.call("POST", `/api/operator/incidents/${incidentId}/end`, {
    token,
    body: { text: "checked, all good" },
  });
}

async function paused(): Promise<Pause[]> {
  return (await club.call("GET", "/api/events/pauses")).body.list as Pause[];
}

const win = (raceId: string, horse = 1): Body => ({ race_id: raceId, bet_type: 1, horse: [horse] });
const codeOf = (answer: Answer): [number, unknown] => [answer.status, answer.body.code];
/** Of answers to the same act at once, by number. */
const statuses = (answers: readonly { readonly status: number }[]): number[] =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b);

const PAUSED = [409, "betting.paused"];

async function poolOf(raceId: string, code: string, at = club): Promise<string> {
  const rows = await at.query("SELECT id FROM pool WHERE race_id = $1 AND code = $2", [
    raceId,
    code,
  ]);
  return rows[0]?.["id"] as string;
}

async function statusOf(order: Answer): Promise<Record<string, unknown>> {
  const id = order.body.data.order_id as string;
  return ok(await club.call("GET", `/api/order/${id}`, { token: player.token }));
}

test("a double without bets that was paused once stays when its race is delayed", async () => {
  const [one, two] = (await openRaces(club)) as [string, string];
  // Its pool is there since somebody asked for it, who could not pay.
  const form = { bet_type: 10, race_id: one, race_id2: two, horse: [1], horse2: [1] };
  expect((await placeOrder(club, await club.signUp(), form)).body.code).toBe("funds.insufficient");
  const double = await poolOf(one, "DOUBLE_WIN");
  const { incident_id: id } = ok(await begin({ scope: "pool", pool_id: double }));
  ok(await end(id));
  const start_time = new Date(Date.now() + 20 * 3_600_000).toISOString();
  ok(await act(club, one, "delay", { reason: "rain", start_time }));
  expect(await poolOf(one, "DOUBLE_WIN")).toBe(double);
});

describe("a pause", () => {
  test("of a race refuses its bets and no others, says so to everybody, and ends once", async () => {
    const [raceId, otherId] = (await openRaces(club)) as [string, string];
    const placed = { ...win(raceId, 2), betAmount: 3 };
    const key = { "idempotency-key": "before the pause" };
    const ask = { token: player.token, body: placed, headers: key };
    const first = await club.call("POST", "/api/order/place-order", ask);
    ok(first);

    const incident = ok(await begin({ scope: "race", race_id: raceId, notice: "technical" }));
    expect(incident).toMatchObject({ scope: "race", race_id: raceId, raceNo: 1, ended_at: null });
    expect(codeOf(await placeOrder(club, player, win(raceId)))).toEqual(PAUSED);
    const double = { race_id: otherId, race_id2: raceId, bet_type: 10, horse: [1], horse2: [1] };
    expect(codeOf(await placeOrder(club, player, double))).toEqual(PAUSED);
    ok(await placeOrder(club, player, win(otherId)));
    // A bet accepted before gets its old receipt.
    const again = await club.call("POST", "/api/order/place-order", ask);
    expect(ok(again).order_id).toBe(ok(first).order_id);

    expect(await paused()).toEqual([
      expect.objectContaining({ race_id: raceId, notice: "technical", meetings: "Testfield" }),
    ]);
    expect(codeOf(await begin({ scope: "race", race_id: raceId }))).toEqual([
      409,
      "incident.running",
    ]);
    const { token } = await club.operator();
    const noted = await club.call("POST", `/api/operator/incidents/${incident.incident_id}/note`, {
      token,
      body: { text: "called the totals room" },
    });
    expect(ok(noted).notes).toHaveLength(1);

    const ends = await Promise.all([end(incident.incident_id), end(incident.incident_id)]);
    expect(statuses(ends)).toEqual([200, 409]);
    expect(ends.find(({ status }) => status === 409)?.body).toMatchObject({
      code: "incident.over",
      params: { name: "owner" },
    });
    ok(await placeOrder(club, player, win(raceId)));
    expect(await paused()).toEqual([]);
    const list = (await club.call("GET", "/api/operator/incidents", { token })).body.list;
    expect(list[0].notes.map(({ text }: { text: string }) => text)).toEqual([
      "called the totals room",
      "checked, all good",
    ]);
    const odd = await club.call("GET", "/api/operator/incidents?cursor=soon", { token });
    expect([odd.status, odd.body.params]).toEqual([422, { field: "cursor" }]);
    const { log } = ok(await club.call("GET", `/api/operator/races/${raceId}`, { token }));
    expect(log.map(({ action }: { action: string }) => action)).toEqual(
      expect.arrayContaining(["race.pause", "race.resume"]),
    );
  });

  test("of a pool refuses bets that lie in it, an Each Way too, and takes the others", async () => {
    const [raceId] = (await openRaces(club)) as [string];
    const pool_id = await poolOf(raceId, "PLACE");
    const incident = ok(await begin({ scope: "pool", pool_id }));
    expect(incident).toMatchObject({ scope: "pool", pool: "PLACE", race_id: raceId });
    const eachWay = { race_id: raceId, bet_type: 9, horse: [1], betAmount: 1, betAmount2: 1 };
    for (const form of [{ ...win(raceId), bet_type: 2 }, eachWay]) {
      expect(codeOf(await placeOrder(club, player, form))).toEqual(PAUSED);
    }
    ok(await placeOrder(club, player, win(raceId)));
    ok(await end(incident.incident_id));
    ok(await placeOrder(club, player, eachWay));
  });

  test("of all betting refuses racing and sports, also in a race that opens meanwhile", async () => {
    const [raceId] = (await openRaces(club)) as [string];
    const event = await makeMatch(club);
    const sport = async () => await askSport(club, player, { legs: [legOn(event, "home")] });
    const known = await askSport(club, player, { legs: [legOn(event, "home")], key: "kept" });
    ok(known);
    const incident = ok(await begin({ scope: "all" }));
    expect(codeOf(await placeOrder(club, player, win(raceId)))).toEqual(PAUSED);
    expect(codeOf(await sport())).toEqual(PAUSED);
    const both = await Promise.all([sport(), sport()]);
    expect(both.map(codeOf)).toEqual([PAUSED, PAUSED]);
    const again = await askSport(club, player, { legs: [legOn(event, "home")], key: "kept" });
    expect(ok(again).order_id).toBe(ok(known).order_id);
    const [later] = (await openRaces(club)) as [string];
    expect(codeOf(await placeOrder(club, player, win(later)))).toEqual(PAUSED);
    ok(await end(incident.incident_id));
    ok(await sport());
    ok(await placeOrder(club, player, win(later)));
  });

  test.each(["race", "pool", "all"] as const)(
    "of %s: after the answer no bet of it is accepted, however many are on their way (promise P4)",
    async (scope) => {
      const [raceId] = (await openRaces(club)) as [string];
      const pool_id = await poolOf(raceId, "WIN");
      const players = await Promise.all(
        Array.from({ length: 12 }, async () => await richPlayer(club)),
      );
      let isPaused = false;
      const late: Answer[] = [];
      let taken = 0;
      const bettor = async (who: TestPlayer): Promise<void> => {
        // Until one was sent after the answer, however long that takes.
        for (let n = 1, isLate = false; !isLate; n += 1) {
          isLate = isPaused;
          const answer = await placeOrder(club, who, { ...win(raceId, (n % 8) + 1), betAmount: n });
          if (isLate) late.push(answer);
          else if (answer.status === 200) taken += 1;
        }
      };
      const betting = Promise.all(players.map(bettor));
      await expect.poll(() => taken, { interval: 1 }).toBeGreaterThan(5);
      const what = { race: { race_id: raceId }, pool: { pool_id }, all: {} }[scope];
      const answer = await begin({ scope, ...what });
      isPaused = true;
      const incident = ok(answer);
      await betting;
      expect(late.length).toBeGreaterThan(0);
      expect(late.map(codeOf)).toEqual(late.map(() => PAUSED));
      const [row] = await club.query(
        `SELECT count(*)::int AS bets, bool_and(b.accepted_at <= i.begun_at) AS before
         FROM bet b, incident i WHERE b.race_id = $1 AND i.id = $2`,
        [raceId, incident.incident_id],
      );
      expect(row).toEqual({ bets: taken, before: true });
      ok(await end(incident.incident_id));
    },
  );

  test("is refused where there is nothing to pause", async () => {
    const [raceId] = (await openRaces(club)) as [string];
    ok(await act(club, raceId, "close"));
    expect(codeOf(await begin({ scope: "race", race_id: raceId }))).toEqual([409, "race.state"]);
    expect(codeOf(await begin({ scope: "race" }))).toEqual([422, "request.invalid"]);
    expect(codeOf(await begin({ scope: "pool", pool_id: raceId }))).toEqual([404, "not_found"]);
    expect(codeOf(await begin({ scope: "all", reason: " " }))[0]).toBe(422);
  });
});

async function refund(poolId: string, at = club): Promise<Answer> {
  const { token } = await at.operator();
  const body = { reason: "a wrong total was shown" };
  return await at.call("POST", `/api/operator/pools/${poolId}/refund`, { token, body });
}

describe("the refund of one pool", () => {
  test("gives back all of it, once; the rest of the race is settled", async () => {
    const [raceId] = (await openRaces(club)) as [string];
    const back = await placeOrder(club, player, { ...win(raceId), bet_type: 2, betAmount: 7 });
    const eachWay = await placeOrder(club, player, {
      race_id: raceId,
      bet_type: 9,
      horse: [1],
      betAmount: 2,
      betAmount2: 3,
    });
    const kept = await placeOrder(club, player, { ...win(raceId), betAmount: 5 });
    const poolId = await poolOf(raceId, "PLACE");
    const both = await Promise.all([refund(poolId), refund(poolId)]);
    expect(statuses(both)).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 200)?.body.data).toMatchObject({
      status: "refunded",
      refunded_bets: 2,
      refunded_cents: 1000,
    });
    expect((await refund(poolId)).body.code).toBe("pool.state");
    const form = { ...win(raceId), bet_type: 2 };
    expect((await placeOrder(club, player, form)).body.code).toBe("pool.closed");
    await expect.poll(async () => (await statusOf(back))["refund_cents"]).toBe(700);
    expect((await statusOf(eachWay))["refund_cents"]).toBe(300);

    ok(await act(club, raceId, "close"));
    ok(await act(club, raceId, "result", { placings: [[1], [2], [3]], stage: "final" }));
    const settled = ok(await act(club, raceId, "settle", { result_version: 1 }));
    expect(settled).toMatchObject({ status: "settled", balanced: true });
    expect(settled.pools.map(({ pool }: { pool: string }) => pool)).not.toContain("PLACE");
    expect(await statusOf(kept)).toMatchObject({ status: "won" });
    const [escrow] = await club.query(
      `SELECT coalesce(sum(t.amount_cents), 0)::int AS left FROM pool p
       JOIN posting t ON t.account_id = p.escrow_account WHERE p.race_id = $1`,
      [raceId],
    );
    expect(escrow).toEqual({ left: 0 });
    expect((await refund(await poolOf(raceId, "WIN"))).body.code).toBe("pool.state");
  });

  test("waits for a second operator where four eyes are on", async () => {
    const who = await richPlayer(strict);
    const [raceId] = (await openRaces(strict)) as [string];
    ok(await placeOrder(strict, who, win(raceId)));
    const poolId = await poolOf(raceId, "WIN", strict);
    const asked = ok(await refund(poolId, strict));
    expect(asked).toMatchObject({ status: "pending", refunded_cents: 0 });
    ok(await placeOrder(strict, who, win(raceId, 2)));
    const second = await strict.newOperator("pool_controller");
    // The decider sees the pool as it is now, not as it was when asked for.
    const path = `/api/operator/pools/${poolId}/refund-facts`;
    expect(ok(await strict.call("GET", path, second))).toMatchObject({
      pool: "WIN",
      status: "OPEN",
      race_id: raceId,
      raceNo: 1,
      second_leg: null,
      bets: 2,
      players: 1,
      stakes_cents: 200,
    });
    const approve = async (by: { token: string }) =>
      await strict.call("POST", `/api/operator/approvals/${asked.approval_id}/approve`, by);
    expect((await approve(await strict.operator())).body.code).toBe("approval.same_person");
    ok(await approve(second));
    const back = async () =>
      (
        await strict.query("SELECT count(*)::int AS n FROM bet_credit WHERE pool_id = $1", [poolId])
      )[0]?.["n"];
    await expect.poll(back).toBe(2);
    expect((await approve(second)).body.code).toBe("approval.state");
  });
});

test("a meeting is abandoned: what is settled stands, the rest goes back, and again changes nothing", async () => {
  const races = (await openRaces(club, { runners: [8, 8, 8] })) as [string, string, string];
  for (const raceId of races) ok(await placeOrder(club, player, { ...win(raceId), betAmount: 4 }));
  ok(await act(club, races[0], "close"));
  ok(await act(club, races[0], "result", { placings: [[1], [2], [3]], stage: "final" }));
  ok(await act(club, races[0], "settle", { result_version: 1 }));
  const [meeting] = await club.query("SELECT meeting_id AS id FROM race WHERE id = $1", [races[0]]);
  const { token } = await club.operator();
  const abandon = async () =>
    ok(
      await club.call("POST", `/api/operator/meetings/${meeting?.["id"]}/abandon`, {
        token,
        body: { reason: "the track is under water" },
      }),
    );
  expect(await abandon()).toMatchObject({
    abandoned: [2, 3],
    kept: [1],
    refunded_bets: 2,
    refunded_cents: 800,
  });
  expect(await abandon()).toMatchObject({ abandoned: [], kept: [1], refunded_cents: 0 });
});
