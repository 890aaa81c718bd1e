import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ok, startClub } from "../club.ts";
import type { TestClub } from "../club.ts";
import { closeRace, openMeeting, place, settle, someBets, untilChained } from "./race-day.ts";

// Promise P6: neither the server's role nor the owner of the schema can edit history.
const TABLES = ["entry", "posting", "chain", "audit", "bet", "bet_credit"] as const;
const INSUFFICIENT_PRIVILEGE = "42501";

let club: TestClub;
const roles = new Map<string, pg.Client>();

beforeAll(async () => {
  club = await startClub({ env: { CLUB_RATE_FACTOR: "0" } });
  const meeting = await openMeeting(club, 2);
  const player = await club.signUp();
  await club.fund(player, 100_000);
  for (const bet of someBets(meeting)) ok(await place(club, player, bet));
  const raceId = meeting.races[0]?.id ?? "";
  await closeRace(club, raceId);
  await settle(club, raceId, [[1], [2], [3], [4]]);
  await untilChained(club);
  const { appUrl, ownerUrl } = club.database;
  for (const [role, url] of [
    ["server", appUrl],
    ["owner", ownerUrl],
  ] as const) {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    roles.set(role, client);
  }
});

afterAll(async () => {
  for (const client of roles.values()) await client.end();
  await club.close();
});

const cases = TABLES.flatMap((table) =>
  ["server", "owner"].flatMap((role) => [
    [role, table, "UPDATE", `UPDATE ${table} SET ${firstColumn(table)} = ${firstColumn(table)}`],
    [role, table, "DELETE", `DELETE FROM ${table}`],
    [role, table, "TRUNCATE", `TRUNCATE ${table}`],
  ]),
) as [string, string, string, string][];

function firstColumn(table: (typeof TABLES)[number]): string {
  return {
    entry: "kind",
    posting: "line",
    chain: "hash",
    audit: "action",
    bet: "nonce",
    bet_credit: "kind",
  }[table];
}

test.each(cases)("the %s may not touch %s: %s", async (role, table, _act, sql) => {
  const [before] = await club.asAdmin(`SELECT count(*)::integer AS rows FROM ${table}`);
  expect(before?.["rows"]).toBeGreaterThan(0);
  const client = roles.get(role);
  await expect(client?.query(sql)).rejects.toMatchObject({ code: INSUFFICIENT_PRIVILEGE });
  const [after] = await club.asAdmin(`SELECT count(*)::integer AS rows FROM ${table}`);
  expect(after).toEqual(before);
});

test("an entry that does not balance is refused, and one with a single line", async () => {
  const client = roles.get("server");
  const post = async (amounts: string) =>
    await client?.query(
      `WITH e AS (INSERT INTO entry (id, kind, cause, at) VALUES (gen_random_uuid(), 'gift', 'gift:1', club_now_ms())
         RETURNING id)
       INSERT INTO posting (entry_id, line, account_id, amount_cents)
         SELECT e.id, a.line, a.line, a.amount FROM e, unnest($1::bigint[]) WITH ORDINALITY AS a (amount, line)`,
      [amounts],
    );
  for (const amounts of ["{5,-4}", "{5}", "{-5,5,1}"]) {
    await expect(post(amounts)).rejects.toMatchObject({ code: "23514" });
  }
  await expect(post("{0,0}")).rejects.toMatchObject({ code: "23514" });
});

test("cash below zero is refused by the table itself", async () => {
  await expect(
    roles.get("server")?.query("UPDATE wallet SET cash_cents = -1"),
  ).rejects.toMatchObject({ code: "23514" });
});

test("one who asked cannot approve, whatever the code says", async () => {
  const { id } = await club.operator();
  await expect(
    roles.get("server")?.query(
      `INSERT INTO approval (id, kind, target, payload, status, requested_by, approved_by, decided_at)
       VALUES (gen_random_uuid(), 'adjust', '', '{}', 'approved', $1, $1, club_now_ms())`,
      [id],
    ),
  ).rejects.toMatchObject({ code: "23514" });
});
