import { cp, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { verifyBooks } from "../../proofs/checks/verify-books.ts";
import { startClub } from "../../test/club.ts";
import { freshDatabase } from "../../test/database.ts";
import type { FreshDatabase } from "../../test/database.ts";
import { migrate } from "./migrate.ts";

/** P18: a club of an early release comes through every migration with its books and its chain as they were. */
const MIGRATIONS = join(import.meta.dirname, "migrations");
const FIXTURE = join(import.meta.dirname, "fixtures/early-club.sql");
const EARLY = "0050-bank-card.sql";

let folder: string;
let database: FreshDatabase;
let owner: pg.Client;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "club-migrate-all-"));
  database = await freshDatabase();
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await owner.query(
    "DROP SCHEMA public CASCADE; CREATE SCHEMA public; GRANT USAGE ON SCHEMA public TO PUBLIC",
  );
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** Adds a file to the release and starts it on the database. */
async function release(...names: string[]): Promise<void> {
  for (const name of names) await cp(join(MIGRATIONS, name), join(folder, name));
  expect(await migrate({ ownerUrl: database.ownerUrl, appRole: "club_app", folder })).toEqual(
    names,
  );
}

/** What no migration may change. */
async function books() {
  const { rows: balances } = await owner.query(
    "SELECT a.kind, sum(p.amount_cents)::text AS cents FROM posting p JOIN account a ON a.id = p.account_id GROUP BY 1 ORDER BY 1",
  );
  const { rows: head } = await owner.query(
    "SELECT position::text, encode(hash, 'hex') AS hash FROM chain ORDER BY position DESC LIMIT 1",
  );
  const { rows: chain } = await owner.query(
    "SELECT rows, faults FROM chain_check(0, decode(repeat('00', 32), 'hex'), 1000)",
  );
  const { rows: players } = await owner.query(
    "SELECT player_id, cash_cents::text, held_cents::text FROM wallet ORDER BY 1",
  );
  const { rows: pools } = await owner.query(
    "SELECT code, (SELECT sum(stakes_cents) FROM pool_stake s WHERE s.pool_id = pool.id AND number = 0)::text AS cents FROM pool ORDER BY 1",
  );
  const { rows: bets } = await owner.query(
    "SELECT id, cost_cents::text, encode(receipt_hash, 'hex') AS receipt FROM bet ORDER BY id",
  );
  return { balances, head, chain, players, pools, bets };
}

test("every later migration leaves books, chain and receipts as they were, and today's club runs on it", async () => {
  const names = (await readdir(MIGRATIONS)).filter((name) => name.endsWith(".sql")).toSorted();
  const early = names.filter((name) => name <= EARLY);
  await release(...early);
  await owner.query(await readFile(FIXTURE, "utf8"));
  const before = await books();
  expect(before.bets).toHaveLength(6);
  expect(before.chain).toEqual([{ rows: 9, faults: [] }]);
  expect(before.pools).toEqual([{ code: "WIN", cents: "2100" }]);
  for (const name of names.slice(early.length)) {
    await release(name);
    expect(await books(), name).toEqual(before);
  }
  await owner.end();

  const club = await startClub({ database });
  try {
    const { checks } = await verifyBooks(club.ctx);
    expect(checks.filter(({ ok }) => !ok)).toEqual([]);
    const [wallet] = await club.query(
      "SELECT cash_cents::text AS cents FROM wallet ORDER BY player_id LIMIT 1",
    );
    expect(wallet).toEqual({ cents: "9100" });
  } finally {
    await club.close();
  }
});
