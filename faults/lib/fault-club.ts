import { spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { expect } from "vitest";
import { type EmbeddedServer, startEmbedded } from "../../apps/server/src/core/db/embedded.ts";
import {
  APP_ROLE,
  OWNER_ROLE,
  prepareDatabase,
} from "../../apps/server/src/core/db/embedded.roles.ts";
import { migrate } from "../../apps/server/src/core/db/migrate.ts";
import { seedReceivingAccount } from "../../apps/server/src/test/postgres.ts";
import { ok, type TestPlayer } from "../../apps/server/src/test/club.ts";
import { type ClubProcess, startClubProcess } from "../../apps/server/src/test/club-process.ts";
import {
  openRaceDay,
  type RaceDayOptions,
  type TestRace,
} from "../../apps/server/src/test/race-day.ts";

const PASSWORD = "of-a-club-that-is-killed";
const DATABASE = "club";
export interface FaultClubOptions {
  /** A detour from the server to its database; the tests' own queries do not take it. */
  readonly through?: (databaseUrl: string) => Promise<string>;
  /** Settings of the server, once `through` is done. */
  readonly env?: () => Record<string, string>;
  /** Where database and data are kept; default: a folder of its own. The caller removes it. */
  readonly folder?: string;
}

interface Parts {
  readonly folder: string;
  readonly isOwnFolder: boolean;
  readonly port: number;
  readonly databasePort: number;
  readonly appUrl: string;
  readonly postgres: EmbeddedServer;
  readonly server: ClubProcess;
}

/** A club whose server and database can be killed and restarted at the same addresses. */
export class FaultClub {
  readonly #folder: string;
  readonly #isOwnFolder: boolean;
  readonly #port: number;
  readonly #databasePort: number;
  /** Where the server finds its database. */
  readonly #appUrl: string;
  #postgres: EmbeddedServer;
  #hasPostgresEnded = false;
  server: ClubProcess;

  private constructor(parts: Parts) {
    this.#folder = parts.folder;
    this.#isOwnFolder = parts.isOwnFolder;
    void this.#watch(parts.postgres);
    this.#port = parts.port;
    this.#databasePort = parts.databasePort;
    this.#appUrl = parts.appUrl;
    this.#postgres = parts.postgres;
    this.server = parts.server;
  }

  static async start(options: FaultClubOptions = {}): Promise<FaultClub> {
    const folder = options.folder ?? (await mkdtemp(join(tmpdir(), "club-fault-")));
    await chmod(folder, 0o711);
    const [port, databasePort] = [await freePort(), await freePort()];
    const postgres = await launch(folder, databasePort);
    await prepareDatabase(urlOf(postgres, "postgres", "postgres"), DATABASE, {
      owner: PASSWORD,
      app: PASSWORD,
    });
    await migrate({ ownerUrl: urlOf(postgres, OWNER_ROLE), appRole: APP_ROLE });
    await seedReceivingAccount(urlOf(postgres, OWNER_ROLE));
    const { through = async (url) => url } = options;
    const appUrl = await through(urlOf(postgres, APP_ROLE));
    if (options.folder !== undefined) await beEmbedded(folder, databasePort);
    const isOwnFolder = options.folder === undefined;
    const own = { ...envOf(port), ...options.env?.() };
    const env = isOwnFolder ? own : { ...own, CLUB_DATA_DIR: folder };
    const server = await startClubProcess(appUrl, env);
    return new FaultClub({ folder, isOwnFolder, port, databasePort, appUrl, postgres, server });
  }

  /** The data folder of a club that was given one. */
  get dataDir(): string {
    return this.#folder;
  }

  /** The database's folder and its superuser's address, from which backups are taken. */
  get cluster(): { cluster: string; adminUrl: string } {
    return {
      cluster: join(this.#folder, "postgres"),
      adminUrl: urlOf(this.#postgres, "postgres"),
    };
  }

  /** True once the database has stopped by itself. */
  get hasPostgresEnded(): boolean {
    return this.#hasPostgresEnded;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** kill -9 of the server, then a new one at the same address. */
  async killServer(env: Record<string, string> = {}): Promise<void> {
    this.server.kill("SIGKILL");
    await this.startServer(env);
  }

  /** Starts a server in place of one that is ending. */
  async startServer(env: Record<string, string> = {}, main?: string): Promise<ClubProcess> {
    await this.server.exited;
    this.server = await startClubProcess(this.#appUrl, { ...envOf(this.#port), ...env }, main);
    return this.server;
  }

  /** A second server on the database, at an address of its own; the caller stops it. */
  async startBeside(env: Record<string, string> = {}, main?: string): Promise<ClubProcess> {
    return await startClubProcess(this.#appUrl, { ...envOf(0), ...env }, main);
  }

  /** kill -9 of the database with all its processes, and a restart on the same data. */
  async killPostgres(): Promise<void> {
    process.kill(this.#postgres.pid, "SIGKILL");
    await this.#postgres.ended;
    this.#postgres = await launch(this.#folder, this.#databasePort);
  }

  /** kill -9 of the database for good: another server takes its place. */
  async losePostgres(other: EmbeddedServer): Promise<void> {
    process.kill(this.#postgres.pid, "SIGKILL");
    await this.#postgres.ended;
    this.#postgres = other;
  }

  /** SIGSTOP to all of its processes: connections stay open, nothing answers. */
  freezePostgres(): void {
    signalTree(this.#postgres.pid, "SIGSTOP");
  }

  thawPostgres(): void {
    signalTree(this.#postgres.pid, "SIGCONT");
  }

  async stopPostgres(): Promise<void> {
    await this.#postgres.stop();
  }

  async startPostgres(): Promise<void> {
    this.#postgres = await launch(this.#folder, this.#databasePort);
    this.#hasPostgresEnded = false;
    void this.#watch(this.#postgres);
  }

  async #watch(postgres: EmbeddedServer): Promise<void> {
    await postgres.ended;
    if (postgres === this.#postgres) this.#hasPostgresEnded = true;
  }

  async query(sql: string, values: readonly unknown[] = []): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: urlOf(this.#postgres, "postgres") });
    await client.connect();
    try {
      return (await client.query(sql, [...values])).rows as Record<string, unknown>[];
    } finally {
      await client.end();
    }
  }

  /** Writes events in transactions of many lengths; some roll back and are written again. */
  async write(writer: number, events: number): Promise<void> {
    const client = new pg.Client({ connectionString: urlOf(this.#postgres, "postgres") });
    await client.connect();
    try {
      for (let told = 0, turn = writer; told < events; turn += 1) {
        const until = Math.min(events, told + 1 + ((turn * 7) % 40));
        await client.query("BEGIN");
        await client.query(
          `SELECT tell('races', 'written', jsonb_build_object('writer', $1::int, 'n', n))
           FROM generate_series($2::int, $3::int) n`,
          [writer, told + 1, until],
        );
        if (turn % 3 === 0) await client.query("SELECT pg_sleep(random() / 50)");
        const isUndone = turn % 11 === 5;
        await client.query(isUndone ? "ROLLBACK" : "COMMIT");
        if (!isUndone) told = until;
      }
    } finally {
      await client.end();
    }
  }

  async players(count: number, cents: number): Promise<TestPlayer[]> {
    const players: TestPlayer[] = [];
    for (let i = 0; i < count; i++) {
      const player = await this.server.signUp();
      await this.server.fund(player, cents);
      players.push(player);
    }
    return players;
  }

  async openRace(options: RaceDayOptions = {}): Promise<TestRace> {
    const [race] = await openRaceDay(this.server, options);
    if (race === undefined) throw new Error("no race was opened");
    return race;
  }

  /** The five checks that every fault ends with. */
  async expectWhole(acknowledged: ReadonlyMap<string, string>): Promise<void> {
    const stored = await this.query("SELECT id, idem_key FROM bet WHERE idem_key IS NOT NULL");
    const byKey = new Map(stored.map((row) => [String(row["idem_key"]), String(row["id"])]));
    const lost = [...acknowledged].filter(([key, id]) => byKey.get(key) !== id);
    expect(lost, "acknowledged = found").toEqual([]);
    expect(byKey.size, "no key twice").toBe(stored.length);
    const [books] =
      await this.query(`SELECT (SELECT coalesce(sum(amount_cents), 0)::text FROM posting) AS sum,
      (SELECT count(*)::int FROM wallet WHERE cash_cents < 0) AS negative`);
    expect(books?.["sum"], "the ledger sums to zero").toBe("0");
    expect(books?.["negative"], "no balance is negative").toBe(0);
    // The event writer has caught up with the last bets.
    await expect
      .poll(async () => await this.query("SELECT FROM event_inbox LIMIT 1"), { timeout: 20_000 })
      .toEqual([]);
    const { token } = await this.server.operator();
    const verified = ok(
      await this.server.call("POST", "/api/operator/ledger/verify", { token, body: {} }),
    );
    expect(
      verified.checks.filter((check: { ok: boolean }) => !check.ok),
      "verify is green",
    ).toEqual([]);
  }

  async stop(): Promise<void> {
    await this.server.stop();
    await this.#postgres.stop();
    if (this.#isOwnFolder) await rm(this.#folder, { recursive: true, force: true });
  }
}

/** The file by which a server knows that its database is in its data folder. */
async function beEmbedded(folder: string, port: number): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "postgres.json"), JSON.stringify({ port }), { mode: 0o600 });
}

async function launch(folder: string, port: number): Promise<EmbeddedServer> {
  return await startEmbedded({
    folder: join(folder, "postgres"),
    logFile: join(folder, "postgres.log"),
    password: PASSWORD,
    port,
    sharedBuffersMb: 128,
  });
}

/**
 * Parent first, so that it makes no new children meanwhile. Each backend has a process group of its
 * own.
 */
function signalTree(pid: number, name: "SIGSTOP" | "SIGCONT"): void {
  process.kill(pid, name);
  const { stdout } = spawnSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
  const lines = stdout.trim().split("\n");
  for (const line of lines) {
    const [child, parent] = line.trim().split(/\s+/).map(Number);
    if (parent === pid && child !== undefined) signal(child, name);
  }
}

/** A process may have ended since it was listed. */
function signal(pid: number, name: "SIGSTOP" | "SIGCONT"): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

function urlOf(postgres: EmbeddedServer, role: string, database = DATABASE): string {
  return postgres.urlOf({ role, password: PASSWORD, database });
}

/** The same heap on every machine, however much memory it has. */
const HEAP = "--max-semi-space-size=16 --max-old-space-size=1024";

function envOf(port: number): Record<string, string> {
  return { PORT: String(port), CLUB_RATE_FACTOR: "0", NODE_OPTIONS: HEAP };
}

/** Below the ports that a system hands out, so nobody takes one while its owner is away. */
const PORTS_FROM = 20_000;
const PORTS_TO = 30_000;

async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORTS_FROM, PORTS_TO);
    const probe = createServer().listen(port, "127.0.0.1");
    const isFree = await once(probe, "listening").then(
      () => true,
      () => false,
    );
    await new Promise((resolve) => probe.close(resolve));
    if (isFree) return port;
  }
}
