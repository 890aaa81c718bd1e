import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PLACE_BETS_PARAMETERS } from "../bets/bet-group.ts";
import { PAY_REFUND_CHUNK_PARAMETERS } from "../races/refund-job.queries.ts";
import { PAY_SETTLEMENT_CHUNK_PARAMETERS } from "../settlement/pay-chunks.queries.ts";
import { PAY_SPORT_CHUNK_PARAMETERS } from "../sports/run-sport-settlement.ts";
import { PLACE_SPORT_BETS_PARAMETERS } from "../sports/sport-group-columns.ts";
import { freshDatabase } from "../test/database.ts";
import type { FreshDatabase } from "../test/database.ts";
import { argumentsOf } from "./arguments.ts";

/** Functions that are called with three arrays and more, where two could be swapped and be of one type. */
const CALLED: Readonly<Record<string, readonly string[]>> = {
  pay_refund_chunk: PAY_REFUND_CHUNK_PARAMETERS,
  pay_settlement_chunk: PAY_SETTLEMENT_CHUNK_PARAMETERS,
  pay_sport_chunk: PAY_SPORT_CHUNK_PARAMETERS,
  place_bets: PLACE_BETS_PARAMETERS,
  place_sport_bets: PLACE_SPORT_BETS_PARAMETERS,
};

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
    CALLED,
  );
});

test("values are given by name, in whatever order they are written", () => {
  expect(argumentsOf(["a", "b", "c"], { c: 3, a: 1, b: 2 })).toEqual([1, 2, 3]);
});
