import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { percentile } from "./figures.ts";

const SCALE = 50;
const ACCOUNTS_PER_BRANCH = 100_000;
const TELLERS_PER_BRANCH = 10;
const CONNECTIONS = 16;
const MS_PER_SECOND = 1000;

/**
 * The yardstick: a TPC-B-like transaction of three updates, a select and an insert, interactive and
 * prepared, on 16 connections, on the same server. Makes its tables (5,000,000 accounts) once.
 */
export async function prepareTpcb(url: string): Promise<void> {
  const db = new pg.Client({ connectionString: url });
  await db.connect();
  await db.query(`
    CREATE TABLE tpcb_branch (id int NOT NULL, balance int, filler char(88)) WITH (fillfactor = 100);
    CREATE TABLE tpcb_teller (id int NOT NULL, branch int, balance int, filler char(84)) WITH (fillfactor = 100);
    CREATE TABLE tpcb_account (id int NOT NULL, branch int, balance int, filler char(84)) WITH (fillfactor = 100);
    CREATE TABLE tpcb_history (teller int, branch int, account int, delta int, at timestamp, filler char(22));
    INSERT INTO tpcb_branch SELECT i, 0, '' FROM generate_series(1, ${SCALE}) i;
    INSERT INTO tpcb_teller SELECT i, (i - 1) / ${TELLERS_PER_BRANCH} + 1, 0, '' FROM generate_series(1, ${SCALE * TELLERS_PER_BRANCH}) i;
    INSERT INTO tpcb_account SELECT i, (i - 1) / ${ACCOUNTS_PER_BRANCH} + 1, 0, '' FROM generate_series(1, ${SCALE * ACCOUNTS_PER_BRANCH}) i;
    ALTER TABLE tpcb_branch ADD PRIMARY KEY (id);
    ALTER TABLE tpcb_teller ADD PRIMARY KEY (id);
    ALTER TABLE tpcb_account ADD PRIMARY KEY (id);`);
  await db.query("VACUUM ANALYZE tpcb_account");
  await db.query("CHECKPOINT").catch(() => undefined);
  await db.end();
}

/** Transactions per second over the given time. */
export async function runTpcb(url: string, ms: number): Promise<number> {
  const { done, seconds } = await onClients(
    url,
    async (client, started) => await transactUntil(client, started + ms),
  );
  return done.reduce((sum, count) => sum + count, 0) / seconds;
}

/**
 * The p99 in milliseconds at a rate of transactions a second, as `pgbench -R` takes it: each has its
 * moment, at random around the rate, and one that begins late is late by that too.
 */
export async function runTpcbAtRate(url: string, rate: number, ms: number): Promise<number> {
  const between = (CONNECTIONS * MS_PER_SECOND) / rate;
  const { done } = await onClients(
    url,
    async (client, started) => await transactByPlan(client, between, started + ms),
  );
  return percentile(Float64Array.from(done.flat()).toSorted(), 0.99);
}

/** The work begins, and its time counts, once all are connected. */
async function onClients<T>(
  url: string,
  work: (client: pg.Client, started: number) => Promise<T>,
): Promise<{ done: T[]; seconds: number }> {
  const clients = await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => await open(url)),
  );
  const started = performance.now();
  const done = await Promise.all(clients.map(async (client) => await work(client, started)));
  const seconds = (performance.now() - started) / MS_PER_SECOND;
  await Promise.all(clients.map(async (client) => await client.end()));
  return { done, seconds };
}

async function transactByPlan(client: pg.Client, between: number, end: number): Promise<number[]> {
  const latencies: number[] = [];
  let at = performance.now();
  for (;;) {
    at += -Math.log(1 - Math.random()) * between;
    if (at > end) return latencies;
    const early = at - performance.now();
    if (early > 0) await sleep(early);
    await transact(client);
    latencies.push(performance.now() - at);
  }
}

async function open(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

async function transactUntil(client: pg.Client, end: number): Promise<number> {
  let count = 0;
  while (performance.now() < end) {
    await transact(client);
    count += 1;
  }
  return count;
}

const below = (most: number): number => 1 + Math.floor(Math.random() * most);

async function transact(client: pg.Client): Promise<void> {
  const account = below(SCALE * ACCOUNTS_PER_BRANCH);
  const teller = below(SCALE * TELLERS_PER_BRANCH);
  const branch = below(SCALE);
  const delta = below(10_000) - 5000;
  const run = async (name: string, text: string, values: number[]): Promise<void> => {
    await client.query({ name, text, values });
  };
  await client.query({ name: "begin", text: "BEGIN" });
  await run("a", "UPDATE tpcb_account SET balance = balance + $1 WHERE id = $2", [delta, account]);
  await run("s", "SELECT balance FROM tpcb_account WHERE id = $1", [account]);
  await run("t", "UPDATE tpcb_teller SET balance = balance + $1 WHERE id = $2", [delta, teller]);
  await run("b", "UPDATE tpcb_branch SET balance = balance + $1 WHERE id = $2", [delta, branch]);
  await run(
    "h",
    "INSERT INTO tpcb_history (teller, branch, account, delta, at) VALUES ($1, $2, $3, $4, now())",
    [teller, branch, account, delta],
  );
  await client.query({ name: "commit", text: "COMMIT" });
}
