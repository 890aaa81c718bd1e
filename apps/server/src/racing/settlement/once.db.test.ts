import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import pg from "pg";
import { watchBooks } from "../../run/jobs/club-metrics.ts";
import { act, placeOrder } from "../../test/card-desk.ts";
import { type Answer, ok, startClub, type TestClub } from "../../test/club.ts";
import {
  type RaceVector,
  type VectorBet,
  type VectorClub,
  countLockWaits,
  expectBooks,
  openVectorRaces,
  placeBets,
  readVectors,
  startVectorClub,
} from "../../test/vector-race.ts";
import { runSettlement } from "./run-settlement.ts";
import { settleRace } from "./settle-race.ts";
import { runSettlements } from "./settlement-worker.ts";
import { readSettlements } from "./settlements.queries.ts";
import { writePlan } from "./write-plan.ts";

const OPERATOR = { id: "00000000-0000-7000-8000-000000000001" };

let rig: VectorClub;
/** A second server on the same database. */
let second: TestClub;

beforeAll(async () => {
  rig = await startVectorClub();
  second = await startClub({ database: rig.club.database, env: { CLUB_RATE_FACTOR: "0" } });
});
afterAll(async () => {
  await second.close();
  await rig.club.close();
});

const vector = readVectors<RaceVector>("race_settlement").find(({ id }) => id === "race-1-07")!;
/** Many winners in every pool, so that there is something to pay twice. */
const bets: VectorBet[] = [...vector.bets, ...vector.bets];

/** A race with bets and a final result, and that result. */
async function finalRace() {
  const [raceId = ""] = await openVectorRaces(rig.club, { races: [vector.race] });
  await placeBets(rig, bets, { race_id: raceId });
  ok(await act(rig.club, raceId, "close"));
  const placings = vector.race.result_groups;
  const dry = ok(await act(rig.club, raceId, "result", { placings, stage: "final" }));
  return { raceId, dry, placings };
}

async function entriesOf(raceId: string): Promise<number> {
  const [row] = await rig.club.query(
    `SELECT count(*)::integer AS entries FROM entry e JOIN pool p ON p.race_id = $1
       AND (e.cause LIKE 'settle:' || p.id || ':%' OR e.cause LIKE 'refund:' || p.id || ':%')`,
    [raceId],
  );
  return row?.["entries"] as number;
}

test("a bet that is cancelled while its race's plan is made is in no pool", async () => {
  const { club } = rig;
  const [raceId = ""] = await openVectorRaces(club, { races: [vector.race] });
  const [cancelled] = await placeBets(rig, bets, { race_id: raceId });
  ok(await act(club, raceId, "close"));
  const placings = vector.race.result_groups;
  const { result_version } = ok(await act(club, raceId, "result", { placings, stage: "final" }));
  const holder = new pg.Client({ connectionString: club.database.adminUrl });
  await holder.connect();
  const waiting = async () => await countLockWaits(rig);
  try {
    await holder.query("SELECT pg_advisory_lock(race_lock_key($1))", [raceId]);
    const url = `/api/operator/orders/${cancelled!.orderId}/void`;
    const { token } = await club.operator();
    const voided = club.call("POST", url, { token, body: { reason: "wrong" } });
    await expect.poll(waiting).toBe(1);
    // It has counted the bets, and is next after the cancellation.
    const settled = act(club, raceId, "settle", { result_version });
    await expect.poll(waiting).toBe(2);
    await holder.query("SELECT pg_advisory_unlock(race_lock_key($1))", [raceId]);
    expect(ok(await voided).status).toBe("void");
    expect(ok(await settled).status).toBe("settled");
  } finally {
    await holder.end();
  }
  await expectBooks(club);
});

test("settling that waits behind a stop does not begin", async () => {
  const { club } = rig;
  const { raceId, dry } = await finalRace();
  const { result_version } = dry;
  const holder = new pg.Client({ connectionString: club.database.adminUrl });
  await holder.connect();
  const waiting = async () => await countLockWaits(rig);
  try {
    await holder.query("SELECT pg_advisory_lock(race_lock_key($1))", [raceId]);
    const stopped = act(club, raceId, "settle/stop", { reason: "a wrong number" });
    await expect.poll(waiting).toBe(1);
    // It has seen a race that nobody stops, and has counted.
    const settled = act(club, raceId, "settle", { result_version });
    await expect.poll(waiting).toBe(2);
    await holder.query("SELECT pg_advisory_unlock(race_lock_key($1))", [raceId]);
    ok(await stopped);
    const refused = await settled;
    expect([refused.status, refused.body.code]).toEqual([409, "settlement.stopped"]);
  } finally {
    await holder.end();
  }
  expect(await club.query("SELECT 1 FROM settlement WHERE race_id = $1", [raceId])).toEqual([]);
  // So what was wrong can still be put right before anybody is paid.
  const next = ok(
    await act(club, raceId, "result", { placings: [[2], [1], [3], [4]], stage: "final" }),
  );
  ok(await act(club, raceId, "settle/resume", { reason: "put right" }));
  const done = await act(club, raceId, "settle", { result_version: next.result_version });
  expect(ok(done).status).toBe("settled");
  await expectBooks(club);
});

test("the result that a pool is filed under is read when its locks are held", async () => {
  const { raceId, placings } = await finalRace();
  const held: number[] = [];
  await writePlan(rig.club.ctx, {
    raceId,
    placings,
    declared: [],
    check: async () => true,
    versionsOf: async (tx) => {
      const { rows } = await tx.query<{ n: number }>(
        "SELECT count(*)::int AS n FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid() AND granted",
      );
      held.push(rows[0]?.n ?? 0);
      return () => ({ raceId, version: 1 });
    },
  });
  expect(held).toEqual([1]);
  await runSettlements(rig.club.ctx, raceId);
  await expectBooks(rig.club);
});

test("a double of an abandoned race that cannot be paid keeps no other race waiting", async () => {
  const { club } = rig;
  const [first = "", second = ""] = await openVectorRaces(club, {
    races: [vector.race, vector.race],
  });
  const legs = { race_id: first, race_id2: second, horse: [1], horse2: [2] };
  ok(await placeOrder(club, rig.players[0]!, { bet_type: 10, ...legs, betAmount: 10 }));
  const cents = async (n: bigint, cause: string) =>
    await club.asAdmin(
      `SELECT post_entry(gen_random_uuid(), 'adjustment', $1 || $2, 'test',
         ARRAY[escrow_account, (SELECT id FROM account WHERE kind = 'adjustments')], ARRAY[$3::bigint, -$3::bigint])
       FROM pool WHERE race_id = $2::uuid AND race_id2 IS NOT NULL`,
      [cause, first, n],
    );
  await cents(1n, "stuck:");
  ok(await act(club, first, "close"));
  const { result_version } = ok(
    await act(club, first, "result", { placings: vector.race.result_groups, stage: "final" }),
  );
  ok(await act(club, first, "settle", { result_version }));
  await act(club, second, "abandon", { reason: "fog" });
  const other = await finalRace();
  await writePlan(club.ctx, {
    raceId: other.raceId,
    placings: other.placings,
    declared: [],
    versionsOf: async () => () => ({ raceId: other.raceId, version: 1 }),
    check: async () => true,
  });
  await expect(runSettlements(club.ctx)).rejects.toThrow("left in escrow");
  const [race] = await club.query("SELECT status FROM race WHERE id = $1", [other.raceId]);
  expect(race).toEqual({ status: "settled" });
  await cents(-1n, "freed:");
  const round = async () => await runSettlements(club.ctx).then(() => "done", String);
  await expect.poll(round).toBe("done");
  await expectBooks(club);
});

describe("settling happens once", () => {
  test("eight times at once, at two servers: one settlement, one answer", async () => {
    const { raceId, dry } = await finalRace();
    const { token } = await rig.club.operator();
    const body = { result_version: dry.result_version };
    const path = `/api/operator/races/${raceId}/settle`;
    // A busy machine holds a lock beyond the timeout: the desk is told to retry, and does.
    const settled = async (i: number): Promise<Answer["body"]> => {
      const answer = await (i % 2 === 0 ? rig.club : second).call("POST", path, { token, body });
      return answer.body.code === "club.busy" ? await settled(i) : ok(answer);
    };
    const answers = await Promise.all(Array.from({ length: 8 }, async (_, i) => await settled(i)));
    for (const answer of answers) {
      expect(answer.status).toBe("settled");
      expect(answer.pools).toEqual(dry.pools);
    }
    const entries = await entriesOf(raceId);
    expect(entries).toBeGreaterThan(30);
    ok(await second.call("POST", path, { token, body }));
    expect(await entriesOf(raceId)).toBe(entries);
    const [plans] = await rig.club.query(
      "SELECT count(*)::integer AS plans FROM audit WHERE action = 'race.settle' AND target = $1",
      [raceId],
    );
    expect(plans).toEqual({ plans: 1 });
    await expectBooks(rig.club);
  });

  test("two workers over the same small chunks pay every bet once", async () => {
    const { raceId, placings } = await finalRace();
    const version = { raceId, version: 1 };
    await writePlan(rig.club.ctx, {
      raceId,
      placings,
      declared: [],
      versionsOf: async () => () => version,
      check: async () => true,
    });
    const settled = await Promise.all([
      runSettlement(rig.club.ctx, version, { chunk: 3 }).settled,
      runSettlement(second.ctx, version, { chunk: 4 }).settled,
    ]);
    expect(settled).toEqual([true, true]);
    const rows = await readSettlements(rig.club.ctx.db.jobs, raceId, 1);
    expect(rows.every(({ step }) => step === "posted" || step === "announced")).toBe(true);
    const [twice] = await rig.club.query(
      `SELECT count(*)::integer AS twice FROM (SELECT bet_id FROM bet_credit c JOIN pool p ON p.id = c.pool_id
         WHERE p.race_id = $1 GROUP BY bet_id, pool_id HAVING count(*) > 1) t`,
      [raceId],
    );
    expect(twice).toEqual({ twice: 0 });
    await expectBooks(rig.club);
  });

  test("an answer that cannot wait says final, and the race is settled all the same", async () => {
    const { raceId, dry } = await finalRace();
    const asked = { raceId, version: 1, operator: OPERATOR, waitMs: 0, chunk: 2 };
    const first = await settleRace(rig.club.ctx, asked);
    expect(first.status).toBe("final");
    expect(first.numbers.pools).toEqual(dry.pools);
    const done = await settleRace(rig.club.ctx, { ...asked, waitMs: 30_000 });
    expect(done.status).toBe("settled");
    expect(done.numbers).toEqual(first.numbers);
    await expectBooks(rig.club);
  });

  test("once it is planned it waits for a connection of the jobs, and is no error at the desk", async () => {
    const { raceId, dry, placings } = await finalRace();
    const version = { raceId, version: 1 };
    await writePlan(rig.club.ctx, {
      raceId,
      placings,
      declared: [],
      versionsOf: async () => () => version,
      check: async () => true,
    });
    const { jobs } = rig.club.ctx.db;
    const free = Promise.withResolvers<void>();
    // All that there are, and every place before them; a job of the club may have one of these.
    const held = Promise.allSettled(
      Array.from({ length: 12 }, async () => {
        const connection = await jobs.connect();
        await free.promise;
        connection.release();
      }),
    );
    const settling = act(rig.club, raceId, "settle", { result_version: dry.result_version });
    await sleep(700);
    free.resolve();
    await held;
    const answer = await settling;
    expect([answer.status, answer.body.data?.status]).toEqual([200, "settled"]);
    await expectBooks(rig.club);
  });

  test("a plan without a worker is finished by the next round of the jobs", async () => {
    const { raceId, placings } = await finalRace();
    const version = { raceId, version: 1 };
    await writePlan(rig.club.ctx, {
      raceId,
      placings,
      declared: [],
      versionsOf: async () => () => version,
      check: async () => true,
    });
    await runSettlements(rig.club.ctx);
    const [race] = await rig.club.query("SELECT status FROM race WHERE id = $1", [raceId]);
    expect(race).toEqual({ status: "settled" });
    const rows = await readSettlements(rig.club.ctx.db.jobs, raceId, 1);
    expect(rows.map(({ step }) => step)).toEqual(rows.map(() => "announced"));
    await runSettlements(rig.club.ctx);
    await expectBooks(rig.club);
  });

  test("money that does not add up stops the pool instead of leaving escrow", async () => {
    const { raceId, placings } = await finalRace();
    const version = { raceId, version: 1 };
    // One cent more in escrow than the bets put there: a plan by these bets cannot be right.
    await rig.club.asAdmin(
      `SELECT post_entry(gen_random_uuid(), 'adjustment', 'test:' || $1, 'test',
         ARRAY[escrow_account, (SELECT id FROM account WHERE kind = 'adjustments')], ARRAY[1::bigint, -1::bigint])
       FROM pool WHERE race_id = $1::uuid AND code = 'WIN'`,
      [raceId],
    );
    await writePlan(rig.club.ctx, {
      raceId,
      placings,
      declared: [],
      versionsOf: async () => () => version,
      check: async () => true,
    });
    await expect(runSettlements(rig.club.ctx, raceId)).rejects.toThrow("left in escrow");
    const [race] = await rig.club.query("SELECT status FROM race WHERE id = $1", [raceId]);
    expect(race).toEqual({ status: "final" });
    // Once repaired, the next round goes on. A run that the server's jobs began earlier fails for
    // all who join it.
    await rig.club.asAdmin(
      `SELECT post_entry(gen_random_uuid(), 'adjustment', 'test-back:' || $1, 'test',
         ARRAY[escrow_account, (SELECT id FROM account WHERE kind = 'adjustments')], ARRAY[-1::bigint, 1::bigint])
       FROM pool WHERE race_id = $1::uuid AND code = 'WIN'`,
      [raceId],
    );
    const round = async () => await runSettlements(rig.club.ctx, raceId).then(() => "done", String);
    await expect.poll(round).toBe("done");
    const [after] = await rig.club.query("SELECT status FROM race WHERE id = $1", [raceId]);
    expect(after).toEqual({ status: "settled" });
    await expectBooks(rig.club);
  });

  test("refunds that are still on their way come first", async () => {
    const [raceId = ""] = await openVectorRaces(rig.club, { races: [vector.race] });
    await placeBets(rig, bets, { race_id: raceId });
    ok(await act(rig.club, raceId, "close"));
    // This race's refund jobs are blocked.
    await rig.club.asAdmin(
      `CREATE FUNCTION stuck() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'stuck'; END $$;
       CREATE TRIGGER stuck BEFORE UPDATE OF cursor_bet ON refund_job FOR EACH ROW EXECUTE FUNCTION stuck()`,
    );
    ok(await act(rig.club, raceId, "scratch", { horse_id: 8 }));
    const placings = [[1], [2], [3], [4]];
    const dry = ok(await act(rig.club, raceId, "result", { placings, stage: "final" }));
    const { result_version } = dry;
    const waits = await act(rig.club, raceId, "settle", { result_version });
    expect([waits.status, waits.body.code]).toEqual([409, "settlement.waits"]);
    await rig.club.asAdmin("DROP TRIGGER stuck ON refund_job");
    const done = ok(await act(rig.club, raceId, "settle", { result_version }));
    expect(done).toMatchObject({ status: "settled", pools: dry.pools });
    await expectBooks(rig.club);
  });

  test("every player is told: balance of winners, orders of all", async () => {
    const { raceId, dry } = await finalRace();
    ok(await act(rig.club, raceId, "settle", { result_version: dry.result_version }));
    const [bet] = await rig.club.query("SELECT id, player_id FROM bet WHERE race_id = $1 LIMIT 1", [
      raceId,
    ]);
    await expect
      .poll(
        async () =>
          (
            await rig.club.query(
              `SELECT kind FROM event WHERE topic = 'players' AND kind = 'orders'
               AND payload -> 'players' -> $1 -> 'order_ids' ? $2`,
              [bet?.["player_id"], bet?.["id"]],
            )
          ).length,
      )
      .toBeGreaterThan(0);
    const balances = await rig.club.query(
      "SELECT 1 FROM event WHERE kind = 'balance' AND topic = 'players' LIMIT 1",
    );
    expect(balances).toHaveLength(1);
  });
});

test("one-cent-off: settling waits until the books balance, also one that was begun; betting goes on", async () => {
  const { raceId, dry } = await finalRace();
  const version = dry.result_version as number;
  const begun = await finalRace();
  await rig.club.asAdmin(
    "UPDATE wallet SET cash_cents = cash_cents + 1 WHERE player_id = (SELECT min(player_id::text)::uuid FROM wallet)",
  );
  await watchBooks(rig.club.ctx);
  // Planned only now: a plan made earlier could have been paid before the books were off.
  await writePlan(rig.club.ctx, {
    raceId: begun.raceId,
    placings: begun.placings,
    declared: [],
    versionsOf: async () => () => ({ raceId: begun.raceId, version: 1 }),
    check: async () => true,
    after: async () => undefined,
  });
  const refused = await act(second, raceId, "settle", { result_version: version });
  expect([refused.status, refused.body.code]).toEqual([409, "settlement.paused"]);
  await runSettlements(rig.club.ctx, begun.raceId);
  expect(await entriesOf(begun.raceId)).toBe(0);
  const [open = ""] = await openVectorRaces(rig.club, { races: [vector.race] });
  await placeBets(rig, bets.slice(0, 1), { race_id: open });

  await rig.club.asAdmin(
    "UPDATE wallet SET cash_cents = cash_cents - 1 WHERE player_id = (SELECT min(player_id::text)::uuid FROM wallet)",
  );
  await watchBooks(rig.club.ctx);
  expect(ok(await act(second, raceId, "settle", { result_version: version })).status).toBe(
    "settled",
  );
  await runSettlements(rig.club.ctx, begun.raceId);
  expect(await entriesOf(begun.raceId)).toBeGreaterThan(0);
});
