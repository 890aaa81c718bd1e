import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freshDatabase } from "../../test/database.ts";
import type { FreshDatabase } from "../../test/database.ts";
import { argumentsOf, PARAMETERS } from "./arguments.ts";

let database: FreshDatabase;
let server: pg.Client;

beforeAll(async () => {
  database = await freshDatabase();
  server = new pg.Client({ connectionString: database.appUrl });
  await server.connect();
});
afterAll(async () => {
  await server.end();
  await database.drop();
});

test("each call names the parameters that its function has, in the function's order", async () => {
  const { rows } = await server.query<{ name: string; parameters: string[] }>(
    `SELECT proname AS name, proargnames[1:pronargs] AS parameters FROM pg_proc
     WHERE pronamespace = 'public'::regnamespace
       AND (SELECT count(*) FROM unnest(proargtypes::oid[]) t JOIN pg_type y ON y.oid = t AND y.typcategory = 'A') > 2
     ORDER BY 1`,
  );
  expect(Object.fromEntries(rows.map(({ name, parameters }) => [name, parameters]))).toEqual(
    PARAMETERS,
  );
});

test("values are given by name, in whatever order they are written", () => {
  const chunk = { p_amount: 6, p_bet: 5, p_entry: 4, p_to: 3, p_from: 2, p_settlement: 1 };
  expect(argumentsOf("pay_settlement_chunk", chunk)).toEqual([1, 2, 3, 4, 5, 6]);
});
