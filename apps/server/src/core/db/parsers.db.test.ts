import pg from "pg";
import { expect, test } from "vitest";
import { testServer } from "../../test/database.ts";
import { parsers } from "./parsers.ts";

test.each([
  ["9223372036854775807::bigint", 9223372036854775807n],
  ["NULL::bigint", null],
  ["'{1,NULL,-3}'::bigint[]", [1n, null, -3n]],
  [
    "'{{1,2},{3,4}}'::bigint[]",
    [
      [1n, 2n],
      [3n, 4n],
    ],
  ],
  ["'{}'::bigint[]", []],
  ["count(*)", 1n],
  ["7::int", 7],
  ["1.10::numeric", "1.10"],
  ["'{1.10,2.00}'::numeric[]", ["1.10", "2.00"]],
  ["DATE '2026-10-04'", "2026-10-04"],
  ["'{2026-10-04,NULL}'::date[]", ["2026-10-04", null]],
  ["TIMESTAMPTZ '2026-10-04 02:30:00.123+11'", new Date("2026-10-03T15:30:00.123Z")],
  ["'{a,b}'::text[]", ["a", "b"]],
  ["true", true],
  ["'{\"a\":1}'::jsonb", { a: 1 }],
])("%s", async (sql, expected) => {
  const client = new pg.Client({ connectionString: testServer().appUrl, types: parsers });
  await client.connect();
  try {
    const { rows } = await client.query<{ value: unknown }>(`SELECT ${sql} AS value`);
    expect(rows[0]?.value).toEqual(expected);
  } finally {
    await client.end();
  }
});
