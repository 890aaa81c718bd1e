import pg from "pg";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { freshDatabase } from "../../test/database.ts";
import type { FreshDatabase } from "../../test/database.ts";
import { Wire } from "../../test/wire.ts";
import { checkServer } from "./check-server.ts";
import {
  CommitInDoubt,
  connectDatabase,
  DatabaseAway,
  DatabaseBusy,
  withTransaction,
} from "./connect.ts";
import type { Database } from "./connect.ts";

/** Of this database alone: others of the same server are in the middle of their own tests. */
const KILL_BETS = `
  SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE application_name = 'club bets' AND datname = current_database()`;

let fresh: FreshDatabase;
let db: Database;
let errors: string[];

beforeEach(async () => {
  fresh = await freshDatabase();
  errors = [];
  db = connectDatabase({
    url: fresh.appUrl,
    onError: (error) => errors.push(error.message),
  });
  await asAdmin("CREATE TABLE note (a int PRIMARY KEY); GRANT ALL ON note TO club_app");
});

/**
 * Fires this process's time-outs by hand; the database's time-outs and answers still come by
 * themselves.
 */
const holdTimers = (): void => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });

/** Whether a promise is still open. */
function watch(work: Promise<unknown>): () => boolean {
  let isOpen = true;
  const end = (): void => void (isOpen = false);
  work.then(end, end);
  return () => isOpen;
}

afterEach(async () => {
  vi.useRealTimers();
  await db.end();
  await fresh.drop();
});

async function asAdmin(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: fresh.adminUrl });
  await client.connect();
  await client.query(sql);
  await client.end();
}

async function notes(): Promise<number[]> {
  const { rows } = await db.operators.query<{ a: number }>("SELECT a FROM note ORDER BY a");
  return rows.map((row) => row.a);
}

const TIMEOUTS = ["lock_timeout", "statement_timeout", "transaction_timeout", "synchronous_commit"];

async function timeoutsOf(pool: Database["bets"]): Promise<unknown> {
  const sql = "SELECT array_agg(current_setting(n)) AS s FROM unnest($1::text[]) n";
  return (await pool.query(sql, [TIMEOUTS])).rows[0]?.["s"];
}

test("each pool sets its own time-outs and durability", async () => {
  for (const pool of [db.bets, db.money, db.sessions, db.operators, db.browsing]) {
    expect(await timeoutsOf(pool)).toEqual(["1s", "2s", "5s", "on"]);
  }
  expect(await timeoutsOf(db.jobs)).toEqual(["1s", "30s", "1min", "on"]);
});

test("a club with patience waits as much longer, also for a connection", async () => {
  const patient = connectDatabase({ url: fresh.appUrl, patience: 3 });
  try {
    expect(await timeoutsOf(patient.bets)).toEqual(["3s", "6s", "15s", "on"]);
    const held = await Promise.all(Array.from({ length: 8 }, () => patient.bets.connect()));
    holdTimers();
    const waits = patient.bets.query("SELECT 1").catch((error: unknown) => error);
    const isOpen = watch(waits);
    await vi.advanceTimersByTimeAsync(2900);
    expect(isOpen()).toBe(true);
    await vi.advanceTimersByTimeAsync(200);
    expect(await waits).toBeInstanceOf(DatabaseBusy);
    for (const connection of held) connection.release();
  } finally {
    await patient.end();
  }
});

test("a transaction commits what returned and rolls back what threw", async () => {
  const value = await withTransaction(db.bets, async (tx) => {
    await tx.query("INSERT INTO note VALUES (1)");
    await tx.query("INSERT INTO note VALUES (2)");
    return "done";
  });
  expect(value).toBe("done");
  await expect(
    withTransaction(db.bets, async (tx) => {
      await tx.query("INSERT INTO note VALUES (3)");
      throw new Error("no");
    }),
  ).rejects.toThrow("no");
  expect(await notes()).toEqual([1, 2]);
});

test("a swallowed error does not pass for a commit", async () => {
  const attempt = withTransaction(db.bets, async (tx) => {
    await tx.query("INSERT INTO note VALUES (1)");
    await tx.query("INSERT INTO note VALUES (1)").catch(() => undefined);
  });
  await expect(attempt).rejects.toThrow("rolled back");
  expect(await notes()).toEqual([]);
});

test("an error of a statement keeps the connection, with its code", async () => {
  await db.bets.query("INSERT INTO note VALUES (1)");
  await expect(db.bets.query("INSERT INTO note VALUES (1)")).rejects.toMatchObject({
    code: "23505",
  });
  expect(db.bets.stats()).toMatchObject({ connections: 1, idle: 1 });
});

test("a lock that does not come is busy after a second", async () => {
  await db.bets.query("INSERT INTO note VALUES (1)");
  await withTransaction(db.operators, async (tx) => {
    await tx.query("UPDATE note SET a = 2");
    const busy: unknown = await db.bets.query("UPDATE note SET a = 3").catch((error) => error);
    expect(busy).toBeInstanceOf(DatabaseBusy);
    // By lock_timeout, one second, not by statement_timeout.
    expect((busy as Error).cause).toMatchObject({ code: "55P03" });
  });
  expect(await notes()).toEqual([2]);
});

test("a slow statement is busy after two seconds", async () => {
  await expect(db.bets.query("SELECT pg_sleep(10)")).rejects.toBeInstanceOf(DatabaseBusy);
});

test("the queue is bounded and the wait short", async () => {
  const held = await Promise.all(Array.from({ length: 8 }, () => db.bets.connect()));
  holdTimers();
  const waiting = Array.from({ length: 16 }, () => db.bets.query("SELECT 1"));
  const settled = Promise.allSettled(waiting);
  const stillWait = watch(Promise.race(waiting));
  await expect(db.bets.query("SELECT 1")).rejects.toThrow("Too many wait for the database (bets).");
  expect(stillWait()).toBe(true);
  const [freed] = held.splice(0, 1);
  freed?.release();
  expect((await settled).every(({ status }) => status === "fulfilled")).toBe(true);
  held.push(await db.bets.connect());
  const late = db.bets.query("SELECT 1");
  const waits = watch(late);
  await vi.advanceTimersByTimeAsync(999);
  expect(waits()).toBe(true);
  await vi.advanceTimersByTimeAsync(1);
  await expect(late).rejects.toBeInstanceOf(DatabaseBusy);
  vi.useRealTimers();
  for (const connection of held) connection.release();
  expect((await db.browsing.query("SELECT 1 AS a")).rows).toEqual([{ a: 1 }]);
});

test("what a bet needs is made before it is asked for", async () => {
  await db.fill();
  const made = db.stats().map(({ purpose, idle }) => [purpose, idle]);
  expect(Object.fromEntries(made)).toEqual({
    bets: 8,
    sessions: 3,
    money: 0,
    operators: 0,
    browsing: 0,
    jobs: 0,
  });
  const away = connectDatabase({ url: "postgres://a:b@127.0.0.1:1/x" });
  await expect(away.fill()).rejects.toBeInstanceOf(DatabaseAway);
  await away.end();
});

test("killed sessions are away, then a new connection serves", async () => {
  const work = withTransaction(db.bets, async (tx) => {
    await tx.query("INSERT INTO note VALUES (1)");
    await asAdmin(KILL_BETS);
    await tx.query("INSERT INTO note VALUES (2)");
  });
  await expect(work).rejects.toBeInstanceOf(DatabaseAway);
  expect(await notes()).toEqual([]);
  expect((await db.bets.query("SELECT 1 AS a")).rows).toEqual([{ a: 1 }]);
});

test("an idle connection that dies kills nobody", async () => {
  await db.bets.query("SELECT 1");
  await asAdmin(KILL_BETS);
  await expect.poll(() => db.bets.stats().connections).toBe(0);
  expect(errors.join()).toContain("terminating connection");
  await db.bets.query("SELECT 1");
});

test("nobody listens there: away", async () => {
  const away = connectDatabase({ url: "postgres://a:b@127.0.0.1:1/x" });
  await expect(away.bets.query("SELECT 1")).rejects.toBeInstanceOf(DatabaseAway);
  await expect(away.connectAlone("x")).rejects.toBeInstanceOf(DatabaseAway);
  await away.end();
});

test("no answer in three seconds: away, and the connection is not handed on", async () => {
  const wire = await Wire.open(fresh.appUrl);
  const far = connectDatabase({ url: wire.url() });
  await far.bets.query("SELECT 1");
  wire.isSilent = true;
  holdTimers();
  const lost = far.bets.query("SELECT 1");
  const waits = watch(lost);
  await vi.advanceTimersByTimeAsync(2999);
  expect(waits()).toBe(true);
  await vi.advanceTimersByTimeAsync(1);
  await expect(lost).rejects.toBeInstanceOf(DatabaseAway);
  vi.useRealTimers();
  expect(far.bets.stats().connections).toBe(0);
  wire.isSilent = false;
  expect((await far.bets.query("SELECT 2 AS a")).rows).toEqual([{ a: 2 }]);
  await far.end();
  wire.close();
});

test("a commit without answer is in doubt, in a transaction and as one statement", async () => {
  const wire = await Wire.open(fresh.appUrl);
  const far = connectDatabase({ url: wire.url() });
  const work = withTransaction(far.bets, async (tx) => {
    await tx.query("INSERT INTO note VALUES (1)");
    wire.isSilent = true;
  });
  await expect(work).rejects.toBeInstanceOf(CommitInDoubt);
  wire.isSilent = false;
  await far.bets.query("SELECT 1");
  wire.isSilent = true;
  await expect(far.bets.queryThatCommits("INSERT INTO note VALUES (2)")).rejects.toBeInstanceOf(
    CommitInDoubt,
  );
  await far.end();
  wire.close();
});

test("a refusal at commit is certain, not in doubt", async () => {
  await asAdmin("ALTER TABLE note ADD CONSTRAINT once UNIQUE (a) DEFERRABLE INITIALLY DEFERRED");
  await asAdmin("ALTER TABLE note DROP CONSTRAINT note_pkey");
  const work = withTransaction(db.bets, async (tx) => {
    await tx.query("INSERT INTO note VALUES (1), (1)");
  });
  await expect(work).rejects.toMatchObject({ code: "23505" });
  await expect(db.bets.queryThatCommits("INSERT INTO note VALUES (2), (2)")).rejects.toMatchObject({
    code: "23505",
  });
});

test("the server is checked: durable, and no role that owns the ledger", async () => {
  expect(await checkServer(db.operators, { singleRole: false })).toEqual([]);
  const owner = connectDatabase({ url: fresh.ownerUrl });
  await expect(checkServer(owner.operators, { singleRole: false })).rejects.toThrow(
    "could edit history",
  );
  expect(await checkServer(owner.operators, { singleRole: true })).toEqual([]);
  await owner.end();
});
