import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { checkAddresses } from "../../apps/server/src/core/db/check-addresses.ts";
import { checkServer } from "../../apps/server/src/core/db/check-server.ts";
import { migrate, roleOf } from "../../apps/server/src/core/db/migrate.ts";
import { PrimaryFinder } from "../../apps/server/src/core/db/primary.ts";
import { SettingsError } from "../../apps/server/src/core/settings/settings.ts";
import type { Settings } from "../../apps/server/src/core/settings/settings.ts";
import { buildApps } from "./build-apps.ts";
import { makeDataFolder, openClubDatabase } from "./club-database.ts";
import type { ClubDatabase } from "./club-database.ts";
import { liveDemoWeek } from "./demo-week.ts";
import { NightlyBackups } from "./nightly-backups.ts";
import { pauseSeconds, ServerProcess } from "./server-process.ts";
import { takeLock } from "./starter-lock.ts";
import type { StarterLock } from "./starter-lock.ts";
import { ROOT } from "./steps.ts";

/** Something that only the person at the keyboard can fix; the message is one sentence. */
export class CannotStart extends Error {
  override name = "CannotStart";
}

interface Addresses {
  appUrl: string;
  ownerUrl: string;
}

const SERVER_MAIN = join(ROOT, "apps/server/src/run/main.ts");
const MS_PER_SECOND = 1000;

/** One running club: its folder's lock, its database, its server, each kept running. */
export class Club {
  #settings: Settings;
  readonly #say: (line: string) => void;
  #lock: StarterLock | undefined;
  #database: ClubDatabase | undefined;
  #server: ServerProcess | undefined;
  #backups: NightlyBackups | undefined;
  #starting: Promise<unknown> = Promise.resolve();
  readonly #stopping = new AbortController();
  #wasReady = false;

  get #isStopping(): boolean {
    return this.#stopping.signal.aborted;
  }

  constructor(settings: Settings, say: (line: string) => void) {
    this.#settings = settings;
    this.#say = say;
  }

  /**
   * @param onRefused - called when the server itself finds that it cannot run here.
   * @throws errors of one sentence, see `isOneSentence` in start.ts.
   */
  async start(onRefused: (sentence: string) => void): Promise<void> {
    this.#starting = this.#prepare();
    const addresses = (await this.#starting) as Addresses;
    if (this.#isStopping) return;
    this.#server = new ServerProcess({
      main: serverMain(this.#settings),
      env: serverEnv(this.#settings, addresses.appUrl),
      onReady: (message) => this.#announce(message.lines),
      onRefused,
      onRestart: (seconds) =>
        this.#say(`The server stopped by itself; it starts again in ${seconds} s.`),
    });
    this.#server.start();
    if (this.#database === undefined) return;
    this.#backups = new NightlyBackups(this.#settings, () => this.#database, this.#say);
    this.#backups.start();
  }

  /** The server stops first, so that requests in progress still find their database. */
  async stop(): Promise<void> {
    if (this.#isStopping) return;
    this.#stopping.abort();
    await this.#server?.stop();
    await this.#starting.catch(() => undefined);
    await this.#database?.server.stop();
    await this.#backups?.stop();
    await this.#lock?.release();
  }

  async #prepare(): Promise<Addresses> {
    await makeDataFolder(this.#settings.dataDir, outsideDatabase(this.#settings) === undefined);
    const lock = await takeLock(this.#settings.dataDir);
    if (typeof lock === "number") {
      throw new CannotStart(
        `A club already runs on ${this.#settings.dataDir} (process ${lock}): stop it first, or set CLUB_DATA_DIR to another folder.`,
      );
    }
    this.#lock = lock;
    // A free port is chosen once: a restarted server must keep its address.
    this.#settings = { ...this.#settings, port: await tryPort(this.#settings) };
    const hasOtherServer = otherServer(this.#settings) !== undefined;
    const [addresses, buildProblem] = await Promise.all([
      this.#openDatabase(),
      hasOtherServer ? undefined : buildApps(),
    ]);
    if (buildProblem !== undefined) throw new CannotStart(buildProblem);
    return addresses;
  }

  async #openDatabase(): Promise<Addresses> {
    const outside = outsideDatabase(this.#settings);
    if (outside !== undefined) await checkAddresses(outside, this.#settings);
    const addresses = outside ?? (await this.#openEmbedded());
    await migrate({
      ownerUrl: addresses.ownerUrl,
      appRole: roleOf(addresses.appUrl),
      isFrozenOnRaceDay: this.#settings.isFrozenOnRaceDay,
      onNewer: ({ theirs, ours }) =>
        this.#say(
          `A newer release ran on this database (its last step is ${theirs}, this release's is ${ours}): this one runs on it and leaves it as it is.`,
        ),
    });
    for (const warning of await checkAs(addresses.appUrl, this.#settings)) this.#say(warning);
    if (otherServer(this.#settings) === undefined) await this.#liveDemoWeek(addresses);
    return addresses;
  }

  async #liveDemoWeek({ appUrl, ownerUrl }: Addresses): Promise<void> {
    await liveDemoWeek({
      settings: this.#settings,
      env: serverEnv(this.#settings, appUrl),
      ownerUrl,
      say: this.#say,
      signal: this.#stopping.signal,
    });
  }

  async #openEmbedded(): Promise<Addresses> {
    const { dataDir, backupsKept, archiveCommand: command } = this.#settings;
    const archive = backupsKept === 0 ? undefined : { command };
    const database = await openClubDatabase(dataDir, archive);
    this.#database = database;
    void database.server.ended.then(() => this.#reopen(1));
    return database;
  }

  /** The database ended by itself: restarts it, however long that takes, even with a full disk. */
  async #reopen(attempt: number): Promise<void> {
    if (this.#isStopping) return;
    const seconds = pauseSeconds(attempt);
    this.#say(`The database stopped by itself; it starts again in ${seconds} s.`);
    await sleep(seconds * MS_PER_SECOND);
    if (this.#isStopping) return;
    const before = this.#database?.appUrl;
    const opening = this.#openEmbedded();
    this.#starting = opening;
    try {
      const { appUrl } = await opening;
      if (appUrl === before || this.#server === undefined) return;
      // Another process took the port meanwhile: the server must learn the new one.
      this.#server.env = serverEnv(this.#settings, appUrl);
      if (this.#server.pid !== undefined) process.kill(this.#server.pid, "SIGTERM");
    } catch (error) {
      this.#say(error instanceof Error ? error.message : String(error));
      await this.#reopen(attempt + 1);
    }
  }

  #announce(lines: readonly string[]): void {
    if (this.#wasReady) {
      this.#say("The server is back.");
      return;
    }
    this.#wasReady = true;
    const place = this.#settings.databaseUrl === undefined ? "Data" : "Files";
    const last = [`${place}: ${this.#settings.dataDir}`, "Stop with Ctrl-C."];
    this.#say(["", ...lines, ...last, ""].join("\n"));
  }
}

/** The addresses of a database that we do not start ourselves. */
function outsideDatabase(settings: Settings): Addresses | undefined {
  const { databaseUrl, databaseOwnerUrl } = settings;
  if (databaseUrl === undefined) return undefined;
  if (databaseOwnerUrl === undefined && !settings.singleRole) {
    throw new SettingsError(
      "DATABASE_URL needs DATABASE_OWNER_URL, the role that owns the schema, or CLUB_SINGLE_ROLE=1 for a trial.",
    );
  }
  return { appUrl: databaseUrl, ownerUrl: databaseOwnerUrl ?? databaseUrl };
}

async function checkAs(appUrl: string, settings: Settings): Promise<string[]> {
  const primary = new PrimaryFinder(appUrl);
  await primary.find();
  const pool = new pg.Pool({ connectionString: primary.url, max: 1 });
  pool.on("error", () => undefined);
  try {
    return await checkServer(
      { query: (text, values) => pool.query(text as string, values as unknown[]) },
      { singleRole: settings.singleRole },
    );
  } finally {
    await pool.end();
  }
}

/** Tests of the starter replace the club's server with a small one. */
function otherServer(settings: Settings): string | undefined {
  return settings.mode === "test" ? process.env["CLUB_SERVER_MAIN"] : undefined;
}

function serverMain(settings: Settings): string {
  const main = otherServer(settings) ?? SERVER_MAIN;
  if (!existsSync(main)) throw new CannotStart(`There is no server at ${main}.`);
  return main;
}

/** The server gets only the role that serves players; the owner's password stays in the starter. */
function serverEnv(settings: Settings, appUrl: string): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    DATABASE_URL: appUrl,
    HOST: settings.host,
    PORT: String(settings.port),
    CLUB_DATA_DIR: settings.dataDir,
    NODE_ENV: settings.mode,
  };
  for (const name of ["DATABASE_OWNER_URL", "DATABASE_OWNER_URL_FILE", "DATABASE_URL_FILE"]) {
    delete env[name];
  }
  return env;
}

/** The port that the server will use. @throws CannotStart when it is taken. */
async function tryPort(settings: Settings): Promise<number> {
  const { port, host } = settings;
  const probe = createServer();
  try {
    probe.listen({ port, host, exclusive: true });
    await once(probe, "listening");
    return (probe.address() as AddressInfo).port;
  } catch (error) {
    throw new CannotStart(portProblem((error as { code?: string }).code, settings));
  } finally {
    probe.close();
  }
}

function portProblem(code: string | undefined, { port, host }: Settings): string {
  if (code === "EADDRINUSE") {
    return `Port ${port} is taken by another program: stop that one, or take another port (PORT=${port + 1} npm start).`;
  }
  if (code === "EACCES") return `Port ${port} needs more rights: take one above 1023.`;
  return `The club cannot listen on ${host}:${port} (${code ?? "no reason given"}): check HOST and PORT.`;
}
