import { createPublicKey, verify } from "node:crypto";
import { signedText } from "@club/domain";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ok, startClub } from "../../test/club.ts";
import type { TestClub, TestOperator } from "../../test/club.ts";
import { untilChained } from "../../test/db/race-day.ts";

let club: TestClub;
let owner: TestOperator;
let months: string[];

/** Moves the club's clock. */
async function clockAt(days: number): Promise<void> {
  await club.asAdmin(
    `CREATE OR REPLACE FUNCTION club_now() RETURNS timestamptz LANGUAGE sql VOLATILE AS
      'SELECT clock_timestamp() + interval ''${days} days'''`,
  );
}

beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0", CLUB_TIME_ZONE: "Australia/Sydney" } });
  owner = await club.operator();
  const player = await club.signUp();
  await clockAt(-70);
  await club.fund(player, 5000);
  await clockAt(-35);
  await club.fund(player, 700);
  await clockAt(0);
  await untilChained(club);
  const rows = await club.query(
    "SELECT DISTINCT to_char(at AT TIME ZONE 'Australia/Sydney', 'YYYY-MM') AS month FROM entry ORDER BY 1",
  );
  months = rows.map((row) => row["month"]);
});
afterAll(async () => await club.close());

const list = async () => (await club.call("GET", "/api/operator/ledger/months", owner)).body;
const close = async (month: string, by = owner) =>
  await club.call("POST", "/api/operator/ledger/months", { token: by.token, body: { month } });

test("months are closed in order, by the owner, after their end", async () => {
  const [first = "", second = ""] = months;
  expect((await list()).data).toEqual({ next: first, waits_for: null });
  const cashier = await club.operator("cashier");
  expect((await close(first, cashier)).status).toBe(403);
  expect((await close(second)).body).toMatchObject({ code: "month.not_yet" });
  const made = ok(await close(first));
  expect(made).toMatchObject({ month: first, entries: 1, closed_by: owner.name });
  expect(made.balances).toEqual([
    { kind: "bank_clearing", pool: null, balance_cents: -5000 },
    { kind: "cash", pool: null, balance_cents: 5000 },
  ]);
  expect(ok(await close(first))).toEqual(made);
});

test("the signature is the club's, over everything that is kept", async () => {
  const [row] = await club.query("SELECT body FROM month_close");
  const body = JSON.parse(row?.["body"]);
  const { body: keys } = await club.call("GET", "/.well-known/club-roots");
  const { jwk } = keys.keys.find((key: { key_id: string }) => key.key_id === body.key_id);
  const signature = Buffer.from(body.signature, "base64url");
  const key = createPublicKey({ key: jwk, format: "jwk" });
  expect(verify(null, Buffer.from(signedText(body)), key, signature)).toBe(true);
  const changed = Buffer.from(signedText({ ...body, entries: 2 }));
  expect(verify(null, changed, key, signature)).toBe(false);
});

test("nothing is dated into a closed month, not even by the database's own functions", async () => {
  const player = await club.signUp();
  await clockAt(-70);
  const topUp = club.fund(player, 100);
  await expect(topUp).rejects.toThrow();
  await clockAt(0);
  const entries = await club.query(
    "SELECT FROM entry WHERE at < (SELECT ends_at FROM month_close)",
  );
  expect(entries).toHaveLength(1);
  for (const sql of ["UPDATE month_close SET body = ''", "DELETE FROM month_close"]) {
    await expect(club.query(sql)).rejects.toThrow("permission denied");
    await expect(club.asAdmin(sql)).rejects.toThrow("append-only");
  }
});

test("the running month cannot be closed", async () => {
  for (;;) {
    const { next, waits_for: waits } = (await list()).data;
    if (waits !== null) {
      expect(waits).toBe("end");
      expect((await close(next)).body).toMatchObject({ code: "month.not_yet" });
      return;
    }
    ok(await close(next));
  }
});

test("each verification stays in the history", async () => {
  const auditor = await club.operator("auditor");
  ok(await club.call("POST", "/api/operator/ledger/verify", auditor));
  ok(await club.call("POST", "/api/operator/ledger/verify", auditor));
  const { body } = await club.call("GET", "/api/operator/ledger/verifications", auditor);
  expect(body.list).toHaveLength(2);
  expect(body.list[0]).toMatchObject({ ok: true, broken: [] });
  expect(body.list[0].at > body.list[1].at).toBe(true);
});
