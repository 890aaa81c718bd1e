import { cp, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { expect, test, afterEach, beforeEach, describe } from "vitest";
import { verifyBooks } from "../../proofs/checks/verify-books.ts";
import { startClub } from "../../test/club.ts";
import { freshDatabase, type FreshDatabase } from "../../test/database.ts";
import { catalogueOf } from "../../test/catalogue.ts";
import { migrate } from "./migrate.ts";
import { DB_FOLDER, migrationNames } from "./schema.ts";

/**
 * P18: a club of an early release comes through every migration with its books and its chain
 * unchanged.
 */
const FIXTURES = join(import.meta.dirname, "fixtures");
const BASELINE = "0001-baseline.sql";
const fixture = async (name: string): Promise<string> =>
  await readFile(join(FIXTURES, name), "utf8");

let folder: string;
let database: FreshDatabase;
let owner: pg.Client;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "club-migrate-all-"));
  await mkdir(join(folder, "migrations"));
  await mkdir(join(folder, "schema/functions"), { recursive: true });
  database = await freshDatabase("template0");
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
});
afterEach(async () => {
  await owner.end();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Adds a file to the release and migrates the database with it. */
async function release(name: string): Promise<void> {
  await cp(join(DB_FOLDER, "migrations", name), join(folder, "migrations", name));
  expect(await migrate({ ownerUrl: database.ownerUrl, appRole: "club_app", folder })).toEqual([
    name,
  ]);
}

const upgrade = async (): Promise<string[]> =>
  await migrate({ ownerUrl: database.ownerUrl, appRole: "club_app" });

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

/** Today's club runs on it, and its books are in order. */
async function expectBooksVerified(): Promise<void> {
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
}

test("every later migration leaves books, chain and receipts as they were, and today's club runs on it", async () => {
  await release(BASELINE);
  await owner.query(await fixture("early-club.sql"));
  const before = await books();
  expect(before.bets).toHaveLength(6);
  expect(before.chain).toEqual([{ rows: 9, faults: [] }]);
  expect(before.pools).toEqual([{ code: "WIN", cents: "2100" }]);
  for (const name of (await migrationNames()).slice(1)) {
    await release(name);
    expect(await books(), name).toEqual(before);
  }
  expect(await upgrade()).toEqual([]);
  expect(await books()).toEqual(before);
  await expectBooksVerified();
});

describe("a club of before the first release", () => {
  /** Names and checksums of its migrations. */
  let list: [name: string, checksum: string][];

  /** Makes the database one of then, with these migrations applied. */
  async function makeEarly(applied: readonly (readonly [string, string])[]): Promise<void> {
    await owner.query(await fixture("early-rest.sql"));
    await owner.query(
      "INSERT INTO schema_migration (name, checksum) SELECT * FROM unnest($1::text[], $2::text[])",
      [applied.map(([name]) => name), applied.map(([, checksum]) => checksum)],
    );
  }

  beforeEach(async () => {
    const lines = (await fixture("early-migrations.txt")).trimEnd().split("\n");
    list = lines.map((line) => line.split(" ") as [string, string]);
    await release(BASELINE);
    await owner.query(await fixture("early-club.sql"));
  });

  test("is taken over: its books as they were, its schema like that of a new one", async () => {
    const before = await books();
    await makeEarly(list);
    // Sports came when the club already had entries: the chain's check knows that moment.
    await owner.query(
      "UPDATE chain_text SET since = (SELECT applied_at FROM schema_migration WHERE name = '0210-sport-proofs.sql')",
    );
    expect(await upgrade()).toEqual(await migrationNames());
    expect(await upgrade()).toEqual([]);
    expect(await books()).toEqual(before);
    const fresh = await freshDatabase();
    const other = new pg.Client({ connectionString: fresh.ownerUrl });
    await other.connect();
    expect(await catalogueOf(owner)).toEqual(await catalogueOf(other));
    await other.end();
    await fresh.drop();
    await expectBooksVerified();
  });

  test.each([
    ["the last", (all: typeof list) => all.slice(0, -1), "0431-operator-passwords.sql"],
    ["one between", (all: typeof list) => all.toSpliced(30, 1), "0439-rights.sql"],
    [
      "the checksum",
      (all: typeof list) => all.with(5, [all[5]?.[0] ?? "", "0"]),
      "0439-rights.sql",
    ],
  ])(
    "that lacks %s of its list is refused in a sentence and left as it is",
    async (_what, cut, last) => {
      await makeEarly(cut(list));
      const before = await catalogueOf(owner);
      await expect(upgrade()).rejects.toThrow(
        `This database was made by an early version and stands at ${last}, but only one that stands at 0439-rights.sql with nothing left out can be taken over: start the last early version once, then this one.`,
      );
      // The list of functions is made before anything is looked at.
      await owner.query("DROP TABLE schema_function");
      expect(await catalogueOf(owner)).toEqual(before);
    },
  );
});
