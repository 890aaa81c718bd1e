import { readFileSync } from "node:fs";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FreshDatabase, freshDatabase } from "../database.ts";

/** The worked example of docs/rules/proofs.md, recomputed by what writes receipts and the chain. */
const VECTOR = new URL("../../../../../docs/rules/proofs.vector.json", import.meta.url);

interface Leaf {
  order_id: string;
  nonce: string;
  race_id: string;
  race_id2: string | null;
  bet_type: number;
  selections: object;
  unit_stake_cents: number;
  unit_stake2_cents: number | null;
  cost_cents: number;
  accepted_at: string;
}

interface Entry {
  at: string;
  bet?: { pool_id: string; player_id: string; key: string; fingerprint: string };
  cause: string;
  digest: string | null;
  id: string;
  kind: string;
  lines: (number | null)[][];
  reference: string;
}

interface SportLeaf {
  order_id: string;
  nonce: string;
  kind: string;
  legs: object[];
  unit_stake_cents: number;
  cost_cents: number;
  accepted_at: string;
}

interface Vector {
  sport_bets: { leaf: SportLeaf; text: string; hash: string }[];
  bets: { leaf: Leaf; text: string; hash: string }[];
  chain: { entry: Entry; hash: string }[];
}

const vector = JSON.parse(readFileSync(VECTOR, "utf8")) as Vector;
let database: FreshDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await freshDatabase();
  client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const leafValues = (leaf: Leaf) => [
  leaf.order_id,
  Buffer.from(leaf.nonce, "hex"),
  leaf.race_id,
  leaf.race_id2,
  leaf.bet_type,
  JSON.stringify(leaf.selections),
  leaf.unit_stake_cents,
  leaf.unit_stake2_cents,
  leaf.cost_cents,
  leaf.accepted_at,
];

test.each(vector.bets)("the leaf of $leaf.order_id", async ({ leaf, text, hash }) => {
  const { rows } = await client.query<{ text: string; hash: string }>(
    `SELECT text, encode(sha256('\\x00'::bytea || convert_to(text, 'UTF8')), 'hex') AS hash
     FROM bet_leaf($1, $2, $3, $4, $5::smallint, $6, $7, $8, $9, $10) AS text`,
    leafValues(leaf),
  );
  expect(rows).toEqual([{ text, hash }]);
});

test("the chain over the two entries", async () => {
  const [first] = vector.bets;
  for (const { entry } of vector.chain) await insertEntry(entry, first?.leaf as Leaf);
  await client.query("SELECT chain_append($1)", [vector.chain.map(({ entry }) => entry.id)]);
  const { rows } = await client.query<{ entry: Entry; hash: string }>(
    `SELECT (SELECT t.text FROM entry_text t WHERE t.id = e.id)::json AS entry, encode(c.hash, 'hex') AS hash
     FROM chain c JOIN entry e ON e.id = c.entry_id ORDER BY c.position`,
  );
  expect(rows).toEqual(vector.chain);
});

async function insertEntry(entry: Entry, leaf: Leaf): Promise<void> {
  const { id, kind, cause, at, reference, digest, bet, lines } = entry;
  const hash = digest === null ? null : Buffer.from(digest, "hex");
  if (bet !== undefined) await insertBet(bet, leaf, hash);
  await client.query(
    "INSERT INTO entry (id, kind, cause, at, reference, digest) VALUES ($1, $2, $3, $4, $5, $6)",
    [id, kind, cause, at, reference, hash],
  );
  await client.query(
    `INSERT INTO posting (id, entry_id, line, account_id, amount_cents, balance_cents) OVERRIDING SYSTEM VALUE
     SELECT l.id, $1, l.line, l.account, l.amount, l.balance
     FROM unnest($2::bigint[], $3::smallint[], $4::bigint[], $5::bigint[], $6::bigint[])
       AS l (id, line, account, amount, balance)`,
    [id, ...[0, 1, 2, 3, 4].map((column) => lines.map((line) => line[column]))],
  );
}

async function insertBet(
  bet: NonNullable<Entry["bet"]>,
  leaf: Leaf,
  receiptHash: Buffer | null,
): Promise<void> {
  await client.query(
    `INSERT INTO bet (id, nonce, race_id, race_id2, bet_type, selections, unit_stake_cents, unit_stake2_cents, cost_cents,
       accepted_at, receipt_hash, pool_id, player_id, idem_key, fingerprint, combinations, cost2_cents, exchange_rate)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, 2, 0, 1)`,
    [
      ...leafValues(leaf),
      receiptHash,
      bet.pool_id,
      bet.player_id,
      bet.key,
      Buffer.from(bet.fingerprint, "hex"),
    ],
  );
}

test("the leaf of a sport bet, by the function that writes its receipt", async () => {
  for (const { leaf, text, hash } of vector.sport_bets) {
    const { order_id, nonce, kind, legs, unit_stake_cents, cost_cents, accepted_at } = leaf;
    // Legs are stored as canonical JSON, with keys in order.
    const written = legs.map((leg) => JSON.stringify(leg, Object.keys(leg).toSorted())).join(",");
    const { rows } = await client.query<{ text: string; hash: string }>(
      `SELECT t AS text, encode(sha256('\\x00'::bytea || convert_to(t, 'UTF8')), 'hex') AS hash
       FROM sport_leaf($1, decode($2, 'hex'), $3, $4, $5, $6, $7) t`,
      [order_id, nonce, kind, written, unit_stake_cents, cost_cents, accepted_at],
    );
    expect(rows[0]).toEqual({ text, hash });
  }
});
