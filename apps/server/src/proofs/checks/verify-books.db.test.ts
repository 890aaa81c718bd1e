import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ok, startClub } from "../../test/club.ts";
import type { TestClub } from "../../test/club.ts";
import {
  closeRace,
  openMeeting,
  place,
  settle,
  someBets,
  untilChained,
} from "../../test/db/race-day.ts";
import { progressOf, verifyBooks } from "./verify-books.ts";

let club: TestClub;
beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0", CLUB_LOG_LEVEL: "error" } });
});
afterAll(async () => await club.close());

async function verifyNow() {
  const { ok: isOk, checks } = await verifyBooks(club.ctx);
  return { isOk, broken: checks.filter((check) => !check.ok) };
}

test("an empty club verifies", async () => {
  expect(await verifyNow()).toEqual({ isOk: true, broken: [] });
});

test("green after each act of a race day", async () => {
  const meeting = await openMeeting(club);
  const [first, second] = meeting.races;
  const players = [await club.signUp(), await club.signUp()];
  for (const player of players) {
    await club.fund(player, 100_000);
    for (const bet of someBets(meeting)) ok(await place(club, player, bet));
  }
  await untilChained(club);
  expect(await verifyNow()).toEqual({ isOk: true, broken: [] });

  const { token } = await club.operator();
  const scratch = `/api/operator/races/${first?.id}/scratch`;
  ok(await club.call("POST", scratch, { token, body: { horse_id: 5 } }));
  expect(await verifyNow()).toEqual({ isOk: true, broken: [] });

  await closeRace(club, first?.id ?? "");
  expect(await verifyNow()).toEqual({ isOk: true, broken: [] });
  await settle(club, first?.id ?? "", [[1], [2], [3], [4]]);
  expect(await verifyNow()).toEqual({ isOk: true, broken: [] });
  await closeRace(club, second?.id ?? "");
  await settle(club, second?.id ?? "", [[2], [1], [3], [4]]);
  await untilChained(club);
  expect(await verifyNow()).toEqual({ isOk: true, broken: [] });
});

test("a verification that was broken off goes on at the check where it was", async () => {
  const admin = new pg.Client({ connectionString: club.database.adminUrl });
  await admin.connect();
  await admin.query("BEGIN; LOCK TABLE signed_root IN ACCESS EXCLUSIVE MODE");
  // The last check cannot read its table, so the verification ends there.
  await expect(verifyBooks(club.ctx)).rejects.toThrow(/busy/);
  const steps = await club.query("SELECT DISTINCT begun_at FROM verification_step");
  expect(steps).toHaveLength(1);
  await club.asAdmin("UPDATE verification_step SET rows = 4711 WHERE name = 'entries'");
  await admin.query("ROLLBACK");
  await admin.end();

  const { ok: isOk, at, checks } = await verifyBooks(club.ctx);
  const begunAt = steps[0]?.["begun_at"] as Date | undefined;
  expect([isOk, at]).toEqual([true, begunAt?.toISOString()]);
  expect(checks.find(({ name }) => name === "entries")?.rows).toBe(4711);
  // The next one starts over; one more than ten minutes old is not resumed.
  expect(await club.query("SELECT FROM verification_step")).toEqual([]);
  await club.query(`INSERT INTO verification_step (begun_at, name, rows, ended_at)
    SELECT t, 'entries', 4712, t FROM (SELECT club_now_ms() - interval '11 minutes' AS t) o`);
  const anew = await verifyBooks(club.ctx);
  expect(anew.checks.find(({ name }) => name === "entries")?.rows).toBeLessThan(4711);
  expect(anew.at > at).toBe(true);
  expect(await club.query("SELECT FROM verification_step")).toEqual([]);
});

test("the call answers the checks and the head of the chain", async () => {
  const { token } = await club.operator("auditor");
  const data = ok(await club.call("POST", "/api/operator/ledger/verify", { token }));
  const [head] = await club.query(
    "SELECT position, encode(hash, 'hex') AS hash FROM chain ORDER BY position DESC LIMIT 1",
  );
  expect(data).toMatchObject({
    ok: true,
    chain_head: { position: Number(head?.["position"]), hash: head?.["hash"] },
  });
  expect(data.checks.map((check: { name: string }) => check.name)).toEqual([
    "entries",
    "chain",
    "accounts",
    "wallets",
    "held",
    "payments",
    "bets",
    "credits",
    "all-ups",
    "pool_totals",
    "escrow",
    "settlements",
    "payouts",
    "borne",
    "jackpots",
    "roots",
    "sports",
    "log",
  ]);
  const { running, last } = ok(await club.call("GET", "/api/operator/ledger/verify", { token }));
  expect(running).toBeNull();
  expect(last).toEqual(data);
});

test("who asks while one runs gets its answer, and how far it has come", async () => {
  const { token } = await club.operator("auditor");
  const first = verifyBooks(club.ctx);
  const second = verifyBooks(club.ctx);
  const { running } = ok(await club.call("GET", "/api/operator/ledger/verify", { token }));
  expect(running).toMatchObject({ total: 18 });
  expect(running.done).toBeLessThan(18);
  expect(await second).toBe(await first);
  expect(progressOf(club.ctx)).toBeNull();
});

describe("the signed log", () => {
  async function findAfter(edit: string, undo: string): Promise<string> {
    const run = async (sql: string) => {
      await club.asAdmin("ALTER TABLE signed_root DISABLE TRIGGER USER");
      await club.asAdmin(sql);
      await club.asAdmin("ALTER TABLE signed_root ENABLE TRIGGER USER");
    };
    await run(edit);
    const { broken } = await verifyNow();
    await run(undo);
    expect(await verifyNow()).toEqual({ isOk: true, broken: [] });
    expect(broken.map(({ name }) => name)).toEqual(["log"]);
    return broken[0]?.detail ?? "";
  }
  const column = async (name: "body" | "hash" | "leaf", seq: number) => {
    const [row] = await club.query(
      `SELECT ${name}::text AS old FROM signed_root WHERE seq = ${seq}`,
    );
    return String(row?.["old"]);
  };

  test("a root that was changed in it", async () => {
    const old = await column("body", 1);
    const detail = await findAfter(
      "UPDATE signed_root SET body = replace(body, '\"bets\":', '\"bets\":1') WHERE seq = 1",
      `UPDATE signed_root SET body = '${old}' WHERE seq = 1`,
    );
    expect(detail).toContain("signed root 1: its text does not fit its hash");
    expect(detail).toContain("the log says another root, number of bets, stakes or close");
  });

  test("a root changed with all its hashes has no signature and nothing follows it", async () => {
    const [body, hash, leaf] = [
      await column("body", 1),
      await column("hash", 1),
      await column("leaf", 1),
    ];
    const detail = await findAfter(
      `UPDATE signed_root SET body = n.body, hash = sha256(convert_to(n.body, 'UTF8')),
         leaf = sha256('\\x00'::bytea || convert_to(n.body, 'UTF8'))
       FROM (SELECT replace(body, '"bets":', '"bets":1') AS body FROM signed_root WHERE seq = 1) n WHERE seq = 1`,
      `UPDATE signed_root SET body = '${body}', hash = '${hash}', leaf = '${leaf}' WHERE seq = 1`,
    );
    expect(detail).toContain("signed root 1: the signature does not fit");
    expect(detail).toContain("signed root 2: it does not follow the one before");
  });

  test("one taken out", async () => {
    const detail = await findAfter(
      "CREATE TABLE kept AS SELECT * FROM signed_root WHERE seq = 1; DELETE FROM signed_root WHERE seq = 1",
      "INSERT INTO signed_root SELECT * FROM kept; DROP TABLE kept",
    );
    expect(detail).toContain("signed root 2: one before it is missing");
    expect(detail).toContain("it is frozen and stands in no log");
  });
});
