import { randomBytes, randomUUID } from "node:crypto";
import { chmod, mkdtemp, statfs } from "node:fs/promises";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { startEmbedded } from "../core/db/embedded.ts";
import type { EmbeddedOptions, EmbeddedServer } from "../core/db/embedded.ts";
import { APP_ROLE, OWNER_ROLE, prepareDatabase } from "../core/db/embedded.roles.ts";
import { migrate } from "../core/db/migrate.ts";

/** What `freshDatabase` needs to know, passed to test workers in CLUB_TEST_DATABASE. */
export interface TestServer {
  adminUrl: string;
  ownerUrl: string;
  appUrl: string;
}

export interface RunningTestServer extends TestServer {
  postgres: EmbeddedServer;
  stop(): Promise<void>;
}

export const TEMPLATE = "club_template";
const FOLDER_MODE = 0o711;
const IN_MEMORY = "/dev/shm";
/** A run needs half a gigabyte and a gigabyte of log; the rest is for others. */
const ROOM_BYTES = 4e9;

/**
 * One real PostgreSQL for a whole run, as durable as its folder, which is removed with it, with a
 * migrated database to copy from. Usable from vitest (global set-up below) and from any script.
 */
export async function startTestServer(
  options: Pick<EmbeddedOptions, "sharedBuffersMb"> = { sharedBuffersMb: 128 },
  parent = tmpdir(),
): Promise<RunningTestServer> {
  const folder = await mkdtemp(join(parent, "club-test-"));
  await chmod(folder, FOLDER_MODE);
  const [admin, owner, app] = [newPassword(), newPassword(), newPassword()];
  const postgres = await startEmbedded({
    folder: join(folder, "postgres"),
    logFile: join(folder, "postgres.log"),
    password: admin,
    ...options,
    removeFolder: folder,
  });
  const urlOf = (role: string, password: string, database: string): string =>
    postgres.urlOf({ role, password, database });
  const adminUrl = urlOf("postgres", admin, "postgres");
  try {
    await prepareDatabase(adminUrl, TEMPLATE, { owner, app });
    const ownerUrl = urlOf(OWNER_ROLE, owner, TEMPLATE);
    await migrate({ ownerUrl, appRole: APP_ROLE });
    await seedReceivingAccount(ownerUrl);
    const server = { adminUrl, ownerUrl, appUrl: urlOf(APP_ROLE, app, TEMPLATE) };
    process.env["CLUB_TEST_DATABASE"] = JSON.stringify(server);
    return { ...server, postgres, stop: () => postgres.stop() };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

/**
 * Every test's club has an account to pay into, or nobody could top up by transfer, and has said
 * what its book may lose, or it could make no market.
 */
export async function seedReceivingAccount(ownerUrl: string): Promise<void> {
  const account = {
    id: randomUUID(),
    bank_name: "Club Bank",
    account_name: "Horse Club",
    account_number: "12345678",
    branch_code: "062-000",
    iban: "",
    bic: "",
    currency: "AUD",
    is_open: true,
  };
  const db = new pg.Client({ connectionString: ownerUrl });
  await db.connect();
  const limits = { market_liability_cents: 100_000_000, event_liability_cents: 500_000_000 };
  const sql =
    "INSERT INTO setting (name, version, value) VALUES ('receiving_accounts', 1, $1), ('sports', 1, $2)";
  await db.query(sql, [JSON.stringify([account]), JSON.stringify(limits)]);
  await db.end();
}

/**
 * Where tests put their databases: in memory, if there is much of it. Each of the hundreds that are
 * made and dropped writes a thousand files through to the disk, which takes seconds on a busy one.
 */
export async function testFolder(): Promise<string> {
  const { bavail, bsize } = await statfs(IN_MEMORY).catch(() => ({ bavail: 0, bsize: 0 }));
  const hasRoom = Math.min(bavail * bsize, freemem()) > ROOM_BYTES;
  return hasRoom ? IN_MEMORY : tmpdir();
}

/** Vitest's global set-up; workers started after it inherit the environment. */
export async function setup(): Promise<() => Promise<void>> {
  const server = await startTestServer(undefined, await testFolder());
  return async () => await server.stop();
}

function newPassword(): string {
  return `${randomUUID()}${randomBytes(6).toString("hex")}`;
}
