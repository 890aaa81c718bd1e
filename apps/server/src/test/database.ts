import { randomBytes } from "node:crypto";
import pg from "pg";
import { TEMPLATE } from "./postgres.ts";
import type { TestServer } from "./postgres.ts";

export interface FreshDatabase {
  name: string;
  /** As the role that serves players. */
  appUrl: string;
  /** As the role that owns the schema. */
  ownerUrl: string;
  /** As the superuser, for tests that tamper. */
  adminUrl: string;
  drop(): Promise<void>;
}

const NAME_BYTES = 6;

/** A migrated database of its own: a copy of this run's template, or of a database nobody uses. */
export async function freshDatabase(from = TEMPLATE): Promise<FreshDatabase> {
  const server = testServer();
  const name = `t_${randomBytes(NAME_BYTES).toString("hex")}`;
  await asAdmin(server, `CREATE DATABASE ${name} TEMPLATE ${from} OWNER club_owner`);
  return {
    name,
    appUrl: inDatabase(server.appUrl, name),
    ownerUrl: inDatabase(server.ownerUrl, name),
    adminUrl: inDatabase(server.adminUrl, name),
    drop: () => asAdmin(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

/** The server that the set-up of this run started. */
export function testServer(): TestServer {
  const text = process.env["CLUB_TEST_DATABASE"];
  if (text === undefined) throw new Error("No test server runs: call startTestServer first.");
  return JSON.parse(text) as TestServer;
}

async function asAdmin(server: TestServer, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.adminUrl });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

function inDatabase(url: string, name: string): string {
  const parsed = new URL(url);
  parsed.pathname = `/${name}`;
  return parsed.href;
}
