import { type ChildProcess, spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { mkdtemp } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { freshDatabase } from "../../apps/server/src/test/database.ts";
import { startTestServer } from "../../apps/server/src/test/postgres.ts";
import { SERVER_FLAGS } from "../../apps/server/src/core/kit/node-flags.ts";

const ROOT = join(import.meta.dirname, "../..");
const OWNER_PASSWORD = "bench owner pass phrase";
const RUNNERS = 12;
const LOG_FILES = 60;

/** A club for measuring: durable database, one server process, players with money and sessions. */
export interface BenchClub {
  readonly port: number;
  readonly tokens: readonly string[];
  /** Connects as the role that owns the schema, for reference tables and counts. */
  readonly ownerUrl: string;
  /** Connects as the superuser, for what the database counts of itself. */
  readonly adminUrl: string;
  readonly server: ChildProcess;
  operator(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
  openRaces(count: number, startInMinutes: number): Promise<{ race_id: string; runners: number }[]>;
  stop(): Promise<void>;
}

interface BenchOptions {
  /** 0: no rates, since how fast one player may bet is not what is measured. */
  readonly rateFactor?: number;
  /** Further flags for the server's Node. */
  readonly flags?: readonly string[];
  /** Further settings. */
  readonly env?: Readonly<Record<string, string>>;
}

export async function startBenchClub(
  players: number,
  { rateFactor = 0, flags = [], env = {} }: BenchOptions = {},
): Promise<BenchClub> {
  const postgres = await startTestServer({});
  const database = await freshDatabase();
  await useLogFiles(database.adminUrl);
  const port = await freePort();
  const server = spawn(
    process.execPath,
    [...SERVER_FLAGS, ...flags, join(ROOT, "apps/server/src/run/main.ts")],
    {
      stdio: ["ignore", "ignore", "inherit"],
      env: {
        ...process.env,
        NODE_ENV: "production",
        PORT: String(port),
        HOST: "127.0.0.1",
        DATABASE_URL: database.appUrl,
        CLUB_DATA_DIR: await mkdtemp(join(tmpdir(), "club-bench-")),
        CLUB_DEMO: "0",
        CLUB_RATE_FACTOR: String(rateFactor),
        CLUB_OWNER_PASSWORD: OWNER_PASSWORD,
        CLUB_LOG_LEVEL: "error",
        ...env,
      },
    },
  );
  await untilReady(port);
  const tokens = await seedPlayers(database.ownerUrl, players);
  const token = await signIn(port);
  const operator = async (method: string, path: string, body?: unknown) =>
    await call(port, { method, path, token, body });
  return {
    port,
    tokens,
    ownerUrl: database.ownerUrl,
    adminUrl: database.adminUrl,
    server,
    operator,
    openRaces: async (count, startInMinutes) => await openRaces(operator, count, startInMinutes),
    stop: async () => {
      server.kill("SIGTERM");
      await new Promise((resolve) => server.once("exit", resolve));
      await postgres.stop();
    },
  };
}

/**
 * Brings PostgreSQL's log files to where they are after some days: they exist and are reused. A new
 * database makes them one by one, and each holds up every commit.
 */
async function useLogFiles(adminUrl: string): Promise<void> {
  const db = new pg.Client({ connectionString: adminUrl });
  await db.connect();
  for (let i = 0; i < LOG_FILES; i++) {
    await db.query("SELECT pg_logical_emit_message(true, 'bench', ''), pg_switch_wal()");
  }
  await db.query("CHECKPOINT");
  await db.end();
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

async function untilReady(port: number): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    if (answer?.status === 200) return;
    await sleep(100);
  }
  throw new Error("the server did not become ready");
}

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly token?: string;
  readonly body?: unknown;
}

async function call(port: number, asked: Asked): Promise<Record<string, unknown>> {
  const answer = await fetch(`http://127.0.0.1:${port}${asked.path}`, {
    method: asked.method,
    headers: {
      ...(asked.token === undefined ? {} : { authorization: `Bearer ${asked.token}` }),
      ...(asked.body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(asked.body === undefined ? {} : { body: JSON.stringify(asked.body) }),
  });
  const envelope = (await answer.json()) as {
    status: number;
    data?: Record<string, unknown>;
    list?: Record<string, unknown>;
  };
  if (envelope.status !== 200) throw new Error(`${asked.path}: ${JSON.stringify(envelope)}`);
  return envelope.list ?? envelope.data ?? {};
}

async function signIn(port: number): Promise<string> {
  const body = { user_name: "owner", password: OWNER_PASSWORD };
  const data = await call(port, { method: "POST", path: "/api/operator/signin", body });
  return String(data["access_token"]);
}

async function openRaces(
  operator: BenchClub["operator"],
  count: number,
  startInMinutes: number,
): Promise<{ race_id: string; runners: number }[]> {
  const start = new Date(Date.now() + startInMinutes * 60_000);
  const code = randomBytes(3).toString("hex").toUpperCase();
  const races = Array.from({ length: count }, (_, i) => ({
    number: i + 1,
    name: `Race ${i + 1}`,
    start_time: start.toISOString(),
    runners: Array.from({ length: RUNNERS }, (__, n) => ({
      number: n + 1,
      name: `Runner ${n + 1}`,
    })),
  }));
  const meeting = {
    code,
    name: code,
    country: "AU",
    date: start.toISOString().slice(0, 10),
    timezone: "UTC",
    currency: "AUD",
    event_type: "Races",
  };
  const payload = { format_version: 1, meeting, races };
  await operator("POST", "/api/operator/cards/import", { format: "club", payload });
  const list = (await operator("GET", `/api/operator/meetings?day=${meeting.date}`)) as unknown;
  const ids = raceIds(list as ListedMeeting[], code);
  for (const id of ids) await operator("POST", `/api/operator/races/${id}/open`, {});
  return ids.map((race_id) => ({ race_id, runners: RUNNERS }));
}

interface ListedMeeting {
  readonly code: string;
  readonly races: readonly { race_id: string }[];
}

function raceIds(meetings: readonly ListedMeeting[], code: string): string[] {
  const meeting = meetings.find((one) => one.code === code);
  if (meeting === undefined) throw new Error("the imported meeting is not listed");
  return meeting.races.map(({ race_id }) => race_id);
}

/** Players, each with money (a booked opening entry) and a session, made in bulk. */
async function seedPlayers(url: string, count: number): Promise<string[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString("base64url"));
  const hashes = tokens.map((token) => createHash("sha256").update(token).digest());
  const db = new pg.Client({ connectionString: url });
  await db.connect();
  await db.query(
    `WITH people AS (
      INSERT INTO player (id, user_name, user_name_key, password_hash, invite_code, is_adult)
      SELECT gen_random_uuid(), 'bench' || i, 'bench' || i, '-', 'bench' || i, true FROM generate_series(1, $1::int) i
      RETURNING id
    ) INSERT INTO account (kind, player_id) SELECT kind, id FROM people, unnest(ARRAY['cash', 'held', 'bonus']) kind`,
    [count],
  );
  await db.query(`INSERT INTO wallet (player_id, cash_account, held_account, bonus_account)
    SELECT player_id, max(id) FILTER (WHERE kind = 'cash'), max(id) FILTER (WHERE kind = 'held'),
      max(id) FILTER (WHERE kind = 'bonus')
    FROM account WHERE player_id IS NOT NULL AND player_id NOT IN (SELECT player_id FROM wallet) GROUP BY player_id`);
  await db.query(`SELECT post_entry(gen_random_uuid(), 'adjustment', 'opening:' || w.player_id, 'opening',
    ARRAY[a.id, w.cash_account], ARRAY[-100000000, 100000000]::bigint[])
    FROM wallet w, account a WHERE a.kind = 'adjustments' AND w.cash_cents = 0`);
  await db.query(
    `WITH s AS (
      INSERT INTO session (id, player_id) SELECT gen_random_uuid(), id FROM player WHERE user_name LIKE 'bench%'
      RETURNING id, player_id
    ), n AS (SELECT id, row_number() OVER () AS n FROM s)
    INSERT INTO session_access (hash, session_id, expires_at)
    SELECT h.hash, n.id, now() + interval '1 day' FROM unnest($1::bytea[]) WITH ORDINALITY AS h (hash, n) JOIN n USING (n)`,
    [hashes],
  );
  await db.query("ANALYZE");
  await db.end();
  return tokens;
}
