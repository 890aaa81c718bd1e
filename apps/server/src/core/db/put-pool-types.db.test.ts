import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freshDatabase, type FreshDatabase } from "../../test/database.ts";
import { putPoolTypes } from "./put-pool-types.ts";

/* A pool is described by the program alone: the schema takes it from there. */

const [FIRST, SECOND] = [1, 2].map((n) => `00000000-0000-4000-8000-00000000000${n}`);
let database: FreshDatabase;
let owner: pg.Client;

beforeAll(async () => {
  database = await freshDatabase();
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await owner.query(`
    INSERT INTO rule_set (name, version, rules) VALUES ('X', 1, '{}');
    INSERT INTO meeting (id, country, code, date, name, timezone, currency, event_type, rule_set, dividends)
      VALUES ('${FIRST}', 'ZZ', 'X', '2026-01-01', 'X', 'UTC', 'AUD', 'Races', 'X', 'club');
    INSERT INTO race (id, meeting_id, number, name, start_time, offered)
      SELECT id, '${FIRST}', n, 'X', now(), '{WIN,DOUBLE_WIN}' FROM unnest(ARRAY['${FIRST}', '${SECOND}']::uuid[])
        WITH ORDINALITY AS r (id, n)`);
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});

const jackpots = async (code: string): Promise<number> =>
  (await owner.query("SELECT FROM account WHERE pool_code = $1", [code])).rows.length;
const kinds = async (): Promise<Map<string, string>> => {
  const { rows } = await owner.query<{ code: string; kind: string }>("SELECT * FROM pool_type");
  return new Map(rows.map(({ code, kind }) => [code, kind]));
};

test("a pool that is new gets its type and one jackpot; what another release describes stays", async () => {
  await owner.query("DELETE FROM account WHERE pool_code IN ('PICK6', 'TRIO')");
  await owner.query("DELETE FROM pool_type WHERE code IN ('PICK6', 'TRIO')");
  await owner.query("INSERT INTO pool_type (code, kind) VALUES ('LATER', 'single')");
  for (const _start of [1, 2]) await putPoolTypes(owner);
  const known = await kinds();
  expect([known.get("PICK6"), known.get("TRIO"), known.get("LATER")]).toEqual([
    "multi",
    "single",
    "single",
  ]);
  expect(known.size).toBe(15);
  for (const code of ["PICK6", "TRIO", "WIN"]) expect(await jackpots(code)).toBe(1);
  expect(await jackpots("LATER")).toBe(0);
});

test.each([
  ["of one race, and is of two", ["DOUBLE_WIN", FIRST, null, null], /pool_code_kind_fkey/],
  ["of two races, and is of one", ["WIN", FIRST, SECOND, null], /pool_code_kind_fkey/],
  ["of two races, and has a name", ["DOUBLE_WIN", FIRST, SECOND, "Late"], /pool_code_kind_fkey/],
  ["of one race, and has a name", ["WIN", FIRST, null, "Late"], /pool_multi/],
  ["described by nobody", ["NOBODYS", FIRST, null, null], /is not offered/],
  ["described by nobody, with a name", ["NOBODYS", FIRST, SECOND, "Late"], /pool_code_kind_fkey/],
])("a pool is refused whose code is %s", async (_what, [code, first, second, name], refusal) => {
  const made = owner.query(
    `INSERT INTO pool (id, code, race_id, race_id2, name, guarantee_cents, rule_set, rule_set_version, dividends, escrow_account)
     VALUES (gen_random_uuid(), $1, $2, $3, $4, CASE WHEN $4::text IS NOT NULL THEN 0 END, 'X', 1, 'club', 1)`,
    [code, first, second, name],
  );
  await expect(made).rejects.toThrow(refusal);
});
